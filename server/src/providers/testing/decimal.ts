import { type CurrencyCode, currencyCodes, exponentOf } from "../../kit/currency.ts";
import { type Money, money } from "../../kit/money.ts";

/** Parses decimal text in major units: `"99.00"` is 99 XOF. Null for other text, or a fraction of a minor unit. */
export function parseDecimal(text: unknown, currency: unknown): Money | null {
  const known = currencyCodes.find((code): code is CurrencyCode => code === currency);
  const match = typeof text === "string" ? /^(\d{1,12})(?:\.(\d{1,6}))?$/.exec(text) : null;
  if (known === undefined || match === null) return null;
  const exponent = exponentOf(known);
  const [, whole = "", fraction = ""] = match;
  if (!/^0*$/.test(fraction.slice(exponent))) return null;
  return money(BigInt(whole + fraction.slice(0, exponent).padEnd(exponent, "0")), known);
}
