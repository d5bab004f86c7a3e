import type { Coverage } from "../../ui/api/views.ts";
import { dayKind } from "../reconciliation/day-kind.ts";

/** One day of all accounts. */
export interface DayCoverage {
  readonly day: string;
  /** Accounts whose day was compared, or is a gap, of `all`. */
  readonly compared: number;
  readonly gaps: number;
  readonly all: number;
}

type Days = readonly {
  readonly days: readonly Pick<Coverage["days"][number], "day" | "status" | "problem">[];
}[];

/** How many accounts were compared on each day, the oldest first. Pure. */
export function coverageByDay(accounts: Days): readonly DayCoverage[] {
  const byDay = new Map<string, DayCoverage>();
  for (const one of accounts.flatMap(({ days }) => days)) {
    const { compared, gaps, all } = byDay.get(one.day) ?? { compared: 0, gaps: 0, all: 0 };
    const kind = dayKind(one);
    byDay.set(one.day, {
      day: one.day,
      compared: compared + Number(kind === "DONE"),
      gaps: gaps + Number(kind === "GAP"),
      all: all + 1,
    });
  }
  return [...byDay.values()].sort((left, right) => (left.day < right.day ? -1 : 1));
}
