import type { Database } from "../../db/database.ts";
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
      await insertRequests(db, batch);
      writing = writing.slice(BATCH_MAX);
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
