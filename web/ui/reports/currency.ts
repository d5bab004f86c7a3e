import type { ReportSummary } from "../api/views.ts";

/** Where most payments here are, of currencies in which nothing has happened. */
const FIRST = "XOF";

/** The currency that most payments were in; without any, that of the largest balance. Pure. */
export function mainCurrency(summary: Pick<ReportSummary, "currencies"> | undefined): string | null {
  const sorted = [...(summary?.currencies ?? [])].sort(
    (one, other) =>
      other.takings.count - one.takings.count ||
      Number(other.now.available.amount) - Number(one.now.available.amount) ||
      Number(other.currency === FIRST) - Number(one.currency === FIRST),
  );
  return sorted[0]?.currency ?? null;
}
