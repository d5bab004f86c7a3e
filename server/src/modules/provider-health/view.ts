import { type Id, publicId } from "../../kit/ids.ts";
import type { CallAction } from "../../providers/recorder.ts";
import { parseProviderReference } from "../payments/index.ts";
import type { AlarmRow } from "./alarm-store.ts";
import type { CallRow, HealthRow } from "./reading-store.ts";
import { alarmStateOf, type CallCounts } from "./rules.ts";
import type { AccountHealth } from "./schemas.ts";

const instant = (ms: number): string => new Date(ms).toISOString();
const instantOrNull = (ms: number | null): string | null => (ms === null ? null : instant(ms));

export function callView(row: CallRow) {
  return {
    object: "provider_call" as const,
    id: publicId("providerCall", row.id),
    accountId: publicId("providerAccount", row.accountId),
    provider: row.provider,
    mode: row.mode,
    action: row.action,
    reference: row.reference,
    subject: row.reference === null ? null : subjectOf(row.action, row.reference),
    outcome: row.outcome,
    failureCode: row.failureCode,
    code: row.code,
    startedAt: instant(row.startedAtMs),
    durationMs: row.durationMs,
    exchanges: row.exchanges.map((exchange) => ({ ...exchange })),
  };
}

/** The public id of what the call is about; null when its reference is of nothing, as that of a trial. */
function subjectOf(action: CallAction, reference: string): string | null {
  const key = parseProviderReference(reference);
  if (key === null) return null;
  if (action === "refund" || action === "query_refund") return publicId("refund", key.id as Id<"refund">);
  if (action === "payout" || action === "query_payout") return publicId("payout", key.id as Id<"payout">);
  return publicId("charge", key.id as Id<"charge">);
}

export function healthView(account: HealthRow, minute: CallCounts, quarterHour: CallCounts): AccountHealth {
  return {
    accountId: publicId("providerAccount", account.id),
    provider: account.provider,
    name: account.name,
    mode: account.mode,
    status: account.status,
    automaticSuspension: account.automaticSuspension,
    state: account.suspendedAtMs === null ? "IN_SERVICE" : "SUSPENDED",
    suspendedAt: instantOrNull(account.suspendedAtMs),
    nextTrialAt: instantOrNull(account.nextTrialAtMs),
    lastMinute: windowView(minute),
    lastQuarterHour: windowView(quarterHour),
  };
}

function windowView({
  calls,
  faults,
  timeouts,
  durationMs,
  slowestMs,
}: CallCounts): AccountHealth["lastMinute"] {
  return {
    calls,
    answered: calls - faults,
    faults,
    timeouts,
    averageMs: calls === 0 ? null : Math.round(durationMs / calls),
    slowestMs: calls === 0 ? null : slowestMs,
  };
}

export function alarmView(row: AlarmRow) {
  const { acknowledgedAtMs, acknowledgedBy } = row;
  return {
    object: "provider_alarm" as const,
    id: publicId("providerAlarm", row.id),
    accountId: publicId("providerAccount", row.accountId),
    provider: row.provider,
    mode: row.mode,
    kind: row.kind,
    code: row.code,
    action: row.action,
    failureCode: row.failureCode,
    reference: row.reference,
    occurrences: Number(row.occurrences),
    firstSeenAt: instant(row.firstSeenAtMs),
    lastSeenAt: instant(row.lastSeenAtMs),
    state: alarmStateOf(row),
    acknowledgedAt: instantOrNull(acknowledgedAtMs),
    acknowledgedBy: acknowledgedBy === null ? null : publicId("operator", acknowledgedBy),
  };
}
