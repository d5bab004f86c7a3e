import type { Locale } from "../../../server/src/kit/money.ts";

/** Language tags of dates and numbers: English with the day before the month, as in West Africa. */
const tags: Readonly<Record<Locale, string>> = { fr: "fr-FR", en: "en-GB", pt: "pt-PT" };

const formats = new Map<string, Intl.DateTimeFormat>();
function formatOf(
  locale: Locale,
  timeZone: string,
  name: string,
  options: Intl.DateTimeFormatOptions,
): Intl.DateTimeFormat {
  const key = `${locale} ${timeZone} ${name}`;
  const format = formats.get(key) ?? new Intl.DateTimeFormat(tags[locale], { ...options, timeZone });
  formats.set(key, format);
  return format;
}

const minute = { day: "2-digit", month: "short", hour: "2-digit", minute: "2-digit" } as const;

/** `22 nov. 2026, 21:40`, in the reader's time zone. */
export function momentText(instant: string, locale: Locale, timeZone: string): string {
  return formatOf(locale, timeZone, "moment", { ...minute, year: "numeric" }).format(new Date(instant));
}

/** `22 nov., 21:40`: for rows of a list. */
export function shortMomentText(instant: string, locale: Locale, timeZone: string): string {
  return formatOf(locale, timeZone, "short", minute).format(new Date(instant));
}

/** `21:40:15`: for steps within a payment. */
export function clockText(instant: string, locale: Locale, timeZone: string): string {
  const options = { hour: "2-digit", minute: "2-digit", second: "2-digit" } as const;
  return formatOf(locale, timeZone, "clock", options).format(new Date(instant));
}

/** `22 novembre 2026` */
export function dayText(instant: string, locale: Locale, timeZone: string): string {
  return formatOf(locale, timeZone, "day", { dateStyle: "long" }).format(new Date(instant));
}

/** `20 nov. 2026`: a date of a calendar, `2026-11-20`, which no time zone moves. */
export function dateText(date: string, locale: Locale): string {
  return formatOf(locale, "UTC", "date", { dateStyle: "medium" }).format(new Date(date));
}

/** A length of time with one unit: `3 ms`, `2,2 s`, `14 min`, `3 h`, `2 j`. Pure. */
export function lengthText(ms: number, locale: Locale): string {
  const [value, unit, digits] = unitOf(ms);
  return new Intl.NumberFormat(tags[locale], {
    style: "unit",
    unit,
    unitDisplay: "short",
    maximumFractionDigits: digits,
  }).format(value);
}

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

function unitOf(ms: number): readonly [value: number, unit: string, digits: number] {
  // Zero is said in seconds, because ages are given in whole seconds.
  if (ms > 0 && ms < SECOND) return [ms, "millisecond", 0];
  if (ms < 2 * MINUTE) return [ms / SECOND, "second", ms < 10 * SECOND ? 1 : 0];
  if (ms < 2 * HOUR) return [Math.round(ms / MINUTE), "minute", 0];
  if (ms < 2 * DAY) return [Math.round(ms / HOUR), "hour", 0];
  return [Math.round(ms / DAY), "day", 0];
}

/** A whole number with the reader's groups: `12 500`. */
export function countText(count: number, locale: Locale): string {
  return new Intl.NumberFormat(tags[locale]).format(count);
}

/** A share of one as percent: `97,4 %`. */
export function percentText(share: number, locale: Locale): string {
  return new Intl.NumberFormat(tags[locale], { style: "percent", maximumFractionDigits: 1 }).format(share);
}

/** `22/11`: below a chart. */
export function shortDayText(instant: string, locale: Locale, timeZone: string): string {
  return formatOf(locale, timeZone, "short day", { day: "2-digit", month: "2-digit" }).format(
    new Date(instant),
  );
}

/** `nov. 2026`: below a chart. */
export function monthText(instant: string, locale: Locale, timeZone: string): string {
  return formatOf(locale, timeZone, "month", { month: "short", year: "numeric" }).format(new Date(instant));
}

/** `21:00`: below a chart. */
export function shortHourText(instant: string, locale: Locale, timeZone: string): string {
  return formatOf(locale, timeZone, "hour", { hour: "2-digit", minute: "2-digit" }).format(new Date(instant));
}

/** A number in a few characters: `12 k`. */
export function compactText(value: number, locale: Locale): string {
  return new Intl.NumberFormat(tags[locale], { notation: "compact", maximumFractionDigits: 1 }).format(value);
}
