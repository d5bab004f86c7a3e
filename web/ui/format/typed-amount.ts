import { exponentOf, isCurrencyCode } from "../../../server/src/kit/currency.ts";

export { typedAmount } from "../../../server/src/kit/typed-amount.ts";

/** Minor units as a person types them: `1000` F, `10.50`. Pure. */
export function asTyped(minor: string | null, currency: string): string {
  if (minor === null) return "";
  const digits = isCurrencyCode(currency) ? exponentOf(currency) : 0;
  if (digits === 0) return minor;
  const padded = minor.padStart(digits + 1, "0");
  return `${padded.slice(0, -digits)}.${padded.slice(-digits)}`;
}

/** The keyboard that a phone shows for an amount: without a comma where the currency has no decimals. Pure. */
export const amountKeyboard = (currency: string): "numeric" | "decimal" =>
  isCurrencyCode(currency) && exponentOf(currency) === 0 ? "numeric" : "decimal";
