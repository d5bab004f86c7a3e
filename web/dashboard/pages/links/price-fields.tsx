import { amountKeyboard, typedAmount } from "../../../ui/format/typed-amount.ts";
import { Choice, Field } from "../../../ui/parts/field.tsx";
import { useTexts } from "../../i18n/index.ts";
import { contradictions, type PriceKind, priceKinds, type TypedPrice, typedQuantity } from "./typed-price.ts";

/** What payers pay: one amount, an amount of their choice within limits, or a quantity of one price. */
export function PriceFields({
  typed,
  currency,
  onChange,
}: {
  readonly typed: TypedPrice;
  readonly currency: string;
  readonly onChange: (typed: TypedPrice) => void;
}) {
  const { links: t } = useTexts();
  const wrong = contradictions(typed, currency);
  const amount = (
    label: string,
    value: string,
    change: (text: string) => TypedPrice,
    more: { readonly hint?: string; readonly required?: boolean; readonly error?: string | null } = {},
  ) => (
    <Field
      label={label}
      hint={more.hint}
      error={
        value.trim() !== "" && typedAmount(value, currency) === null ? t.badAmount : (more.error ?? null)
      }
    >
      {(attributes) => (
        <input
          {...attributes}
          required={more.required}
          inputMode={amountKeyboard(currency)}
          value={value}
          onInput={(event) => onChange(change(event.currentTarget.value))}
        />
      )}
    </Field>
  );
  const quantity = (
    label: string,
    value: string,
    change: (text: string) => TypedPrice,
    required = false,
    error: string | null = null,
  ) => (
    <Field label={label} error={value.trim() !== "" && typedQuantity(value) === null ? t.badQuantity : error}>
      {(attributes) => (
        <input
          {...attributes}
          required={required}
          inputMode="numeric"
          value={value}
          onInput={(event) => onChange(change(event.currentTarget.value))}
        />
      )}
    </Field>
  );
  return (
    <>
      <Choice
        label={t.price}
        value={typed.kind}
        options={priceKinds.map((kind) => [kind, t[kind]])}
        onChange={(kind) => onChange({ ...typed, kind: kind as PriceKind })}
      />
      {typed.kind !== "open" &&
        amount(
          typed.kind === "fixed" ? t.amount : t.unitPrice,
          typed.amount,
          (text) => ({ ...typed, amount: text }),
          { required: true, ...(typed.kind === "fixed" ? { hint: t.amountHint } : {}) },
        )}
      {typed.kind === "quantity" && (
        <>
          {quantity(t.fewest, typed.fewest, (text) => ({ ...typed, fewest: text }))}
          {quantity(
            t.largest,
            typed.largest,
            (text) => ({ ...typed, largest: text }),
            true,
            wrong.largest ? t.belowLeast : null,
          )}
        </>
      )}
      {typed.kind === "open" && (
        <>
          {typed.suggestions.map((suggestion, index) =>
            amount(
              t.suggestion(index + 1),
              suggestion,
              (text) => ({ ...typed, suggestions: typed.suggestions.with(index, text) }),
              { error: wrong.suggestions[index] === true ? t.outside : null },
            ),
          )}
          {amount(t.least, typed.least, (text) => ({ ...typed, least: text }))}
          {amount(t.mostAmount, typed.most, (text) => ({ ...typed, most: text }), {
            hint: t.mostHint,
            error: wrong.most ? t.belowLeast : null,
          })}
        </>
      )}
    </>
  );
}
