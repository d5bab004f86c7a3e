import { exponentOf, isCurrencyCode } from "./currency.ts";
import { parseDecimal } from "./money.ts";

/** `1.250.000`: groups of three with one mark between them. */
const grouped = /^\d{1,3}([.,])\d{3}(?:\1\d{3})*$/;

/**
 * Reads what a person types, `12 500`, `12.500` or `12,50`, as minor units. Null for anything that is no amount of the
 * currency, and for `1.250` of a currency with two decimals: it could be 1 or 1 250, and a guess would be wrong a
 * thousandfold. Pure.
 */
export function typedAmount(text: string, currency: string): bigint | null {
  if (!isCurrencyCode(currency)) return null;
  const decimal = withoutGroups(text.replace(/[\s'’]/g, ""), exponentOf(currency));
  const read = decimal === null ? null : parseDecimal(decimal, currency);
  return read === null || read.minor <= 0n ? null : read.minor;
}

/** The text with a point before its decimals and no other mark; null when it can be read in two ways. */
function withoutGroups(text: string, exponent: number): string | null {
  const lastMark = Math.max(text.lastIndexOf("."), text.lastIndexOf(","));
  if (lastMark === -1) return text;
  const hasOneMark = text.search(/[.,]/) === lastMark;
  if (grouped.test(text) && (exponent === 0 || !hasOneMark)) return text.replace(/[.,]/g, "");
  if (grouped.test(text) && exponent !== 3) return null;
  const whole = text.slice(0, lastMark);
  if (!hasOneMark && (!grouped.test(whole) || whole.includes(text.charAt(lastMark)))) return null;
  return `${whole.replace(/[.,]/g, "")}.${text.slice(lastMark + 1)}`;
}
