import { isCurrencyCode } from "../../../server/src/kit/currency.ts";
import { decimalText, displayMoney, type Locale, money } from "../../../server/src/kit/money.ts";

/** `minor` units as the API writes them, for the reader: `5 000 F CFA`. An unknown currency stays as it came. */
export function amountText(minor: string, currency: string, locale: Locale): string {
  return isCurrencyCode(currency)
    ? displayMoney(money(BigInt(minor), currency), locale)
    : `${minor} ${currency}`;
}

/** The same as a number that people type and spreadsheets read: `12500`, `12,50`. */
export function plainText(minor: string, currency: string, locale: Locale): string {
  if (!isCurrencyCode(currency)) return minor;
  const text = decimalText(money(BigInt(minor), currency));
  return locale === "en" ? text : text.replace(".", ",");
}
