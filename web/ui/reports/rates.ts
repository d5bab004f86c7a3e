import type { ReportSeries } from "../api/views.ts";

/**
 * The success rate of each interval, all lines together: succeeded ÷ (succeeded + failed). Null where nothing was decided.
 * Counts of attempts are added, not money. Pure.
 */
export function ratesByInterval({
  starts,
  series,
}: Pick<ReportSeries, "starts" | "series">): readonly (number | null)[] {
  const points = series.flatMap((line) => line.points);
  return starts.map((start) => {
    const own = points.filter((point) => point.start === start).map(({ attempts }) => attempts);
    const succeeded = own.reduce((sum, each) => sum + each.succeeded, 0);
    const decided = own.reduce((sum, each) => sum + each.succeeded + each.failed, 0);
    return decided === 0 ? null : succeeded / decided;
  });
}
