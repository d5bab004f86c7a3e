import type { Locale } from "../../../server/src/kit/money.ts";
import type { LinkPage, LinkState } from "../../../server/src/kit/payer-pages.ts";
import { type PriceKind, type PriceProblem, priceKind } from "../chosen-price.ts";
import type { Messages } from "../i18n/index.ts";
import { OpenAmount, Quantity } from "./link-price.tsx";
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
  locale,
  amount,
  action,
  problem,
  own,
}: {
  readonly link: LinkPage;
  readonly t: Messages;
  readonly locale: Locale;
  /** Null: the payer chooses it. */
  readonly amount: string | null;
  readonly action: string;
  /** What is wrong, with the field to correct or as a whole. */
  readonly problem: PriceProblem | string | null;
  /** The page of the payment that this payer began through the link. */
  readonly own: string | null;
}) {
  if (link.linkStatus !== "ACTIVE") {
    const [heading, lead] = closedLabels(link.linkStatus, t);
    return (
      <ScreenHead mark={link.linkStatus === "PAUSED" ? "warn" : "stop"} heading={heading}>
        {link.inactiveMessage !== null && link.inactiveMessage !== "" && (
          <p class="said">{link.inactiveMessage}</p>
        )}
        <p class="lead">{lead}</p>
        {own !== null && (
          <p>
            {t.link.paidAlready} <a href={own}>{t.link.ownReceipt}</a>
          </p>
        )}
      </ScreenHead>
    );
  }
  const atField = problem === null || typeof problem === "string" ? null : problem;
  const asked = { link, t, locale, action, problem: atField };
  return (
    <>
      {problem !== null && (
        <div class="summary" id="errors" role="alert" tabIndex={-1} autofocus>
          <p>{atField === null ? problem : <a href={`#${atField.field}`}>{atField.message}</a>}</p>
        </div>
      )}
      <Ask kind={priceKind(link)} amount={amount} {...asked} />
    </>
  );
}

function Ask({
  kind,
  amount,
  ...asked
}: Parameters<typeof OpenAmount>[0] & { readonly kind: PriceKind; readonly amount: string | null }) {
  if (kind === "open") return <OpenAmount {...asked} />;
  if (kind === "quantity") return <Quantity {...asked} />;
  const { t, action } = asked;
  return (
    <>
      <h1 class="ask">{t.link.heading}</h1>
      <form method="post" action={action} data-busy={t.form.busy}>
        <p class="hint">{t.link.lead}</p>
        <button type="submit" class="pay">
          {t.link.button(amount ?? "")}
        </button>
      </form>
    </>
  );
}
