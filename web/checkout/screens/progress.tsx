import { PROMPT_ANSWER_MS } from "../../../server/src/kit/payment-terms.ts";
import { helpOf } from "../operator-help.ts";
import { safeUrl } from "../safe-url.ts";
import type { SessionView } from "../view.ts";
import { QrImage } from "./codes.tsx";
import { ussdHref } from "./mobile-money.tsx";
import { Live, ScreenHead } from "./parts.tsx";

/** The request is on the payer's phone; or, for a method without a phone, the provider is processing it. */
export function WaitingScreen({ view }: { readonly view: SessionView }) {
  const { t, session } = view;
  const byPhone = session.paymentMethod === "MOBILE_MONEY";
  if (!byPhone)
    return (
      <>
        <ScreenHead mark="wait" heading={t.waiting.processing}>
          <p class="lead">{t.waiting.processingLead}</p>
        </ScreenHead>
        <Live view={view} text={t.waiting.processingLive} />
        <p class="quiet">{t.waiting.reopen}</p>
      </>
    );
  const overMs = promptLeftMs(session);
  const isOver = overMs <= 0;
  const lead = <p class="lead">{t.waiting.lead(session.operatorName, session.maskedPhone)}</p>;
  return (
    <>
      {!isOver ? (
        <>
          <ScreenHead mark="wait" heading={t.waiting.heading}>
            {lead}
            <p class="quiet">{t.waiting.usually}</p>
          </ScreenHead>
          <ol class="steps" data-renew-after={overMs}>
            {t.waiting.steps.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
        </>
      ) : (
        <ScreenHead mark="warn" heading={t.waiting.over}>
          {lead}
          <p>{session.mayLeave ? t.waiting.overNext : t.waiting.overLast}</p>
        </ScreenHead>
      )}
      <Live view={view} text={isOver ? t.checking.live : t.waiting.live} />
      {!isOver && (
        <div class="help">
          <h2>{t.waiting.noPrompt}</h2>
          <NothingShown view={view} />
        </div>
      )}
      <p class="quiet">{t.waiting.reopen}</p>
    </>
  );
}

/** How long the payer can still answer the request, in milliseconds; 0 or less: no longer. */
function promptLeftMs({ startedAt, nowMs }: SessionView["session"]): number {
  return (startedAt === null ? nowMs : Date.parse(startedAt)) + PROMPT_ANSWER_MS - nowMs;
}

/** What the wait is called: what to do, or that it is too late for it. */
export function waitingHeading({ t, session }: Pick<SessionView, "t" | "session">): string {
  if (session.paymentMethod !== "MOBILE_MONEY") return t.waiting.processing;
  return promptLeftMs(session) > 0 ? t.waiting.heading : t.waiting.over;
}

/** Where a request is found that does not appear by itself; general words where we do not know the operator's code. */
function NothingShown({ view: { t, session } }: { readonly view: SessionView }) {
  const help = helpOf(session.operatorCountry, session.operator);
  if (help.kind !== "request" && help.kind !== "menu")
    return <p>{t.waiting.noPromptPlain(session.operatorName)}</p>;
  return (
    <>
      <p>{help.kind === "request" ? t.waiting.dialRequest(help.dial) : t.waiting.dialMenu(help.dial)}</p>
      <p>
        <a class="button" href={ussdHref(help.dial)}>
          {t.form.dial(help.dial)}
        </a>
      </p>
    </>
  );
}

export const checkingHeading = ({ t, session }: Pick<SessionView, "t" | "session">): string =>
  session.heldForReview ? t.checking.heldHeading : t.checking.heading;

/** The outcome is unknown, or the money waits for a decision. What matters is that the payer does not pay twice. */
export function CheckingScreen({ view }: { readonly view: SessionView }) {
  const { t, session } = view;
  if (session.heldForReview)
    return (
      <>
        <ScreenHead mark="warn" heading={t.checking.heldHeading}>
          <p class="lead strong">{t.checking.warning}</p>
          <p>{t.checking.held}</p>
        </ScreenHead>
        <Live view={view} text={t.checking.heldLive} />
        <p class="quiet">{t.waiting.reopen}</p>
      </>
    );
  // Whether another try is left if this one was not taken.
  const mayRetry = session.attemptsRemaining > 0 && Date.parse(session.expiresAt) > session.nowMs;
  const [paid, retry] = t.checking.outcomes;
  return (
    <>
      <ScreenHead mark="warn" heading={t.checking.heading}>
        <p class="lead strong">{t.checking.warning}</p>
        <p>{t.checking.lead}</p>
      </ScreenHead>
      <ul class="steps">
        <li>{paid}</li>
        <li>{mayRetry ? retry : t.checking.outcomeLast}</li>
      </ul>
      <Live view={view} text={t.checking.live} />
      <p class="quiet">{t.waiting.reopen}</p>
    </>
  );
}

/** The payer confirms elsewhere: a button, and right after the form a redirect. */
export function RedirectScreen({ view }: { readonly view: SessionView }) {
  const { t, session } = view;
  const url = safeUrl(session.actionUrl);
  if (url === null) return <WaitingScreen view={view} />;
  const where =
    session.paymentMethod === "CARD"
      ? t.redirect.card
      : session.paymentMethod === "WALLET"
        ? t.redirect.wallet
        : session.paymentMethod === "MOBILE_MONEY"
          ? t.redirect.mobile
          : t.redirect.other;
  return (
    <>
      <ScreenHead mark="wait" heading={t.redirect.heading}>
        <p class="lead">{where}</p>
      </ScreenHead>
      <p>
        <a class="button main" href={url} rel="noreferrer">
          {t.redirect.button}
        </a>
      </p>
      <p class="quiet">{t.redirect.after}</p>
      {opensApp(session) && (
        <div class="help computer">
          <h2>{t.redirect.scanHeading}</h2>
          <p>{t.redirect.scanLead}</p>
          <QrImage payload={url} label={t.redirect.scanImage} />
        </div>
      )}
      <Live view={view} text={t.redirect.live} />
    </>
  );
}

/** The payer is back from the provider's page. Whoever has confirmed there must not be asked to confirm again. */
export function ReturnedScreen({ view }: { readonly view: SessionView }) {
  const { t, session } = view;
  const url = safeUrl(session.actionUrl);
  return (
    <>
      <ScreenHead mark="wait" heading={t.returned.heading(session.operatorName)}>
        <p class="lead strong">{t.checking.warning}</p>
        <p>{t.returned.lead}</p>
      </ScreenHead>
      <Live view={view} text={t.returned.live} />
      {url !== null && (
        <p class="quiet">
          {t.returned.notConfirmed}{" "}
          <a href={url} rel="noreferrer">
            {t.returned.again}
          </a>
        </p>
      )}
    </>
  );
}

/** Wave's address opens its app: on a computer the payer scans it instead. */
function opensApp({ operator }: SessionView["session"]): boolean {
  return operator === "WAVE";
}

/** Where the page of an attempt redirects right after the form was sent; null when it stays. */
export function redirectTarget(view: SessionView): string | null {
  const { session, justSent } = view;
  const waits = session.status === "PROCESSING" && !session.unknown && session.nextStep === "REDIRECT";
  return justSent && waits ? safeUrl(session.actionUrl) : null;
}
