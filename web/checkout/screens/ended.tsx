import type { ComponentChildren } from "preact";
import type { Messages } from "../i18n/index.ts";
import type { Mark } from "../icons.tsx";
import type { LinkPage } from "../ports.ts";
import type { SessionView } from "../view.ts";
import { safeUrl } from "../view.ts";
import { FailureNotice } from "./form.tsx";
import { Moment, Row, ScreenHead } from "./parts.tsx";

/** The receipt: what was paid, to whom, when, and the number the payer finds in the operator's message. */
export function SuccessScreen({ view }: { readonly view: SessionView }) {
  const { t, session, amount, locale } = view;
  const { receipt } = session;
  const back = safeUrl(session.successUrl?.replaceAll("{CHECKOUT_SESSION_ID}", session.sessionId) ?? null);
  const phone = receipt?.maskedPhone ?? session.maskedPhone;
  return (
    <>
      <ScreenHead mark="done" heading={t.success.heading}>
        <p class="lead">{t.success.lead(amount, session.merchantName)}</p>
        {session.successMessage !== undefined && <p class="said">{session.successMessage}</p>}
        {view.alreadyPaid && <p class="said">{t.success.already}</p>}
        {session.paidLate && <p class="said">{t.success.late}</p>}
      </ScreenHead>
      <section aria-labelledby="receipt">
        <h2 id="receipt">{t.success.receipt}</h2>
        <dl class="rows">
          <Row name={t.success.amount} strong>
            {amount}
          </Row>
          <Row name={t.success.merchant}>{session.merchantName}</Row>
          <Row name={t.success.for}>{session.title}</Row>
          {receipt !== null && (
            <>
              <Row name={t.success.date}>
                <Moment locale={locale} iso={receipt.paidAt} />
              </Row>
              <Row name={t.success.method}>{t.methods[receipt.paymentMethod]}</Row>
            </>
          )}
          {phone !== null && <Row name={t.success.phone}>{phone}</Row>}
          {receipt !== null && receipt.transactionId !== null && (
            <Row name={t.success.transaction}>
              <span class="code">{receipt.transactionId}</span>
            </Row>
          )}
        </dl>
      </section>
      <p class="buttons">
        {back !== null && (
          <a class="button main" href={back} rel="noreferrer">
            {t.success.back(session.merchantName)}
          </a>
        )}
        <button type="button" class="button" hidden data-print>
          {t.success.print}
        </button>
      </p>
      {back === null && <p class="quiet">{t.success.close}</p>}
    </>
  );
}

/** FAILED for good: no form, and where to turn. */
export function FailedScreen({ view }: { readonly view: SessionView }) {
  const { t, session } = view;
  const back = safeUrl(session.cancelUrl);
  return (
    <>
      <FailureNotice view={view} />
      <p>{t.failed.final}</p>
      {back !== null && (
        <p>
          <a class="button" href={back} rel="noreferrer">
            {t.failed.back(session.merchantName)}
          </a>
        </p>
      )}
    </>
  );
}

export type Ending =
  | "expired"
  | "cancelled"
  | "noMethod"
  | "notFound"
  | "merchantClosed"
  | "broken"
  | "linkExhausted"
  | "linkExpired"
  | "linkClosed";

const marks: Readonly<Record<Ending, Mark>> = {
  expired: "stop",
  cancelled: "stop",
  noMethod: "warn",
  notFound: "stop",
  merchantClosed: "warn",
  broken: "warn",
  linkExhausted: "stop",
  linkExpired: "stop",
  linkClosed: "stop",
};

/** Heading and first sentence of an ending. */
export function endingWords(
  ending: Ending,
  { ended, link }: Messages,
): readonly [heading: string, lead: string] {
  switch (ending) {
    case "expired":
      return [ended.expired, ended.expiredLead];
    case "cancelled":
      return [ended.cancelled, ended.cancelledLead];
    case "noMethod":
      return [ended.noMethod, ended.noMethodLead];
    case "notFound":
      return [ended.notFound, ended.notFoundLead];
    case "merchantClosed":
      return [ended.merchantClosed, ended.merchantClosedLead];
    case "broken":
      return [ended.broken, ended.brokenLead];
    case "linkExhausted":
      return [link.exhausted, link.exhaustedLead];
    case "linkExpired":
      return [link.expired, link.expiredLead];
    case "linkClosed":
      return [link.cancelled, link.cancelledLead];
  }
}

/** Nothing can be paid here: what happened, and what to do. */
export function EndedScreen({
  ending,
  t,
  requestId,
  retryPath,
  back,
}: {
  readonly ending: Ending;
  readonly t: Messages;
  readonly requestId?: string;
  readonly retryPath?: string;
  readonly back?: { readonly url: string | null; readonly merchantName: string };
}) {
  const [heading, lead] = endingWords(ending, t);
  const url = safeUrl(back?.url ?? null);
  return (
    <>
      <ScreenHead mark={marks[ending]} heading={heading}>
        <p class="lead">{lead}</p>
        {ending === "expired" && <p>{t.ended.expiredPaid}</p>}
      </ScreenHead>
      {retryPath !== undefined && (
        <p>
          <a class="button main" href={retryPath}>
            {t.ended.retry}
          </a>
        </p>
      )}
      {url !== null && back !== undefined && (
        <p>
          <a class="button" href={url} rel="noreferrer">
            {t.failed.back(back.merchantName)}
          </a>
        </p>
      )}
      {requestId !== undefined && <p class="quiet">{t.ended.requestId(requestId)}</p>}
    </>
  );
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
  const closed = {
    PAUSED: [t.link.paused, t.link.pausedLead],
    EXHAUSTED: [t.link.exhausted, t.link.exhaustedLead],
    EXPIRED: [t.link.expired, t.link.expiredLead],
    CANCELLED: [t.link.cancelled, t.link.cancelledLead],
  } as const;
  if (link.linkStatus !== "ACTIVE") {
    const [heading, lead] = closed[link.linkStatus];
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
