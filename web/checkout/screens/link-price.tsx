import { exponentOf, isCurrencyCode } from "../../../server/src/kit/currency.ts";
import type { Locale } from "../../../server/src/kit/money.ts";
import type { LinkPage } from "../../../server/src/kit/payer-pages.ts";
import type { PriceProblem } from "../chosen-price.ts";
import { amountText, amountToPaste, type Messages, unitText } from "../i18n/index.ts";
import { describe, Field } from "./fields.tsx";

interface PriceProps {
  readonly link: LinkPage;
  readonly t: Messages;
  readonly locale: Locale;
  readonly action: string;
  readonly problem: PriceProblem | null;
}

/** The amount of the payer's choice: suggestions to tap, each a form of its own, and a field. */
export function OpenAmount({ link, t, locale, action, problem }: PriceProps) {
  const { price, currency } = link;
  const suggestions = price.amountSuggestions ?? [];
  const unit = unitText(locale, currency);
  const shown = (minor: string | null) => (minor === null ? null : amountText(locale, minor, currency));
  const limits = t.link.limits(shown(price.amountMin), shown(price.amountMax));
  const error = problem?.field === "amount" ? problem.message : null;
  const hasDecimals = isCurrencyCode(currency) && exponentOf(currency) > 0;
  return (
    <>
      <h1 class="ask">{t.link.chooseAmount}</h1>
      {suggestions.length > 0 && (
        <div class="tiles">
          {(problem?.doubt ?? suggestions).map((suggestion) => (
            <form key={suggestion} method="post" action={action} data-busy={t.form.busy}>
              {suggestion === problem?.doubt?.[0] && <input type="hidden" name="sure" value="1" />}
              <button
                type="submit"
                class="button"
                name="amount"
                value={amountToPaste(locale, suggestion, currency)}
              >
                {amountText(locale, suggestion, currency)}
              </button>
            </form>
          ))}
        </div>
      )}
      <form method="post" action={action} noValidate data-busy={t.form.busy}>
        <Field
          id="amount"
          label={suggestions.length > 0 ? t.link.otherAmount(unit) : t.link.amount(unit)}
          hint={limits}
          error={error}
        >
          <input
            id="amount"
            name="amount"
            type="text"
            inputmode={hasDecimals ? "decimal" : "numeric"}
            enterkeyhint="go"
            autocomplete="off"
            maxLength={25}
            required
            value={problem?.field === "amount" ? problem.typed : ""}
            data-missing={t.link.amountMissing}
            {...describe("amount", error, limits !== undefined)}
          />
        </Field>
        <Go t={t} />
      </form>
    </>
  );
}

/** Up to so many quantities are a list, in which each one shows its sum without the script. */
const LISTED_MAX = 50;

/** How many, with the sum of each as long as they fit into a list. */
export function Quantity({ link, t, locale, action, problem }: PriceProps) {
  const { price, currency } = link;
  const [least, most] = [price.quantityMin ?? 1, price.quantityMax ?? 1];
  const unit = price.amount ?? "0";
  const error = problem?.field === "quantity" ? problem.message : null;
  const typed = problem?.field === "quantity" ? problem.typed : "";
  const isListed = most - least < LISTED_MAX;
  const shared = { id: "quantity", name: "quantity", ...describe("quantity", error, true) };
  const sumOf = (quantity: number) =>
    amountText(locale, (BigInt(unit) * BigInt(quantity)).toString(), currency);
  return (
    <>
      <h1 class="ask">{t.link.chooseQuantity}</h1>
      <form method="post" action={action} noValidate data-busy={t.form.busy}>
        <Field
          id="quantity"
          label={t.link.quantity}
          hint={t.link.each(amountText(locale, unit, currency), least, most)}
          error={error}
        >
          {isListed ? (
            <select {...shared}>
              {Array.from({ length: most - least + 1 }, (_none, index) => least + index).map((quantity) => (
                <option key={quantity} value={quantity} selected={`${quantity}` === typed}>
                  {quantity} · {sumOf(quantity)}
                </option>
              ))}
            </select>
          ) : (
            <input
              {...shared}
              type="text"
              inputmode="numeric"
              enterkeyhint="go"
              autocomplete="off"
              maxLength={4}
              required
              value={typed === "" ? `${least}` : typed}
              data-missing={t.link.quantityInvalid(least, most)}
            />
          )}
        </Field>
        <Go t={t} />
      </form>
    </>
  );
}

function Go({ t }: { readonly t: Messages }) {
  return (
    <>
      <button type="submit" class="pay">
        {t.link.go}
      </button>
      <p class="hint">{t.link.lead}</p>
    </>
  );
}
