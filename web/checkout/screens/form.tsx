import type { Choice } from "../choices.ts";
import { MethodIcon } from "../icons.tsx";
import type { SessionView } from "../view.ts";
import { pageUrl, safeUrl } from "../view.ts";
import { CustomFields, describe, ErrorSummary, ErrorText, errorOf, Field } from "./fields.tsx";
import { MobileMoneyPanel } from "./mobile-money.tsx";
import { Moment, ScreenHead } from "./parts.tsx";

/**
 * The choice of a method with the fields of each, in one form. Without JavaScript the radio buttons open their own panels
 * (CSS alone), and whatever is sent comes back with its errors.
 */
export function FormScreen({ view }: { readonly view: SessionView }) {
  const { t, session, choices, typed, errors } = view;
  const failed = session.status === "FAILED";
  const open = choices.choices.filter((choice) => !choice.closed);
  const selected = open.find((choice) => choice.value === typed.method) ?? open[0];
  const cancelUrl = safeUrl(session.cancelUrl);
  return (
    <>
      <ErrorSummary errors={errors} t={t} />
      {failed && <FailureNotice view={view} />}
      {failed ? <h2 class="ask">{t.failed.retryHeading}</h2> : <h1 class="ask">{t.form.heading}</h1>}
      <form method="post" action={pageUrl(view)} noValidate data-busy={t.form.busy}>
        {choices.country !== null && <input type="hidden" name="country" value={choices.country} />}
        <CustomFields fields={session.customFields} typed={typed} errors={errors} t={t} />
        <fieldset class="choices" aria-describedby="m0-error">
          <legend class="sr">{t.form.method}</legend>
          <ErrorText id="m0" error={errorOf(errors, "m0")} />
          {choices.choices.map((choice, index) => (
            <ChoiceCard
              key={choice.value}
              view={view}
              choice={choice}
              index={index}
              checked={choice === selected}
            />
          ))}
        </fieldset>
      </form>
      <div class="aside">
        <p>
          {t.validUntil} <Moment locale={view.locale} iso={session.expiresAt} short />
          <span class="left" hidden data-until={session.expiresAt}>
            {" "}
            · {t.timeLeft} <span />
          </span>
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

/** What went wrong, what to do about it, and how many tries are left. */
export function FailureNotice({ view }: { readonly view: SessionView }) {
  const { t, session, locale } = view;
  const words = t.failures[session.failureCode ?? "UNKNOWN"];
  // The service speaks French; in the other languages the page has its own words for the same code.
  const message = (locale === "fr" ? session.failureMessage : null) ?? words.message;
  return (
    <div class="notice">
      <ScreenHead mark="stop" heading={t.failed.heading}>
        <p class="lead">{message}</p>
        <p>{words.next}</p>
        <p class="quiet">
          {t.failed.notDebited} {session.retryable && t.form.attemptsLeft(session.attemptsRemaining)}
        </p>
      </ScreenHead>
    </div>
  );
}

interface CardProps {
  readonly view: SessionView;
  readonly choice: Choice;
  readonly index: number;
  readonly checked: boolean;
}

function ChoiceCard({ view, choice, index, checked }: CardProps) {
  const { t } = view;
  const id = `m${index}`;
  const [option] = choice.options;
  const alone = choice.options.length === 1;
  const name =
    choice.method === "MOBILE_MONEY"
      ? t.methods.MOBILE_MONEY
      : (choiceName(choice, t.methods) ?? option.displayName);
  const operators = choice.options.map((one) => one.displayName).join(", ");
  const status = choice.closed
    ? t.form.closed
    : alone && option.status === "DEGRADED"
      ? t.form.degraded
      : choice.method === "MOBILE_MONEY"
        ? operators
        : null;
  return (
    <div class="choice">
      <input
        type="radio"
        name="method"
        id={id}
        value={choice.value}
        checked={checked}
        disabled={choice.closed}
        aria-describedby={status === null ? undefined : `${id}-about`}
      />
      <label for={id}>
        <MethodIcon method={choice.method} />
        <span class="name">{name}</span>
        <span class="dot" aria-hidden="true" />
      </label>
      {status !== null && (
        <p class={`about${choice.closed || option.status === "DEGRADED" ? " warn" : ""}`} id={`${id}-about`}>
          {status}
        </p>
      )}
      {!choice.closed && (
        <div class="panel">
          <Panel view={view} choice={choice} />
          <button type="submit" class="pay">
            {buttonText(view, choice)}
          </button>
        </div>
      )}
    </div>
  );
}

/** The method's own name, unless several schemes of it stand side by side. */
function choiceName(choice: Choice, names: Readonly<Record<Choice["method"], string>>): string | null {
  return choice.value === choice.method ? names[choice.method] : null;
}

function buttonText({ t, amount }: SessionView, { method }: Choice): string {
  switch (method) {
    case "MOBILE_MONEY":
      return t.form.pay(amount);
    case "CARD":
      return t.form.toCard;
    case "WALLET":
      return t.form.toWallet;
    case "QR":
      return t.form.showQr;
    case "BANK_TRANSFER":
      return t.form.showBank;
  }
}

function Panel({ view, choice }: { readonly view: SessionView; readonly choice: Choice }) {
  const { t, typed, errors } = view;
  switch (choice.method) {
    case "MOBILE_MONEY":
      return <MobileMoneyPanel view={view} choice={choice} />;
    case "CARD":
      return <p class="hint">{t.form.cardHint}</p>;
    case "QR":
      return <p class="hint">{t.form.qrHint}</p>;
    case "WALLET": {
      const error = errorOf(errors, "wallet");
      return (
        <Field id="wallet" label={t.form.wallet} hint={t.form.walletHint} error={error}>
          <input
            id="wallet"
            name="wallet"
            type="text"
            autocomplete="tel"
            required
            value={typed.wallet}
            data-missing={t.errors.walletMissing}
            {...describe("wallet", error, true)}
          />
        </Field>
      );
    }
    case "BANK_TRANSFER": {
      const error = errorOf(errors, "payer_name");
      return (
        <>
          <p class="hint">{t.form.bankHint}</p>
          <Field id="payer_name" label={t.form.payerName} hint={t.form.payerNameHint} error={error}>
            <input
              id="payer_name"
              name="payer_name"
              type="text"
              autocomplete="name"
              required
              value={typed.payerName}
              data-missing={t.errors.payerNameMissing}
              {...describe("payer_name", error, true)}
            />
          </Field>
        </>
      );
    }
  }
}
