import type { Database } from "../../db/database.ts";
import { sqlState } from "../../db/errors.ts";
import type { RequestRecord, RequestRecorder } from "../../http/request-record.ts";
import type { Logger } from "../../kit/logger.ts";
import { addDay, dayOfRequest, insertRequests } from "./store.ts";
import { type Budget, type KeptRequest, thinned } from "./thinning.ts";

/** Requests that wait to be written; beyond this they are dropped and counted. About 5 MB. */
const WAITING_MAX = 10_000;
/** Rows per statement. */
const BATCH_MAX = 1_000;
/** Between two writes: at a high rate a row of each request would cost a part of the requests themselves. */
const BUDGET: Budget = { whole: 100, answered: 100, refused: 500 };

export interface RequestJournal extends RequestRecorder {
  /** Writes what has come together. What cannot be written stays for the next time. Returns how many requests it took. */
  flush(): Promise<number>;
}

export interface RequestJournalDeps {
  readonly db: Database;
  readonly log: Logger;
}

/** Collects the answered requests of this process in memory: no request waits for it. */
export function createRequestJournal({ db, log }: RequestJournalDeps): RequestJournal {
  let waiting: RequestRecord[] = [];
  /** Taken out of `waiting` and not written yet. */
  let writing: readonly KeptRequest[] = [];
  const knownDays = new Set<string>();
  let dropped = 0;

  const write = async (): Promise<void> => {
    while (writing.length > 0) {
      const batch = writing.slice(0, BATCH_MAX);
      for (const day of new Set(batch.map(dayOfRequest))) {
        if (knownDays.has(day)) continue;
        await addDay(db, day);
        knownDays.add(day);
      }
      await insert(batch);
      writing = writing.slice(BATCH_MAX);
    }
  };

  /** Leaves out a row that can never be written: it would hold up all requests after it. Only a fault of ours makes one. */
  const insert = async (batch: readonly KeptRequest[]): Promise<void> => {
    try {
      await insertRequests(db, batch);
    } catch (error) {
      const [first] = batch;
      if (first === undefined || !isOfTheRow(error)) throw error;
      if (batch.length === 1) {
        const { requestId, operationId } = first;
        log.error("requests.unwritable", { requestId, operationId, error });
        return;
      }
      const half = batch.length >> 1;
      await insert(batch.slice(0, half));
      await insert(batch.slice(half));
    }
  };

  return {
    record: (request) => {
      if (waiting.length < WAITING_MAX) waiting.push(request);
      else dropped += 1;
    },
    flush: async () => {
      if (dropped > 0) log.warn("requests.dropped", { requests: dropped });
      dropped = 0;
      await write();
      const taken = waiting;
      waiting = [];
      writing = thinned(taken, BUDGET);
      const left = taken.length - writing.length;
      if (left > 0) log.info("requests.thinned", { requests: left });
      await write();
      return taken.length;
    },
  };
}

/** Whether a value cannot be written, here (a wrong type) or there (SQLSTATE classes 22 and 23): the same row fails again. */
const isOfTheRow = (error: unknown): boolean =>
  error instanceof TypeError || error instanceof RangeError || /^2[23]/.test(sqlState(error) ?? "");
