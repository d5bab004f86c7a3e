import { isCurrencyCode } from "../../../server/src/kit/currency.ts";
import { displayMoney, type Locale, money } from "../../../server/src/kit/money.ts";

/** `minor` units as the API writes them, for the reader: `5 000 F CFA`. An unknown currency stays as it came. */
export function amountText(minor: string, currency: string, locale: Locale): string {
  return isCurrencyCode(currency)
    ? displayMoney(money(BigInt(minor), currency), locale)
    : `${minor} ${currency}`;
}
