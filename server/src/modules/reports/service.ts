import type { Static } from "typebox";
import type { Queryable } from "../../db/database.ts";
import type { Clock } from "../../kit/clock.ts";
import type { CurrencyCode } from "../../kit/currency.ts";
import type { MerchantNo } from "../../kit/ids.ts";
import { type Interval, intervalStarts, parseReportPeriod, type ReportPeriod } from "./intervals.ts";
import { readMoneyNow } from "./money-now.ts";
import {
  type Grouping,
  type ReportQuestion,
  readAsOf,
  readAttempts,
  readBookings,
  readSessionCounts,
} from "./read-store.ts";
import type { SeriesQuery, SeriesView, SummaryQuery, SummaryView } from "./schemas.ts";
import {
  type AttemptRow,
  addAttempts,
  addBookings,
  type BookingRow,
  EMPTY_TALLY,
  type Place,
  rowsBy,
} from "./tally.ts";
import { attemptCounts, bookedView, currencyView, truthTimes } from "./view.ts";

export interface ReportsDeps {
  readonly db: Queryable;
  readonly clock: Clock;
}

/** Whose sums a report adds up, and how a group is shown. */
export interface ReportScope {
  readonly merchantNos: readonly MerchantNo[];
  groupName(grouping: Grouping, group: string): string;
}

type Filters = Static<typeof SummaryQuery>;
export type SeriesAsked = Omit<Static<typeof SeriesQuery>, "groupBy"> & { readonly groupBy?: Grouping };

/** What merchants and operators read of the sums. Every answer says as of when it is; no two currencies are added. */
export function createReports({ db, clock }: ReportsDeps) {
  const questionOf = (
    scope: ReportScope,
    filters: Filters,
    period: ReportPeriod,
    interval: Interval,
    groupBy: Grouping,
  ): ReportQuestion => ({
    merchantNos: scope.merchantNos,
    startsMs: intervalStarts(period, interval),
    toMs: period.toMs,
    groupBy,
    currency: filters.currency ?? null,
    method: filters.method ?? null,
    operator: filters.operator ?? null,
    country: filters.country ?? null,
  });

  const headOf = ({ fromMs, toMs, timeZone }: ReportPeriod, asOfMs: number) => ({
    from: new Date(fromMs).toISOString(),
    to: new Date(toMs).toISOString(),
    timeZone,
    asOf: new Date(asOfMs).toISOString(),
  });

  return {
    summary: async (scope: ReportScope, query: Filters): Promise<Static<typeof SummaryView>> => {
      const nowMs = clock.nowMs();
      const period = parseReportPeriod(query, nowMs, "period");
      const question = questionOf(scope, query, period, "period", "none");
      // Read first: what is counted meanwhile may be in the sums and is not promised.
      const asOfMs = await readAsOf(db, scope.merchantNos, nowMs);
      const [attempts, bookings, sessions, money] = await Promise.all([
        readAttempts(db, question),
        readBookings(db, question),
        readSessionCounts(db, question),
        readMoneyNow(db, scope.merchantNos),
      ]);
      const all = addAttempts(EMPTY_TALLY, attempts);
      const wanted = (currency: CurrencyCode) => (query.currency ?? currency) === currency;
      const currencies = [...new Set([...money, ...attempts, ...bookings].map(({ currency }) => currency))];
      const tallyOf = (currency: CurrencyCode) =>
        addBookings(
          addAttempts(EMPTY_TALLY, attempts.filter(isOf(currency))),
          bookings.filter(isOf(currency)),
        );
      return {
        object: "report_summary",
        ...headOf(period, asOfMs),
        attempts: attemptCounts(all),
        timeToTruth: truthTimes(all),
        failures: [...all.failures]
          .map(([failureCode, count]) => ({ failureCode, count }))
          .sort(
            (left, right) => right.count - left.count || left.failureCode.localeCompare(right.failureCode),
          ),
        funnel: { sessions: sessions.reduce((sum, { n }) => sum + Number(n), 0), ...all.funnel },
        currencies: currencies
          .filter(wanted)
          .toSorted()
          .map((currency) => currencyView(tallyOf(currency), currency, money.find(isOf(currency)))),
      };
    },

    series: async (scope: ReportScope, query: SeriesAsked): Promise<Static<typeof SeriesView>> => {
      const nowMs = clock.nowMs();
      const { interval = "day", groupBy = "none" } = query;
      const period = parseReportPeriod(query, nowMs, interval);
      const question = questionOf(scope, query, period, interval, groupBy);
      const asOfMs = await readAsOf(db, scope.merchantNos, nowMs);
      const [attempts, bookings] = await Promise.all([
        readAttempts(db, question),
        readBookings(db, question),
      ]);
      const starts = question.startsMs.map((ms) => new Date(ms).toISOString());
      return {
        object: "report_series",
        ...headOf(period, asOfMs),
        interval,
        groupBy,
        starts: [...starts],
        series: linesOf(attempts, bookings, starts).map((line) => ({
          ...line,
          group: line.group === null ? null : scope.groupName(groupBy, line.group),
        })),
      };
    },
  };
}

const isOf =
  (currency: CurrencyCode) =>
  (row: { readonly currency: CurrencyCode }): boolean =>
    row.currency === currency;

type Line = Static<typeof SeriesView>["series"][number];

/** A line for each group and currency, in their order, with its points in the order of time. Pure. */
function linesOf(
  attempts: readonly AttemptRow[],
  bookings: readonly BookingRow[],
  starts: readonly string[],
): readonly Line[] {
  const lineKey = ({ group, currency }: Place): string => JSON.stringify([group, currency]);
  const places = rowsBy<Place>([...attempts, ...bookings], lineKey);
  const attemptsOf = rowsBy(attempts, lineKey);
  const bookingsOf = rowsBy(bookings, lineKey);
  return [...places]
    .toSorted(([left], [right]) => left.localeCompare(right))
    .flatMap(([key, rows]) => {
      const [first] = rows;
      if (first === undefined) return [];
      const { group, currency } = first;
      const ofInterval = (interval: number) => (row: Place) => row.interval === interval;
      const points = [...new Set(rows.map(({ interval }) => interval))]
        .toSorted((left, right) => left - right)
        .flatMap((interval) => {
          const start = starts[interval - 1];
          if (start === undefined) return [];
          const tally = addBookings(
            addAttempts(EMPTY_TALLY, (attemptsOf.get(key) ?? []).filter(ofInterval(interval))),
            (bookingsOf.get(key) ?? []).filter(ofInterval(interval)),
          );
          return [
            {
              start,
              attempts: attemptCounts(tally),
              timeToTruth: truthTimes(tally),
              ...bookedView(tally, currency),
            },
          ];
        });
      return [{ group, currency, points }];
    });
}
