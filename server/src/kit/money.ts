import { type CurrencyCode, currencyCodes, exponentOf } from "./currency.ts";

/** Minor units (ISO 4217) with their currency: an amount never travels without it, and is never a `number`. */
export type Money = { readonly minor: bigint; readonly currency: CurrencyCode };

export type Locale = "fr" | "en" | "pt";

/** The form of amounts in requests: a positive integer of minor units, at most 15 digits. */
export const AMOUNT_PATTERN = "^[1-9][0-9]{0,14}$";
/** The largest amount of that form, minor units. */
export const AMOUNT_MAX = 999_999_999_999_999n;
const amountPattern = new RegExp(AMOUNT_PATTERN);

export function money(minor: bigint, currency: CurrencyCode): Money {
  return { minor, currency };
}

/** Reads request text as minor units; null when it is not `AMOUNT_PATTERN`. */
export function parseAmount(text: string, currency: CurrencyCode): Money | null {
  return amountPattern.test(text) ? money(BigInt(text), currency) : null;
}

/** Decimal text in major units, exact: 5000 XOF is `"5000"`, 5000 EUR cents are `"50.00"`. */
export function decimalText({ minor, currency }: Money): string {
  const exponent = exponentOf(currency);
  if (exponent === 0) return minor.toString();
  const digits = (minor < 0n ? -minor : minor).toString().padStart(exponent + 1, "0");
  const sign = minor < 0n ? "-" : "";
  return `${sign}${digits.slice(0, -exponent)}.${digits.slice(-exponent)}`;
}

const decimalPattern = /^(\d{1,15})(?:\.(\d{1,6}))?$/;

/**
 * Parses decimal text in major units, as providers write it: `"99.00"` is 99 XOF. Null for an unknown currency, for
 * other text, a sign or an exponent included, and for a fraction of a minor unit.
 */
export function parseDecimal(text: unknown, currency: unknown): Money | null {
  const known = currencyCodes.find((code): code is CurrencyCode => code === currency);
  const match = typeof text === "string" ? decimalPattern.exec(text) : null;
  if (known === undefined || match === null) return null;
  const exponent = exponentOf(known);
  const [, whole = "", fraction = ""] = match;
  if (!/^0*$/.test(fraction.slice(exponent))) return null;
  return money(BigInt(whole + fraction.slice(0, exponent).padEnd(exponent, "0")), known);
}

const tags: Record<Locale, string> = { fr: "fr-FR", en: "en-GB", pt: "pt-PT" };
const formats = new Map<string, Intl.NumberFormat>();

/**
 * A payment formats its amount five times within a second, so recent texts are cached. The whole cache is dropped when
 * it is full.
 */
const TEXTS_KEPT = 2_000;
let texts = new Map<string, string>();

/** Text for people: `5 000 F CFA`, `50,00 €`. French groups are separated by a narrow no-break space. */
export function displayMoney(amount: Money, locale: Locale): string {
  const key = `${locale}${amount.currency}${amount.minor}`;
  const known = texts.get(key);
  if (known !== undefined) return known;
  // Intl accepts decimal text exactly, where a number would lose the last digits. Its type allows only numbers.
  const text = formatOf(amount.currency, locale).format(decimalText(amount) as unknown as number);
  if (texts.size >= TEXTS_KEPT) texts = new Map();
  texts.set(key, text);
  return text;
}

function formatOf(currency: CurrencyCode, locale: Locale): Intl.NumberFormat {
  const key = `${locale}${currency}`;
  let format = formats.get(key);
  if (format === undefined) {
    const digits = exponentOf(currency);
    format = new Intl.NumberFormat(tags[locale], {
      style: "currency",
      currency,
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    });
    formats.set(key, format);
  }
  return format;
}

/**
 * `amount` × `basisPoints` / 10 000, rounded half up to the minor unit.
 */
export function shareOf(amount: bigint, basisPoints: bigint): bigint {
  return (amount * basisPoints + 5_000n) / 10_000n;
}
