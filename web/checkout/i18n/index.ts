import { isCurrencyCode } from "../../../server/src/kit/currency.ts";
import { decimalText, displayMoney, type Locale, parseAmount } from "../../../server/src/kit/money.ts";
import { en } from "./en.ts";
import { fr, type Messages } from "./fr.ts";
import { pt } from "./pt.ts";

export type { Messages } from "./fr.ts";

export const dictionaries: Readonly<Record<Locale, Messages>> = { fr, en, pt };
export const locales = ["fr", "en", "pt"] as const satisfies readonly Locale[];

/** The language of a page: the payer's choice, else the session's, else French. */
export function chooseLocale(asked: string | null, ofSession: string): Locale {
  return locales.find((locale) => locale === asked) ?? locales.find((locale) => locale === ofSession) ?? "fr";
}

/**
 * The amount in the page's language. The service has already formatted it in the session's locale; it is formatted
 * again only when the payer reads another language.
 */
export function amountIn(
  locale: Locale,
  object: { amount: string; currency: string; amountDisplay: string; locale: string },
): string {
  if (locale === object.locale) return widerSpaces(object.amountDisplay);
  return amountText(locale, object.amount, object.currency);
}

/** Minor units as a person reads them. */
export function amountText(locale: Locale, amount: string, currency: string): string {
  const money = isCurrencyCode(currency) ? parseAmount(amount, currency) : null;
  return money === null ? `${amount} ${currency}` : widerSpaces(displayMoney(money, locale));
}

/** The amount as a bank's form takes it: digits alone, with the language's decimal separator. */
export function amountToPaste(locale: Locale, amount: string, currency: string): string {
  const money = isCurrencyCode(currency) ? parseAmount(amount, currency) : null;
  if (money === null) return amount;
  return locale === "en" ? decimalText(money) : decimalText(money).replace(".", ",");
}

/** Narrow no-break spaces are nearly invisible in the fonts of cheap phones: 12 500 would read 12500. */
function widerSpaces(text: string): string {
  return text.replaceAll("\u202f", "\u00a0");
}

export const languageTags: Readonly<Record<Locale, string>> = { fr: "fr-FR", en: "en-GB", pt: "pt-PT" };

/**
 * A moment in UTC, marked as such: the server does not know the payer's time zone; the script rewrites it where it
 * runs.
 */
export function momentText(locale: Locale, iso: string): string {
  const format = new Intl.DateTimeFormat(languageTags[locale], {
    dateStyle: "long",
    timeStyle: "short",
    timeZone: "UTC",
  });
  return `${format.format(new Date(iso))} ${dictionaries[locale].utc}`;
}

export function countryName(locale: Locale, countryCode: string): string {
  return new Intl.DisplayNames([languageTags[locale]], { type: "region" }).of(countryCode) ?? countryCode;
}
