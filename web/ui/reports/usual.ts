import type { ReportSeries } from "../api/views.ts";

const HOUR_MS = 3_600_000;
const WEEK_HOURS = 168;
const HOURS_SHOWN = 24;
const WEEKS = 4;

/** An hour with its success rate, and the range of the same hour in the weeks before. */
export interface UsualHour {
  readonly start: string;
  readonly rate: number | null;
  readonly decided: number;
  readonly band: readonly [low: number, high: number] | null;
}

/**
 * The last 24 hours of an hourly series, each beside the lowest and highest rate of the same hour of the week in up to
 * four weeks before. Lines of all groups and currencies are added up: these are counts of attempts, not money. Pure.
 */
export function usualRange({
  starts,
  series,
}: Pick<ReportSeries, "starts" | "series">): readonly UsualHour[] {
  const sums = new Map<number, { succeeded: number; failed: number }>();
  for (const { points } of series) {
    for (const { start, attempts } of points) {
      const before = sums.get(Date.parse(start)) ?? { succeeded: 0, failed: 0 };
      sums.set(Date.parse(start), {
        succeeded: before.succeeded + attempts.succeeded,
        failed: before.failed + attempts.failed,
      });
    }
  }
  const rateAt = (ms: number): number | null => {
    const { succeeded = 0, failed = 0 } = sums.get(ms) ?? {};
    return succeeded + failed === 0 ? null : succeeded / (succeeded + failed);
  };
  return starts.slice(-HOURS_SHOWN).map((start) => {
    const ms = Date.parse(start);
    const usual = Array.from({ length: WEEKS }, (_none, week) =>
      rateAt(ms - (week + 1) * WEEK_HOURS * HOUR_MS),
    ).filter((rate) => rate !== null);
    const { succeeded = 0, failed = 0 } = sums.get(ms) ?? {};
    return {
      start,
      rate: rateAt(ms),
      decided: succeeded + failed,
      band: usual.length === 0 ? null : [Math.min(...usual), Math.max(...usual)],
    };
  });
}
