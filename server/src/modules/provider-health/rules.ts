import type { ProviderCallRecord } from "../../providers/recorder.ts";

/** What a call says about the health of its account. */
export type CallVerdict = "ANSWERED" | "FAULT" | "TIMEOUT" | "NOT_COUNTED";

const TOO_MANY_REQUESTS = 429;

type JudgedCall = Pick<ProviderCallRecord, "action" | "outcome" | "byProvider" | "failureCode" | "exchanges">;

/**
 * Whether the provider did its part. A refusal of the payer is an answer. Not counted: what we decided ourselves, a pause
 * that the provider asked for, a call without any request, an operator's test, and callbacks, which anybody can send. Pure.
 */
export function judgeCall({ action, outcome, byProvider, failureCode, exchanges }: JudgedCall): CallVerdict {
  if (!byProvider || exchanges.length === 0 || action === "test" || action === "verify_callback")
    return "NOT_COUNTED";
  if (exchanges.some(({ status }) => status === TOO_MANY_REQUESTS)) return "NOT_COUNTED";
  const isFault =
    outcome === "unknown" || outcome === "unavailable" || failureCode === "PROVIDER_UNAVAILABLE";
  if (!isFault) return "ANSWERED";
  return exchanges.some(({ failure }) => failure === "timeout") ? "TIMEOUT" : "FAULT";
}

/** Calls of one account in a stretch of time. Time-outs are among the faults. */
export interface CallCounts {
  readonly calls: number;
  readonly faults: number;
  readonly timeouts: number;
  /** Of all calls together. */
  readonly durationMs: number;
  readonly slowestMs: number;
}

export const noCalls: CallCounts = { calls: 0, faults: 0, timeouts: 0, durationMs: 0, slowestMs: 0 };

/** `counts` with one more call. Pure. */
export function countCall(
  counts: CallCounts,
  verdict: Exclude<CallVerdict, "NOT_COUNTED">,
  durationMs: number,
): CallCounts {
  return {
    calls: counts.calls + 1,
    faults: counts.faults + (verdict === "ANSWERED" ? 0 : 1),
    timeouts: counts.timeouts + (verdict === "TIMEOUT" ? 1 : 0),
    durationMs: counts.durationMs + durationMs,
    slowestMs: Math.max(counts.slowestMs, durationMs),
  };
}

/** Calls are counted in stretches of this length. */
const SLOT_MS = 10_000;
/** The stretch of time that decides about a suspension. */
export const WINDOW_MS = 60_000;
/** Fewer calls cannot be told from chance. */
const CALLS_MIN = 20;

/** The start of the slot that `nowMs` belongs to. Pure. */
export function slotOf(nowMs: number): number {
  return nowMs - (nowMs % SLOT_MS);
}

/** Whether the account leaves routing: at least half of at least 20 calls in `WINDOW_MS` failed by the provider's fault. Pure. */
export function mustSuspend({ calls, faults }: Pick<CallCounts, "calls" | "faults">): boolean {
  return calls >= CALLS_MIN && faults * 2 >= calls;
}

/** From the suspension to the first trial. */
export const FIRST_TRIAL_AFTER_MS = 30_000;
/** From one trial to the next. Longer than a trial can last, so that only one is under way. */
export const TRIAL_INTERVAL_MS = 60_000;

export type AlarmKind = "CONFIGURATION" | "UNKNOWN_CODE" | "SUSPENDED";
export type AlarmState = "OPEN" | "ACKNOWLEDGED" | "ENDED";

/** The state of an alarm of an account that has been suspended since `suspendedAtMs`, or is in service. Pure. */
export function alarmStateOf({
  kind,
  acknowledgedAtMs,
  suspendedAtMs,
}: {
  readonly kind: AlarmKind;
  readonly acknowledgedAtMs: number | null;
  readonly suspendedAtMs: number | null;
}): AlarmState {
  if (kind === "SUSPENDED" && suspendedAtMs === null) return "ENDED";
  return acknowledgedAtMs === null ? "OPEN" : "ACKNOWLEDGED";
}

/**
 * What operators must see of a call; null: nothing. CONFIGURATION: a setting, a key or the balance of the account is at
 * fault. UNKNOWN_CODE: the connector does not know the provider's code. Pure.
 */
export function alarmOf({
  alarm,
  outcome,
  failureCode,
}: Pick<ProviderCallRecord, "alarm" | "outcome" | "failureCode">): AlarmKind | null {
  if (alarm) return "CONFIGURATION";
  return outcome === "failed" && failureCode === "UNKNOWN" ? "UNKNOWN_CODE" : null;
}

const TEXT_CHARACTERS_MAX = 200;
/** As long as a phone or account number, and not a part of a UUID. */
const personalNumber = /(?<![0-9a-fA-F-])\+?\d{8,}(?![0-9a-fA-F-])/g;

/** Cheap to ask for, and seldom there. */
const unusual = /\d{8}|\p{Cc}/u;

/** A text of a provider as it is stored: bounded, on one line, without what may be a phone number. Pure. */
export function storedText(text: string): string {
  const short = text.slice(0, TEXT_CHARACTERS_MAX);
  if (!unusual.test(short)) return short;
  return short.replaceAll(personalNumber, "[number]").replaceAll(/\p{Cc}+/gu, " ");
}
