import type { PageSession } from "../../../server/src/kit/payer-pages.ts";
import type { PaymentMethod } from "../../../server/src/kit/payment-terms.ts";
import type { Choice } from "../choices.ts";
import { safeUrl } from "../safe-url.ts";
import type { SessionView } from "../view.ts";
import { pageUrl } from "../view.ts";
import { ChoiceCard } from "./choice-card.tsx";
import { CustomFields, ErrorSummary, ErrorText, errorOf } from "./fields.tsx";
import { Moment, ScreenHead } from "./parts.tsx";
import { TransferSent } from "./transfer.tsx";

/**
 * The choice of a method with the fields of each, in one form. Without JavaScript the radio buttons open their own
 * panels (CSS alone), and an invalid form comes back with its errors.
 */
export function FormScreen({ view }: { readonly view: SessionView }) {
  const { t, session, choices, typed, errors } = view;
  const failed = session.status === "FAILED";
  const open = choices.choices.filter((choice) => !choice.closed);
  const selected = open.find((choice) => choice.value === typed.method) ?? open[0];
  const cancelUrl = safeUrl(session.cancelUrl);
  const [usual, few] = byUse(choices.choices, typed.method);
  const heading = session.customFields.length > 0 ? t.form.headingWithDetails : t.form.heading;
  const cards = (some: readonly Choice[]) =>
    some.map((choice) => (
      <ChoiceCard
        key={choice.value}
        view={view}
        choice={choice}
        index={choices.choices.indexOf(choice)}
        checked={choice === selected}
      />
    ));
  return (
    <>
      <ErrorSummary view={view} />
      {failed && <FailureNotice view={view} />}
      {failed && session.endedTransfer !== null && <TransferSent view={view} bank={session.endedTransfer} />}
      {failed && !hasChosenAnother(view) ? (
        <h2 class="ask">{wasLeft(session) ? heading : t.failed.retryHeading}</h2>
      ) : (
        <h1 class="ask">{heading}</h1>
      )}
      <form
        method="post"
        action={pageUrl(view)}
        noValidate
        data-busy={t.form.busy}
        data-unsure={t.form.unsure}
        data-status={view.statusPath}
        data-state={session.status}
      >
        {choices.country !== null && <input type="hidden" name="country" value={choices.country} />}
        <CustomFields fields={session.customFields} typed={typed} errors={errors} t={t} />
        <fieldset class="choices" aria-describedby="m0-error">
          <legend class="sr">{t.form.method}</legend>
          <ErrorText id="m0" error={errorOf(errors, "m0")} />
          {cards(usual)}
          {few.length > 0 && (
            <details class="few">
              <summary>{t.form.more}</summary>
              {cards(few)}
            </details>
          )}
        </fieldset>
      </form>
      <div class="aside">
        <p>
          {t.validUntil} <Moment view={view} iso={session.expiresAt} words={t.untilWords} />
          <span
            class="left"
            hidden
            data-left={Date.parse(session.expiresAt) - session.nowMs}
            data-words={t.timeLeft}
          />
        </p>
        {cancelUrl !== null && (
          <p>
            <a href={cancelUrl} rel="noreferrer">
              {t.form.cancel(session.merchantName)}
            </a>
          </p>
        )}
      </div>
    </>
  );
}

/** Few payers use these: they stand behind one line, except one that this payer used or chose. */
const seldomUsed: readonly PaymentMethod[] = ["WALLET", "BANK_TRANSFER"];

function byUse(
  choices: readonly Choice[],
  own: string | null,
): readonly [usual: readonly Choice[], few: readonly Choice[]] {
  const usual = choices.filter(({ method, value }) => !seldomUsed.includes(method) || value === own);
  // Nothing is hidden where nothing else can be chosen.
  if (!usual.some(({ closed }) => !closed)) return [choices, []];
  return [usual, choices.filter((choice) => !usual.includes(choice))];
}

/** The payer stopped the last attempt for another way, and nothing of it can arrive any more: that is no failure. */
export const hasChosenAnother = ({ session, justLeft }: SessionView): boolean =>
  justLeft &&
  session.retryable &&
  session.failureCode === "PAYMENT_CANCELLED" &&
  session.endedTransfer === null;

/** A transfer that ended before its own time: somebody gave it up. */
const wasLeft = ({ endedTransfer, nowMs }: PageSession): boolean =>
  endedTransfer !== null && endedTransfer.expiresAt !== null && Date.parse(endedTransfer.expiresAt) > nowMs;

/** Operators write to the phone; of a card or a transfer the bank does. */
const toldByPhone = ({ typed }: SessionView): boolean =>
  typed.method !== "CARD" && typed.method !== "BANK_TRANSFER";

/** What the last attempt came to, in a few words. */
export function failureHeading(view: SessionView): string {
  const { t, session } = view;
  if (hasChosenAnother(view)) return t.form.heading;
  if (session.endedTransfer === null) return t.failed.heading;
  return wasLeft(session) ? t.wayOut.transferHeading : t.bank.timeOver;
}

/**
 * What went wrong, what to do about it, and how many attempts are left. A transfer whose time is over has not failed: it may
 * be on its way.
 */
export function FailureNotice({ view }: { readonly view: SessionView }) {
  const { t, session } = view;
  if (session.endedTransfer !== null)
    return (
      <div class="notice">
        <ScreenHead mark="warn" heading={failureHeading(view)}>
          <p class="lead">{wasLeft(session) ? t.wayOut.transferLead : t.bank.timeOverLead}</p>
        </ScreenHead>
      </div>
    );
  if (hasChosenAnother(view))
    return (
      <p class="said" role="status">
        {t.wayOut.stopped}
      </p>
    );
  const words = t.failures[session.failureCode ?? "UNKNOWN"];
  return (
    <div class="notice">
      <ScreenHead mark="stop" heading={t.failed.heading}>
        <p class="lead">{words.message}</p>
        {session.retryable && <p>{words.next}</p>}
        <p class="quiet">
          {toldByPhone(view) ? t.failed.notDebited : t.failed.notDebitedBank}{" "}
          {session.retryable && t.form.attemptsLeft(session.attemptsRemaining)}
        </p>
      </ScreenHead>
    </div>
  );
}
