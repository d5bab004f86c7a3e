import type { PageSession } from "../../../server/src/kit/payer-pages.ts";
import { amountText, type Messages, momentText } from "../i18n/index.ts";
import type { Mark } from "../icons.tsx";
import { isRefunded, receiptLines, receiptPath } from "../receipt.ts";
import { safeUrl } from "../safe-url.ts";
import type { SessionView } from "../view.ts";
import { FailureNotice } from "./form.tsx";
import { MailReceipt } from "./mail-receipt.tsx";
import { Row, ScreenHead } from "./parts.tsx";
import { TransferSent } from "./transfer.tsx";

/** The receipt: what was paid, to whom, when, and the number in the operator's message to the payer. */
export function SuccessScreen({ view }: { readonly view: SessionView }) {
  const { t, session, amount } = view;
  const back = safeUrl(session.successUrl?.replaceAll("{CHECKOUT_SESSION_ID}", session.sessionId) ?? null);
  if (isRefunded(session))
    return (
      <>
        <ScreenHead mark="done" heading={t.success.refundedHeading}>
          <p class="lead">{t.success.refundedLead(amount, session.merchantName)}</p>
        </ScreenHead>
        <Paper view={view} back={back} />
      </>
    );
  return (
    <>
      <ScreenHead mark="done" heading={successHeading(view)}>
        <p class="lead">{t.success.lead(amount, session.merchantName)}</p>
        {session.successMessage !== undefined && <p class="said">{session.successMessage}</p>}
        {view.alreadyPaid && <p class="said">{t.success.already}</p>}
        {session.paidLate && (
          <p class="said">{isAfterTime(session) ? t.success.late : t.success.afterFailure}</p>
        )}
        {session.endedTransfer !== null && <p class="said">{t.bank.arrived}</p>}
        <SecondPayments view={view} />
      </ScreenHead>
      <Paper view={view} back={back} />
    </>
  );
}

/** Money of other attempts that arrived as well: where it is, so that nobody finds two debits and one receipt. */
function SecondPayments({ view: { t, locale, session } }: { readonly view: SessionView }) {
  return session.returnedDuplicates.map(({ amount, paymentMethod, operatorName, state }, at) => (
    <p key={at} class="said">
      {t.success.second(
        amountText(locale, amount, session.currency),
        operatorName ?? t.methods[paymentMethod],
      )}{" "}
      {t.success.secondState[state]}
    </p>
  ));
}

export function successHeading({ t, session }: SessionView): string {
  if (isRefunded(session)) return t.success.refundedHeading;
  return session.paidLate && isAfterTime(session) ? t.success.lateHeading : t.success.heading;
}

/** Whether the money came after the session's time, and not only after a failure that was told before. */
const isAfterTime = ({ receipt, expiresAt }: PageSession): boolean =>
  receipt !== null && Date.parse(receipt.paidAt) > Date.parse(expiresAt);

/** The receipt itself, what can be done with it, and on paper where it is checked. */
function Paper({ view, back }: { readonly view: SessionView; readonly back: string | null }) {
  const { t, session } = view;
  return (
    <>
      <ReceiptSection view={view} heading={t.success.receipt} />
      {session.receipt !== null && (
        <p class="printed">
          {t.success.checkAt} {view.origin}
          {receiptPath(session.receipt)}
        </p>
      )}
      <p class="buttons">
        {back !== null && (
          <a class="button main" href={back} rel="noreferrer">
            {t.success.back(session.merchantName)}
          </a>
        )}
        {session.receipt !== null && (
          <a
            class="button"
            href={`${view.path}/receipt.pdf${view.langQuery === "" ? "" : `?${view.langQuery}`}`}
            download
          >
            {t.success.pdf}
          </a>
        )}
        {session.receipt !== null && <ShareReceipt view={view} path={receiptPath(session.receipt)} />}
        <button type="button" class="button" hidden data-print>
          {t.success.print}
        </button>
      </p>
      {session.receipt?.canBeMailed === true && <MailReceipt view={view} />}
      {back === null && <p class="quiet close">{t.success.close}</p>}
    </>
  );
}

/**
 * The address that confirms the receipt, for the phone's own share sheet; without one it is a link, and can be copied. Never the
 * page's own address, which is the payer's key.
 */
function ShareReceipt({
  view: { t, langQuery },
  path,
}: {
  readonly view: SessionView;
  readonly path: string;
}) {
  const href = langQuery === "" ? path : `${path}?${langQuery}`;
  return (
    <>
      <a class="button" href={href} data-share>
        {t.success.share}
      </a>
      <button type="button" class="button" hidden data-copy={path} data-done={t.success.linkCopied}>
        {t.success.copyLink}
      </button>
      <span id="copied" class="sr" role="status" />
    </>
  );
}

function ReceiptSection({ view, heading }: { readonly view: SessionView; readonly heading: string }) {
  return (
    <section aria-labelledby="receipt">
      <h2 id="receipt">{heading}</h2>
      <dl class="rows">
        {receiptLines({ ...view, receipt: view.session.receipt }).map(({ name, value, kind }) => (
          <Row key={name} name={name} strong={kind === "amount"}>
            {/* By the clock that it names, also where the script runs: the PDF and the check of the receipt say the same. */}
            {kind === "moment" ? (
              <time datetime={value}>{momentText(view.locale, value, view.session.countryCode)}</time>
            ) : kind === "code" ? (
              <span class="code">{value}</span>
            ) : (
              value
            )}
          </Row>
        ))}
      </dl>
    </section>
  );
}

/** Money that arrived after the end and did not pay: where it is now, and that the payer must not pay again. */
export function LateScreen({ view }: { readonly view: SessionView }) {
  const { t, session } = view;
  const back = safeUrl(session.cancelUrl);
  const fate = { RETURNING: t.late.returning, RETURNED: t.late.returned, HELD: t.late.held };
  return (
    <>
      <ScreenHead mark="warn" heading={t.late.heading}>
        <p class="lead">{fate[session.lateMoney ?? "HELD"]}</p>
        {session.lateMoney !== "RETURNED" && <p class="strong">{t.checking.warning}</p>}
        <p class="quiet">{t.late.keep}</p>
      </ScreenHead>
      <ReceiptSection view={view} heading={t.late.details} />
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

/** FAILED finally: no form, and whom to contact; about a transfer, that it may still arrive. */
export function FailedScreen({ view }: { readonly view: SessionView }) {
  const { t, session } = view;
  const back = safeUrl(session.cancelUrl);
  return (
    <>
      <FailureNotice view={view} />
      {session.endedTransfer !== null && <TransferSent view={view} bank={session.endedTransfer} />}
      <p>{session.endedTransfer === null ? t.failed.final : t.bank.notSent}</p>
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
  | "noReceipt"
  | "merchantClosed"
  | "broken"
  | "tooMany"
  | "moved"
  | "linkExhausted"
  | "linkExpired"
  | "linkClosed";

const marks: Readonly<Record<Ending, Mark>> = {
  expired: "stop",
  cancelled: "stop",
  noMethod: "warn",
  notFound: "stop",
  noReceipt: "stop",
  merchantClosed: "warn",
  broken: "warn",
  tooMany: "warn",
  moved: "warn",
  linkExhausted: "stop",
  linkExpired: "stop",
  linkClosed: "stop",
};

/** Heading and first sentence of an ending. */
export function endingLabels(
  ending: Ending,
  { ended, confirmed, link, again }: Messages,
  when = again(null),
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
    case "noReceipt":
      return [confirmed.none, confirmed.noneLead];
    case "merchantClosed":
      return [ended.merchantClosed, ended.merchantClosedLead];
    case "broken":
      return [ended.broken, ended.brokenLead];
    case "tooMany":
      return [ended.tooMany, ended.tooManyLead(when)];
    case "moved":
      // A payment that was under way may be paid by now.
      return [ended.moved, ended.tooManyLead(when)];
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
  when,
  back,
  view,
}: {
  readonly ending: Ending;
  readonly t: Messages;
  readonly requestId?: string;
  readonly retryPath?: string;
  /** When to come back, in words. */
  readonly when?: string;
  readonly back?: { readonly url: string | null; readonly merchantName: string };
  /** Of a session that has ended: its last attempt may be a transfer on its way. */
  readonly view?: SessionView;
}) {
  const [heading, lead] = endingLabels(ending, t, when);
  const url = safeUrl(back?.url ?? null);
  const transfer = view?.session.endedTransfer ?? null;
  return (
    <>
      <ScreenHead mark={marks[ending]} heading={heading}>
        <p class="lead">{lead}</p>
        {ending === "expired" && transfer === null && <p>{t.ended.expiredPaid}</p>}
      </ScreenHead>
      {view !== undefined && transfer !== null && <TransferSent view={view} bank={transfer} />}
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
