/** Digits after the decimal point of each currency that the service books (ISO 4217). */
export const decimals = {
  XOF: 0,
  XAF: 0,
  GNF: 0,
  CDF: 2,
  EUR: 2,
  USD: 2,
  NGN: 2,
  GHS: 2,
  KES: 2,
  RWF: 0,
  UGX: 0,
  BIF: 0,
  DJF: 0,
  KMF: 0,
  TND: 3,
  MGA: 2,
  MRU: 2,
  MAD: 2,
  DZD: 2,
  CVE: 2,
  GMD: 2,
  LRD: 2,
  SLE: 2,
  ZMW: 2,
  TZS: 2,
  MWK: 2,
  MZN: 2,
  ETB: 2,
  GBP: 2,
  JPY: 0,
  CHF: 2,
  CAD: 2,
  CNY: 2,
  AED: 2,
  EGP: 2,
  ZAR: 2,
  KWD: 3,
  BHD: 3,
  OMR: 3,
  JOD: 3,
} as const;

export type CurrencyCode = keyof typeof decimals;

/**
 * `"12.50"` EUR as the API's text of minor units, `"1250"`; `"5000.00"` XOF as `"5000"`. Takes text, a whole number or a bigint: a number
 * with decimals has been rounded by its computer already. Throws RangeError for a fraction of a minor unit (`"12.5"` XOF), because
 * nobody can pay it, and for anything that is no amount.
 */
export function toMinor(amount: string | number | bigint, currency: CurrencyCode): string {
  if (typeof amount === "number" && !Number.isSafeInteger(amount))
    throw new RangeError(`${amount} is not a whole number: give an amount with decimals as text`);
  const [, whole, fraction = ""] = /^(\d{1,15})(?:\.(\d{1,6}))?$/.exec(String(amount)) ?? [];
  if (whole === undefined) throw new RangeError(`${JSON.stringify(String(amount))} is not an amount`);
  const digits = exponentOf(currency);
  if (!/^0*$/.test(fraction.slice(digits)))
    throw new RangeError(
      `${amount} ${currency} cannot be paid: ${currency} has ${digits === 0 ? "no" : digits} decimals`,
    );
  return BigInt(whole + fraction.slice(0, digits).padEnd(digits, "0")).toString();
}

/** `"1250"` EUR as `"12.50"`; `"5000"` XOF as `"5000"`. Throws RangeError for text that is no whole number. */
export function toDecimal(minor: string | bigint, currency: CurrencyCode): string {
  const text = String(minor);
  if (!/^-?\d{1,20}$/.test(text))
    throw new RangeError(`${JSON.stringify(text)} is not a number of minor units`);
  const digits = exponentOf(currency);
  if (digits === 0) return text;
  const sign = text.startsWith("-") ? "-" : "";
  const padded = text.slice(sign.length).padStart(digits + 1, "0");
  return `${sign}${padded.slice(0, -digits)}.${padded.slice(-digits)}`;
}

/** The payer's page writes the languages so. */
const tags: Readonly<Record<string, string>> = { fr: "fr-FR", en: "en-GB", pt: "pt-PT" };

/**
 * An amount as the payer's page writes it: `"5000"` XOF is `5 000 F CFA` in French, with spaces that do not break. `locale` is `fr`, `en`,
 * `pt` or any tag that `Intl` knows.
 */
export function format(minor: string | bigint, currency: CurrencyCode, locale = "fr"): string {
  const formatter = new Intl.NumberFormat(tags[locale] ?? locale, {
    style: "currency",
    currency,
    minimumFractionDigits: exponentOf(currency),
    maximumFractionDigits: exponentOf(currency),
  });
  // Text keeps every digit; types of older libraries know numbers only.
  return formatter.format(toDecimal(minor, currency) as unknown as number);
}

function exponentOf(currency: CurrencyCode): number {
  if (!Object.hasOwn(decimals, currency))
    throw new RangeError(`${JSON.stringify(currency)} is not a currency of the service`);
  return decimals[currency];
}
