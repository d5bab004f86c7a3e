import { type CurrencyCode, decimals, toDecimal, toMinor } from "../../../sdk/js/src/index.ts";
import type { CaurisOptions } from "./options.ts";

/** Medusa's currency codes are lower case. Throws for a currency that the service does not book. */
export function currencyOf(code: string): CurrencyCode {
  const currency = code.toUpperCase();
  if (!Object.hasOwn(decimals, currency)) throw new RangeError(`${currency} is not a currency of Cauris`);
  return currency as CurrencyCode;
}

/**
 * Medusa's amount, in units of the currency, as minor units. Throws RangeError for an amount with more decimals than the currency has,
 * unless `fractions` is `round`: then half a minor unit is rounded up.
 */
export function minorOf(
  amount: unknown,
  currency: CurrencyCode,
  fractions: CaurisOptions["fractions"] = "refuse",
): string {
  const text = decimalText(amount);
  const [, whole = "", fraction = ""] = /^(\d+)(?:\.(\d+))?$/.exec(text) ?? [];
  const digits = decimals[currency];
  if (whole === "") throw new RangeError(`${JSON.stringify(text)} is not an amount`);
  const rest = fraction.slice(digits).replace(/0+$/, "");
  if (rest === "") return toMinor(joined(whole, fraction.slice(0, digits)), currency);
  if (fractions === "refuse")
    throw new RangeError(
      `${text} ${currency} has more than ${digits} decimals. Make prices and taxes whole, or set the option fractions to "round".`,
    );
  const floor = BigInt(toMinor(joined(whole, fraction.slice(0, digits)), currency));
  return String(/^[5-9]/.test(rest) ? floor + 1n : floor);
}

/** Minor units as Medusa's amount, in units of the currency. A number: Medusa's events carry no text. */
export function majorOf(minor: string, currency: CurrencyCode): number {
  return Number(toDecimal(minor, currency));
}

const joined = (whole: string, fraction: string) => (fraction === "" ? whole : `${whole}.${fraction}`);

/** Medusa gives a number, text, `{ value: "12.5" }`, or an object with `toString`. */
function decimalText(amount: unknown): string {
  if (typeof amount === "object" && amount !== null) {
    const { value, raw } = amount as {
      readonly value?: unknown;
      readonly raw?: { readonly value?: unknown };
    };
    const exact = raw?.value ?? value;
    return exact === undefined ? String(amount) : decimalText(exact);
  }
  return String(amount);
}
