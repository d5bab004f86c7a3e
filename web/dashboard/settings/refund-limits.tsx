import { useRead } from "../../ui/api/reads.ts";
import type { Member, Standing } from "../../ui/api/views.ts";
import { useMerchant } from "../../ui/app/scope.tsx";
import { amountKeyboard, asTyped, typedAmount } from "../../ui/format/typed-amount.ts";
import { Field } from "../../ui/parts/field.tsx";
import { useTexts } from "../i18n/index.ts";
import type { Roles } from "./role-fields.tsx";

/** What is typed for each currency; empty: nothing of it may be refunded. */
export type TypedLimits = Readonly<Record<string, string>>;

export const typedLimits = (limits: Member["refundLimits"]): TypedLimits =>
  Object.fromEntries(limits.map(({ currency, amount }) => [currency, asTyped(amount, currency)]));

/** Only support is refused above its limit, so only there it is asked for. Pure. */
export const takesLimits = ({ live, sandbox }: Roles): boolean => live === "SUPPORT" || sandbox === "SUPPORT";

/** The limits as the API takes them, in minor units; null where something typed is no amount. Pure. */
export function limitsBody(typed: TypedLimits): Member["refundLimits"] | null {
  const limits = Object.entries(typed)
    .filter(([, text]) => text.trim() !== "")
    .map(([currency, text]) => ({ currency, amount: typedAmount(text, currency)?.toString() ?? null }));
  return limits.some(({ amount }) => amount === null) ? null : (limits as Member["refundLimits"]);
}

interface RefundLimitFieldsProps {
  readonly typed: TypedLimits;
  readonly onChange: (typed: TypedLimits) => void;
}

/** One field for each currency that the merchant has a wallet in. */
export function RefundLimitFields({ typed, onChange }: RefundLimitFieldsProps) {
  const { team: t } = useTexts();
  const { merchantId } = useMerchant();
  const standing = useRead<Standing>(`/merchant/merchants/${merchantId}`);
  const wallets = standing.data?.data.wallets.map(({ currency }) => currency) ?? [];
  const currencies = [...new Set([...wallets, ...Object.keys(typed)])].sort();
  return (
    <>
      {currencies.map((currency) => {
        const text = typed[currency] ?? "";
        const isBad = text.trim() !== "" && typedAmount(text, currency) === null;
        return (
          <Field
            key={currency}
            label={t.refundLimit(currency)}
            hint={t.refundLimitHint}
            error={isBad ? t.badLimit : null}
          >
            {(attributes) => (
              <input
                {...attributes}
                inputMode={amountKeyboard(currency)}
                value={text}
                onInput={(event) => onChange({ ...typed, [currency]: event.currentTarget.value })}
              />
            )}
          </Field>
        );
      })}
    </>
  );
}
