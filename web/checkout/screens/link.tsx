import type { ComponentChildren } from "preact";
import type { Messages } from "../i18n/index.ts";
import type { LinkPage, LinkState } from "../ports.ts";
import { ScreenHead } from "./parts.tsx";

/** Heading and first sentence of a link that accepts no payment. */
export function closedLabels(
  state: Exclude<LinkState, "ACTIVE">,
  { link }: Messages,
): readonly [heading: string, lead: string] {
  switch (state) {
    case "PAUSED":
      return [link.paused, link.pausedLead];
    case "EXHAUSTED":
      return [link.exhausted, link.exhaustedLead];
    case "EXPIRED":
      return [link.expired, link.expiredLead];
    case "CANCELLED":
      return [link.cancelled, link.cancelledLead];
  }
}

/** The public page of a payment link. Opening it creates nothing; the button does. */
export function LinkScreen({
  link,
  t,
  amount,
  action,
  problem,
}: {
  readonly link: LinkPage;
  readonly t: Messages;
  readonly amount: string;
  readonly action: string;
  readonly problem: string | null;
}) {
  if (link.linkStatus !== "ACTIVE") {
    const [heading, lead] = closedLabels(link.linkStatus, t);
    return (
      <ScreenHead mark={link.linkStatus === "PAUSED" ? "warn" : "stop"} heading={heading}>
        {link.inactiveMessage !== null && link.inactiveMessage !== "" && (
          <p class="said">{link.inactiveMessage}</p>
        )}
        <p class="lead">{lead}</p>
      </ScreenHead>
    );
  }
  const warning: ComponentChildren =
    problem === null ? null : (
      <div class="summary" id="errors" role="alert" tabIndex={-1} autofocus>
        <p>{problem}</p>
      </div>
    );
  return (
    <>
      {warning}
      <h1 class="ask">{t.link.heading}</h1>
      <form method="post" action={action} data-busy={t.form.busy}>
        <p class="hint">{t.link.lead}</p>
        <button type="submit" class="pay">
          {t.link.button(amount)}
        </button>
      </form>
    </>
  );
}
