import type { Choice } from "../choices.ts";
import { breakable } from "../i18n/index.ts";
import { MethodIcon } from "../icons.tsx";
import type { SessionView } from "../view.ts";
import { describe, errorOf, Field } from "./fields.tsx";
import { MobileMoneyNext, MobileMoneyPanel } from "./mobile-money.tsx";
import { QrSchemes } from "./qr-schemes.tsx";

/** One method as a large radio button, with its own panel of fields and its own button to send them. */
export function ChoiceCard({
  view,
  choice,
  index,
  checked,
}: {
  readonly view: SessionView;
  readonly choice: Choice;
  readonly index: number;
  readonly checked: boolean;
}) {
  const id = `m${index}`;
  const about = aboutChoice(choice, view);
  // A code is for another screen than that of the phone that scans it: first where the page is wide, by the style sheet alone.
  // In a group of radio buttons the arrow keys go round, so first and last are neighbours for them too.
  const isScanned = choice.method === "QR" && view.typed.method === null && view.errors.length === 0;
  return (
    <div class={isScanned ? "choice scan" : "choice"}>
      <input
        type="radio"
        name="method"
        id={id}
        value={choice.value}
        checked={checked}
        disabled={choice.closed}
        aria-describedby={about === null ? undefined : `${id}-about`}
      />
      <label for={id}>
        <MethodIcon method={choice.method} />
        <span class="name">
          {choiceName(choice, view)}
          {choice.value === view.lastUsed && <span class="tag">{view.t.form.lastUsed}</span>}
        </span>
        <span class="dot" aria-hidden="true" />
      </label>
      {about !== null && (
        <p class={about.warning ? "about warn" : "about"} id={`${id}-about`}>
          {about.text}
        </p>
      )}
      {!choice.closed && (
        <div class="panel">
          <Panel view={view} choice={choice} />
          <button type="submit" class="pay">
            {buttonText(view, choice)}
          </button>
          {choice.method === "MOBILE_MONEY" && <MobileMoneyNext choice={choice} t={view.t} />}
        </div>
      )}
    </div>
  );
}

/** The method's own name, unless several choices have it. A wallet is named by whose it is. */
function choiceName({ value, method, options }: Choice, { t, session }: SessionView): string {
  if (method === "WALLET") return t.form.walletOf(session.runBy.name);
  return value === method ? t.methods[method] : options[0].displayName;
}

/** The line under the name: the problem, else what the method includes. */
function aboutChoice(choice: Choice, { t }: SessionView): { text: string; warning: boolean } | null {
  const { method, options, closed } = choice;
  if (closed) return { text: t.form.closed, warning: true };
  const [first, ...others] = options;
  if (others.length === 0 && first.status === "DEGRADED") return { text: t.form.degraded, warning: true };
  if (method === "MOBILE_MONEY")
    return { text: options.map((one) => one.displayName).join(", "), warning: false };
  return method === "CARD" ? { text: first.displayName, warning: false } : null;
}

function buttonText({ t, amount }: SessionView, { method }: Choice): string {
  switch (method) {
    case "MOBILE_MONEY":
      return t.form.pay(breakable(amount));
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
      return <QrSchemes view={view} choice={choice} />;
    case "WALLET": {
      const error = errorOf(errors, "wallet");
      return (
        <Field id="wallet" label={t.form.wallet} hint={t.form.walletHint} error={error}>
          <input
            id="wallet"
            name="wallet"
            type="text"
            inputmode="text"
            enterkeyhint="go"
            autocapitalize="none"
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
              enterkeyhint="go"
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
