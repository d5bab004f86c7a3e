import type { Static } from "typebox";
import type { CurrencyCode } from "../../kit/currency.ts";
import { decimalText, money } from "../../kit/money.ts";
import type { MoneyNow } from "./money-now.ts";
import { successRate } from "./rules.ts";
import type { AttemptCounts, SummaryView, TruthTimes } from "./schemas.ts";
import type { Tally } from "./tally.ts";
import { countFrom, totalOf, truthPercentileMs } from "./truth-buckets.ts";

export function attemptCounts({ attempts }: Tally): Static<typeof AttemptCounts> {
  const { succeeded, failed, cancelled, unknown, underWay } = attempts;
  const counts = { succeeded: succeeded.count, failed: failed.count };
  return {
    ...counts,
    cancelled: cancelled.count,
    unknown: unknown.count,
    underWay: underWay.count,
    successRate: successRate(counts),
  };
}

const ONE_MINUTE_MS = 60_000;
const FIFTEEN_MINUTES_MS = 900_000;

export function truthTimes({ truth }: Tally): Static<typeof TruthTimes> {
  const known = totalOf(truth);
  const openAfter = (edgeMs: typeof ONE_MINUTE_MS | typeof FIFTEEN_MINUTES_MS) => {
    const later = countFrom(truth, edgeMs);
    return successRate({ succeeded: later, failed: known - later });
  };
  return {
    known,
    p50Ms: truthPercentileMs(truth, 0.5),
    p95Ms: truthPercentileMs(truth, 0.95),
    p99Ms: truthPercentileMs(truth, 0.99),
    openAfterOneMinute: openAfter(ONE_MINUTE_MS),
    openAfterFifteenMinutes: openAfter(FIFTEEN_MINUTES_MS),
  };
}

function amountView(currency: CurrencyCode, minor: bigint) {
  return { amount: decimalText(money(minor, currency)), amountMinor: minor.toString() };
}

export function bookedView({ booked }: Tally, currency: CurrencyCode) {
  const sum = ({ count, amount }: { readonly count: number; readonly amount: bigint }) => ({
    count,
    ...amountView(currency, amount),
  });
  const { takings, fees, refunds, payouts, corrections } = booked;
  return {
    takings: sum(takings),
    fees: sum(fees),
    net: amountView(currency, takings.amount - fees.amount),
    refunds: sum(refunds),
    payouts: sum(payouts),
    corrections: sum(corrections),
  };
}

/** The part of a summary that is of one currency. */
export function currencyView(
  tally: Tally,
  currency: CurrencyCode,
  now: MoneyNow | undefined,
): Static<typeof SummaryView>["currencies"][number] {
  const { takings } = tally.booked;
  const { unknown } = tally.attempts;
  const { available = 0n, pending = 0n, held = 0n, reserved = 0n, inPayout = 0n } = now ?? {};
  const view = (minor: bigint) => amountView(currency, minor);
  return {
    currency,
    attempts: attemptCounts(tally),
    ...bookedView(tally, currency),
    average: takings.count > 0 ? view(takings.amount / BigInt(takings.count)) : null,
    unknown: { count: unknown.count, ...view(unknown.amount) },
    now: {
      available: view(available),
      pending: view(pending),
      held: view(held),
      reserved: view(reserved),
      inPayout: view(inPayout),
    },
  };
}
