import type { Database } from "../../db/database.ts";
import type { IdSource } from "../../kit/ids.ts";
import type { Logger } from "../../kit/logger.ts";
import type { ExchangeRecord, ProviderCallRecord, ProviderCallRecorder } from "../../providers/recorder.ts";
import { countTrouble, type SeenTrouble } from "./alarm-store.ts";
import { alarmOf, countCall, judgeCall, noCalls, slotOf, storedText } from "./rules.ts";
import { addCounts, insertCalls, type SlotCounts, type StoredCall } from "./store.ts";

/** Calls that wait to be written; beyond this they are dropped and counted. About 5 MB. */
const WAITING_MAX = 10_000;
/** Calls per statement. */
const BATCH_MAX = 1_000;
/** Different troubles between two writes; a provider whose codes never repeat must not fill the memory. */
const TROUBLES_MAX = 200;

export interface CallJournal extends ProviderCallRecorder {
  /**
   * Writes what has come together: calls, counts, alarms. What cannot be written stays for the next time. Returns the
   * accounts with new counts, and whether more calls wait than one statement takes.
   */
  flush(): Promise<{ readonly accountIds: readonly string[]; readonly isBehind: boolean }>;
}

export interface CallJournalDeps {
  readonly db: Database;
  readonly ids: IdSource;
  readonly log: Logger;
}

/** Collects what calls of this process say, in memory: a payment waits for none of it. */
export function createCallJournal({ db, ids, log }: CallJournalDeps): CallJournal {
  let waiting: StoredCall[] = [];
  let dropped = 0;
  let counts = new Map<string, SlotCounts>();
  let troubles = new Map<string, SeenTrouble>();

  const keep = (call: ProviderCallRecord): void => {
    if (waiting.length >= WAITING_MAX) {
      dropped += 1;
      return;
    }
    const { accountId, action, reference, outcome, failureCode, code, startedAtMs, durationMs } = call;
    waiting.push({
      id: ids.uuid(),
      accountId,
      action,
      reference,
      outcome,
      failureCode,
      code: code === null ? null : storedText(code),
      startedAtMs,
      durationMs,
      exchanges: call.exchanges.map(storedExchange),
    });
  };

  const count = (call: ProviderCallRecord): void => {
    const verdict = judgeCall(call);
    if (verdict === "NOT_COUNTED") return;
    const { accountId, startedAtMs, durationMs } = call;
    const slotMs = slotOf(startedAtMs + durationMs);
    const key = `${accountId} ${slotMs}`;
    counts.set(key, { ...countCall(counts.get(key) ?? noCalls, verdict, durationMs), accountId, slotMs });
  };

  const notice = (call: ProviderCallRecord): void => {
    const kind = alarmOf(call);
    if (kind === null) return;
    const { accountId, action, failureCode, reference } = call;
    const code = storedText(call.code ?? "");
    const atMs = call.startedAtMs + call.durationMs;
    const key = `${accountId} ${kind} ${code}`;
    const before = troubles.get(key);
    if (before === undefined && troubles.size >= TROUBLES_MAX) return;
    troubles.set(key, {
      id: before?.id ?? ids.next("providerAlarm"),
      accountId,
      kind,
      code,
      action,
      failureCode,
      reference: reference ?? before?.reference ?? null,
      occurrences: (before?.occurrences ?? 0) + 1,
      firstSeenAtMs: before?.firstSeenAtMs ?? atMs,
      lastSeenAtMs: atMs,
    });
  };

  const writeCalls = async (): Promise<boolean> => {
    if (dropped > 0) log.warn("provider.calls.dropped", { calls: dropped });
    dropped = 0;
    const batch = waiting.slice(0, BATCH_MAX);
    if (batch.length === 0) return false;
    await insertCalls(db, batch);
    waiting = waiting.slice(batch.length);
    return waiting.length >= BATCH_MAX;
  };

  const writeCounts = async (): Promise<readonly string[]> => {
    const batch = counts;
    if (batch.size === 0) return [];
    counts = new Map();
    try {
      await addCounts(db, [...batch.values()]);
    } catch (error) {
      for (const [key, one] of batch) counts.set(key, added(one, counts.get(key)));
      throw error;
    }
    return [...new Set([...batch.values()].map(({ accountId }) => accountId))];
  };

  const writeTroubles = async (): Promise<void> => {
    const batch = troubles;
    if (batch.size === 0) return;
    troubles = new Map();
    try {
      for (const { accountId, code } of await countTrouble(db, [...batch.values()])) {
        log.error("provider.alarm", { accountId, code });
      }
    } catch (error) {
      for (const [key, one] of batch) troubles.set(key, together(one, troubles.get(key)));
      throw error;
    }
  };

  return {
    record: (call) => {
      keep(call);
      count(call);
      notice(call);
    },
    flush: async () => {
      const accountIds = await writeCounts();
      await writeTroubles();
      return { accountIds, isBehind: await writeCalls() };
    },
  };
}

/** Written out: this runs for each payment. */
function storedExchange(exchange: ExchangeRecord): ExchangeRecord {
  const { method, path, status, failure, sent, durationMs, theirRequestId } = exchange;
  return {
    method,
    path: storedText(path),
    status,
    failure,
    sent,
    durationMs,
    theirRequestId: theirRequestId === null ? null : storedText(theirRequestId),
  };
}

function added(one: SlotCounts, later: SlotCounts | undefined): SlotCounts {
  if (later === undefined) return one;
  return {
    ...one,
    calls: one.calls + later.calls,
    faults: one.faults + later.faults,
    timeouts: one.timeouts + later.timeouts,
    durationMs: one.durationMs + later.durationMs,
    slowestMs: Math.max(one.slowestMs, later.slowestMs),
  };
}

function together(one: SeenTrouble, later: SeenTrouble | undefined): SeenTrouble {
  if (later === undefined) return one;
  const occurrences = one.occurrences + later.occurrences;
  return { ...later, id: one.id, occurrences, firstSeenAtMs: one.firstSeenAtMs };
}
