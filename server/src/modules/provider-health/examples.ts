import type { AccountHealth } from "./schemas.ts";

const account = {
  accountId: "acct_01kf0v0d1qf0w8x3z5c7b9n1m3",
  provider: "mtn_momo",
  mode: "LIVE",
} as const;
const reference = "3svc6s8bvzw1t5m7k2q9r4x6a8000000";

export const callExample = {
  object: "provider_call",
  id: "pcall_01kf0v0d1qf0w8x3z5c7b9n1m3",
  ...account,
  action: "start",
  reference,
  subject: "ch_3svc6s8bvzw1t5m7k2q9r4x6a8",
  outcome: "failed",
  failureCode: "INSUFFICIENT_FUNDS",
  code: "NOT_ENOUGH_FUNDS",
  startedAt: "2026-01-15T08:00:00.000Z",
  durationMs: 412,
  exchanges: [
    {
      method: "POST",
      path: "/collection/v1_0/requesttopay",
      status: 202,
      failure: null,
      sent: true,
      durationMs: 409,
      theirRequestId: null,
    },
  ],
} as const;

const window = { calls: 24, answered: 11, faults: 13, timeouts: 9, averageMs: 5_210, slowestMs: 10_004 };

const accountHealth: AccountHealth = {
  ...account,
  name: "MTN Côte d'Ivoire",
  status: "ENABLED",
  automaticSuspension: true,
  state: "SUSPENDED",
  suspendedAt: "2026-01-15T02:51:10.000Z",
  nextTrialAt: "2026-01-15T02:51:40.000Z",
  lastMinute: window,
  lastQuarterHour: { calls: 340, answered: 322, faults: 18, timeouts: 12, averageMs: 830, slowestMs: 10_004 },
};

export const healthExample = { object: "provider_health" as const, accounts: [accountHealth] };

export const alarmExample = {
  object: "provider_alarm",
  id: "alarm_01kf0v0d1qf0w8x3z5c7b9n1m3",
  ...account,
  kind: "CONFIGURATION",
  code: "401 subscription key",
  action: "start",
  failureCode: "PROVIDER_UNAVAILABLE",
  reference,
  occurrences: 17,
  firstSeenAt: "2026-01-15T02:51:10.000Z",
  lastSeenAt: "2026-01-15T02:58:03.000Z",
  state: "OPEN",
  acknowledgedAt: null,
  acknowledgedBy: null,
} as const;

export const acknowledgedExample = {
  ...alarmExample,
  state: "ACKNOWLEDGED",
  acknowledgedAt: "2026-01-15T03:10:00.000Z",
  acknowledgedBy: "op_01kf0v0d1qf0w8x3z5c7b9n1m3",
} as const;
