import { zoneOf } from "../../../server/src/kit/country-zones.ts";
import { type CurrencyCode, isCurrencyCode } from "../../../server/src/kit/currency.ts";
import {
  decimalText,
  displayMoney,
  type Locale,
  type Money,
  parseAmount,
} from "../../../server/src/kit/money.ts";
import { zoneText } from "../../../server/src/kit/zone-text.ts";
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

/** How payers of these currencies write them, which is not always how the locale data does. */
const writtenUnits: Partial<Readonly<Record<CurrencyCode, Readonly<Record<Locale, string>>>>> = {
  XOF: { fr: "F\u00a0CFA", pt: "F\u00a0CFA", en: "FCFA" },
  XAF: { fr: "FCFA", pt: "FCFA", en: "FCFA" },
  GNF: { fr: "GNF", pt: "GNF", en: "GNF" },
  CDF: { fr: "FC", pt: "FC", en: "FC" },
};

/** Minor units as a person reads them: `12 500 F CFA`, `12,500 FCFA`, `2 500 FC`. */
export function amountText(locale: Locale, amount: string, currency: string): string {
  const money = isCurrencyCode(currency) ? parseAmount(amount, currency) : null;
  if (money === null) return `${amount} ${currency}`;
  const unit = writtenUnits[money.currency]?.[locale];
  return widerSpaces(
    unit === undefined ? displayMoney(money, locale) : `${digits(locale, money)}\u00a0${unit}`,
  );
}

/** Grouped digits. Centimes that nobody uses are left out when there are none. */
function digits(locale: Locale, money: Money): string {
  const text = decimalText(money).replace(/\.0+$/, "");
  // Intl takes decimal text exactly; its type allows only numbers.
  return new Intl.NumberFormat(languageTags[locale], {
    useGrouping: "always",
    minimumFractionDigits: text.split(".")[1]?.length ?? 0,
  }).format(text as unknown as number);
}

/** The currency as payers write it beside digits: `F CFA`, `€`. */
export function unitText(locale: Locale, currency: string): string {
  return amountText(locale, "1", currency).replace(/^[\d.,\s]+|[\d.,\s]+$/g, "");
}

/** The amount as a bank's form takes it: digits alone, with the language's decimal separator. */
export function amountToPaste(locale: Locale, amount: string, currency: string): string {
  const money = isCurrencyCode(currency) ? parseAmount(amount, currency) : null;
  if (money === null) return amount;
  return locale === "en" ? decimalText(money) : decimalText(money).replace(".", ",");
}

/** Whole major units as digits, for a code that is dialled; null when the amount has a fraction. */
export function wholeAmount(amount: string, currency: string): string | null {
  const money = isCurrencyCode(currency) ? parseAmount(amount, currency) : null;
  return money === null ? null : (/^(\d+)(?:\.0+)?$/.exec(decimalText(money))?.[1] ?? null);
}

/** An amount with an ordinary space before the currency: the one place where a long amount may break. */
export function breakable(amount: string): string {
  return amount.replace(/(\d)\u00a0(?=\D+$)/, "$1 ");
}

/** Narrow no-break spaces are nearly invisible in the fonts of cheap phones: 12 500 would read 12500. */
function widerSpaces(text: string): string {
  return text.replaceAll("\u202f", "\u00a0");
}

export const languageTags: Readonly<Record<Locale, string>> = { fr: "fr-FR", en: "en-GB", pt: "pt-PT" };

/** The time zone (IANA) by which times are told to payers of a country. */
export const timeZoneOf = (countryCode: string): string => zoneOf(countryCode) ?? "UTC";

/**
 * A moment by the clock of a country (ISO 3166 alpha-2), which is named; in UTC for a country that the service does not work in.
 * The script rewrites it in the payer's own time where it runs.
 */
export function momentText(locale: Locale, iso: string, countryCode: string): string {
  const timeZone = timeZoneOf(countryCode);
  const format = new Intl.DateTimeFormat(languageTags[locale], {
    dateStyle: "long",
    timeStyle: "short",
    timeZone,
  });
  return `${spokenHour(locale, format.format(new Date(iso)))} ${zoneText(timeZone, locale)}`;
}

/** In French an hour is written as it is said: `13 h 42`. The script does the same. */
const spokenHour = (locale: Locale, text: string): string =>
  locale === "fr" ? text.replace(/(\d):(?=\d)/, "$1\u00a0h\u00a0") : text;

/** Where the locale data gives two names at once, and one is what people say. */
const saidNames: Readonly<Record<string, string>> = { "pt CI": "Costa do Marfim" };

export function countryName(locale: Locale, countryCode: string): string {
  const said = saidNames[`${locale} ${countryCode}`];
  if (said !== undefined) return said;
  return new Intl.DisplayNames([languageTags[locale]], { type: "region" }).of(countryCode) ?? countryCode;
}
