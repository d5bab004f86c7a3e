const period = {
  from: "2026-11-21T00:00:00.000Z",
  to: "2026-11-22T00:00:00.000Z",
  timeZone: "Africa/Abidjan",
  asOf: "2026-11-22T00:00:00.000Z",
} as const;
const attempts = { succeeded: 2, failed: 1, cancelled: 1, unknown: 0, underWay: 0, successRate: 0.6667 };
const timeToTruth = {
  known: 3,
  p50Ms: 8_750,
  p95Ms: 23_500,
  p99Ms: 24_700,
  openAfterOneMinute: 0,
  openAfterFifteenMinutes: 0,
};
const amountOf = (amount: string) => ({ amount, amountMinor: amount });
const booked = {
  takings: { count: 2, ...amountOf("10000") },
  fees: { count: 2, ...amountOf("200") },
  net: amountOf("9800"),
  refunds: { count: 0, ...amountOf("0") },
  payouts: { count: 1, ...amountOf("4000") },
  corrections: { count: 0, ...amountOf("0") },
};

export const summaryExample = {
  object: "report_summary",
  ...period,
  attempts,
  timeToTruth,
  failures: [
    { failureCode: "INSUFFICIENT_FUNDS", count: 1 },
    { failureCode: "PAYMENT_CANCELLED", count: 1 },
  ],
  funnel: { sessions: 5, methodChosen: 3, sent: 4, approved: 2, paid: 2 },
  currencies: [
    {
      currency: "XOF",
      attempts,
      ...booked,
      average: amountOf("5000"),
      unknown: { count: 0, ...amountOf("0") },
      now: {
        available: amountOf("5800"),
        pending: amountOf("0"),
        held: amountOf("0"),
        reserved: amountOf("0"),
        inPayout: amountOf("0"),
      },
    },
  ],
} as const;

const point = { start: "2026-11-21T00:00:00.000Z", attempts, timeToTruth, ...booked };
export const seriesExample = {
  object: "report_series",
  ...period,
  interval: "day",
  groupBy: "operator",
  starts: ["2026-11-21T00:00:00.000Z"],
  series: [{ group: "MTN", currency: "XOF", points: [point] }],
} as const;
export const tenantSeriesExample = {
  ...seriesExample,
  groupBy: "providerAccount",
  series: [{ group: "acct_06f4c1k8t2w3y7m1n5b9d0e4g8", currency: "XOF", points: [point] }],
} as const;
