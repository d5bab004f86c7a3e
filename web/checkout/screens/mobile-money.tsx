import type { MethodOption } from "../../../server/src/kit/payer-pages.ts";
import type { Choice } from "../choices.ts";
import { chosenOperator } from "../completion-form.ts";
import type { Messages } from "../i18n/index.ts";
import { wholeAmount } from "../i18n/index.ts";
import { OperatorBadge } from "../icons.tsx";
import { dialForCode, helpOf } from "../operator-help.ts";
import { type PhoneHint, phoneHint, prefixesOf } from "../phone-hints.ts";
import type { SessionView } from "../view.ts";
import { CountryChoice } from "./country.tsx";
import { describe, ErrorText, errorOf, Field } from "./fields.tsx";

/** The paying number, the operators as tiles, and the one-time code when the operator needs it first. */
export function MobileMoneyPanel({ view, choice }: { readonly view: SessionView; readonly choice: Choice }) {
  const { t, typed, errors, choices } = view;
  const hint = phoneHint(choices.country);
  const chosen = chosenOperator(typed, choice);
  const phoneError = errorOf(errors, "phone");
  const operatorError = errorOf(errors, "op0");
  // An example says nothing to whoever's number stands there already.
  const isKnown = typed.phone !== "" && phoneError === null && hint?.oldPrefix === null;
  const example = hint === null || isKnown ? undefined : phoneHintText(hint, t);
  return (
    <>
      <CountryChoice view={view} />
      <Field id="phone" label={t.form.phone} hint={example} error={phoneError}>
        <div class="joined">
          {hint !== null && (
            <span class="dial" aria-hidden="true">
              +{hint.dial}
            </span>
          )}
          <input
            id="phone"
            name="phone"
            type="tel"
            inputmode="tel"
            enterkeyhint="go"
            autocomplete="tel"
            required
            value={typed.phone}
            data-missing={t.errors.phoneMissing}
            data-short={t.errors.phoneInvalid}
            data-dial={hint?.dial}
            data-groups={hint?.groups.join(" ")}
            data-old={hint?.oldPrefix ?? undefined}
            data-zero={hint?.dropsZero === true ? "0" : undefined}
            {...describe("phone", phoneError, example !== undefined)}
          />
        </div>
      </Field>
      {/* Read out; on the screen the tile says it. */}
      <p class="sr" id="guess" role="status" />
      <fieldset
        class="operators"
        aria-describedby="op0-error"
        data-usual={view.lastUsed === choice.value ? "" : undefined}
      >
        <legend>{t.form.operator}</legend>
        <ErrorText id="op0" error={operatorError} />
        <div class="tiles">
          {choice.options.map((option, index) => (
            <OperatorTile
              key={option.operator ?? option.displayName}
              option={option}
              index={index}
              checked={option === chosen}
              prefixes={prefixesOf(choices.country, option.operator)}
              t={t}
            />
          ))}
        </div>
      </fieldset>
      <OneTimeCode view={view} choice={choice} />
    </>
  );
}

/** What follows the tap, under the button: above it, it would push the button out of sight. */
export function MobileMoneyNext({ choice, t }: { readonly choice: Choice; readonly t: Messages }) {
  return (
    <div class="hints">
      {/* Before an operator is chosen: no gap stands there. */}
      {choice.options.length > 1 && <p class="hint any">{t.form.nextHint}</p>}
      {choice.options.map(
        (option, index) =>
          option.authFlow !== "OTP" && (
            <p key={option.operator} class={`hint for for${index}`}>
              {option.authFlow === "REDIRECT" ? t.form.redirectHint(option.displayName) : t.form.pinHint}
            </p>
          ),
      )}
    </div>
  );
}

function phoneHintText({ example, oldPrefix }: PhoneHint, { form }: Messages): string {
  const written = example.replaceAll(" ", "\u00a0");
  return oldPrefix === null ? form.phoneHint(written) : form.phoneHintOld(written);
}

function OperatorTile({
  option,
  index,
  checked,
  prefixes,
  t,
}: {
  readonly option: MethodOption;
  readonly index: number;
  readonly checked: boolean;
  readonly prefixes: readonly string[];
  readonly t: Messages;
}) {
  const id = `op${index}`;
  const note =
    option.status === "CLOSED" ? t.form.closed : option.status === "DEGRADED" ? t.form.degraded : null;
  return (
    <div class="tile">
      <input
        type="radio"
        name="operator"
        id={id}
        class={id}
        value={option.operator ?? ""}
        checked={checked}
        disabled={option.status === "CLOSED"}
        aria-describedby={note === null ? undefined : `${id}-note`}
        data-prefixes={prefixes.join(" ")}
        data-guess={t.form.operatorGuess(option.displayName)}
      />
      <label for={id}>
        <OperatorBadge operator={option.operator} name={option.displayName} />
        <span>{option.displayName}</span>
        <span class="tag" aria-hidden="true">
          {t.form.proposed}
        </span>
      </label>
      {note !== null && (
        <p class="warn" id={`${id}-note`}>
          {note}
        </p>
      )}
    </div>
  );
}

/**
 * Shown when an operator that needs a code is chosen. A browser without `:has()` always shows it, and the code of
 * another operator is not sent.
 */
function OneTimeCode({ view, choice }: { readonly view: SessionView; readonly choice: Choice }) {
  const { t, errors, session } = view;
  const wanting = choice.options
    .map((option, index) => ({ option, index }))
    .filter(({ option }) => option.authFlow === "OTP");
  if (wanting.length === 0) return null;
  const error = errorOf(errors, "otp");
  return (
    <div class={`otp for ${wanting.map(({ index }) => `for${index}`).join(" ")}`}>
      <div class="field">
        <label for="otp">{t.form.otp}</label>
        <div class="hint" id="otp-hint">
          {wanting.map(({ option, index }) => {
            const { operator, countryCode, displayName, prompt } = option;
            const dial =
              prompt === null
                ? null
                : dialForCode(
                    helpOf(countryCode, operator),
                    prompt,
                    wholeAmount(session.amount, session.currency),
                  );
            return (
              <p key={operator} class={`for for${index}`}>
                {dial === null ? t.form.otpHintPlain(displayName) : t.form.otpHint(displayName, dial)}
                {dial !== null && (
                  <>
                    {" "}
                    <a href={ussdHref(dial)}>{t.form.dial(dial)}</a>
                  </>
                )}
              </p>
            );
          })}
        </div>
        <ErrorText id="otp" error={error} />
        <input
          id="otp"
          name="otp"
          type="text"
          inputmode="numeric"
          enterkeyhint="go"
          autocomplete="one-time-code"
          maxLength={12}
          required
          value=""
          data-missing={t.errors.otpMissing}
          {...describe("otp", error, true)}
        />
      </div>
    </div>
  );
}

/** A link that opens the dialler with a USSD code: `#` would start a fragment, so it is escaped. */
export function ussdHref(code: string): string {
  return `tel:${encodeURIComponent(code).replaceAll("%2B", "+").replaceAll("%2A", "*")}`;
}
