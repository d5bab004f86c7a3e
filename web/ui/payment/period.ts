import type { Query } from "../app/place.ts";
import { instantOfLocal, localDate } from "../format/local-instant.ts";
import { dayStart } from "../parts/filters.tsx";

const HOUR_MS = 3_600_000;

/** Instants of ISO 8601, or empty. */
interface ChargePeriod {
  readonly createdFrom: string;
  readonly createdTo: string;
}

/**
 * When the payments were made that an address asks for: from the beginning of the day `from` to the end of the day `until`;
 * with a time in `at`, an hour before and after it, on the day `from` or else today. Pure.
 */
export function chargePeriod(query: Query, timeZone: string, nowMs: number): ChargePeriod {
  const day = query.from || localDate(nowMs, timeZone);
  const about = instantOfLocal(`${day}T${query.at ?? ""}`, timeZone);
  if (about === null)
    return {
      createdFrom: dayStart(query, "from", timeZone),
      createdTo: dayStart(query, "until", timeZone, 1),
    };
  const at = (hours: number) => new Date(Date.parse(about) + hours * HOUR_MS).toISOString();
  return { createdFrom: at(-1), createdTo: at(1) };
}
