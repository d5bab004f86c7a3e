import { countryName } from "../../../server/src/kit/country-name.ts";
import { useReader } from "../app/reader.tsx";
import { amountText, plainText } from "./amounts.ts";
import {
  clockText,
  countText,
  dateText,
  dayText,
  lengthText,
  momentText,
  percentText,
  shortMomentText,
} from "./times.ts";

/** Amounts and times for the reader of this page. */
export function useFormat() {
  const { locale, timeZone } = useReader();
  return {
    amount: (minor: string, currency: string) => amountText(minor, currency, locale),
    plain: (minor: string, currency: string) => plainText(minor, currency, locale),
    moment: (instant: string) => momentText(instant, locale, timeZone),
    shortMoment: (instant: string) => shortMomentText(instant, locale, timeZone),
    clock: (instant: string) => clockText(instant, locale, timeZone),
    day: (instant: string) => dayText(instant, locale, timeZone),
    date: (date: string) => dateText(date, locale),
    country: (code: string) => countryName(code, locale),
    count: (count: number) => countText(count, locale),
    percent: (share: number) => percentText(share, locale),
    length: (ms: number) => lengthText(ms, locale),
  };
}
