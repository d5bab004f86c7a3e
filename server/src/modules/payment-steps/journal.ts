import type { Database } from "../../db/database.ts";
import type { Clock } from "../../kit/clock.ts";
import type { IdSource } from "../../kit/ids.ts";
import type { Logger } from "../../kit/logger.ts";
import {
  hasTrouble,
  type PaymentTrace,
  type StepSubject,
  type TimedNote,
  withStep,
  workedOut,
} from "./steps.ts";
import { addDay, dayOf, insertStretches, type StoredStretch } from "./store.ts";

/** Steps that wait to be written; beyond this they are dropped and counted. About 10 MB. */
const WAITING_MAX = 20_000;
/** Of one payment between two writes: somebody who reloads a page must not fill the memory. */
const STEPS_OF_STRETCH_MAX = 50;
/** Rows per statement. */
const BATCH_MAX = 1_000;
/**
 * Payments between two writes that are kept whole. Of more, only those in which something went wrong are written: at that rate the
 * rows would cost a tenth of the payments themselves.
 */
const KEPT_WHOLE_MAX = 100;

export interface StepJournal extends PaymentTrace {
  /**
   * Writes what has come together, at most `BATCH_MAX` payments. What cannot be written stays for the next time. Returns of how many
   * payments it took the steps, written or not.
   */
  flush(): Promise<number>;
}

export interface StepJournalDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly log: Logger;
}

interface Stretch extends StepSubject {
  steps: readonly TimedNote[];
}

/** Collects steps of this process in memory, by payment: what happens within one interval is one row. */
export function createStepJournal({ db, clock, ids, log }: StepJournalDeps): StepJournal {
  // A Map keeps insertion order: the first entry is the oldest.
  const open = new Map<string, Stretch>();
  /** Taken out of `open` and not written yet. */
  let writing: readonly StoredStretch[] = [];
  const knownDays = new Set<string>();
  let waiting = 0;
  let dropped = 0;

  const take = (): readonly Stretch[] => {
    const taken: Stretch[] = [];
    for (const [key, stretch] of open) {
      if (taken.length === BATCH_MAX) break;
      open.delete(key);
      waiting -= stretch.steps.length;
      taken.push(stretch);
    }
    return taken;
  };

  /** What of these stretches is written. */
  const kept = (taken: readonly Stretch[]): readonly StoredStretch[] => {
    const chosen = taken.length > KEPT_WHOLE_MAX ? taken.filter(({ steps }) => hasTrouble(steps)) : taken;
    const left = taken.length - chosen.length;
    if (left > 0) log.info("payment.steps.thinned", { payments: left });
    return chosen.map(({ merchantNo, paymentIntentId, steps }) => ({
      merchantNo,
      paymentIntentId,
      id: ids.uuid(),
      steps: steps.map(workedOut),
    }));
  };

  return {
    note: ({ merchantNo, paymentIntentId }, step) => {
      const key = `${merchantNo} ${paymentIntentId}`;
      const found = open.get(key);
      const isFull = found !== undefined && found.steps.length >= STEPS_OF_STRETCH_MAX;
      if (waiting >= WAITING_MAX || isFull) {
        dropped += 1;
        return;
      }
      const stretch: Stretch = found ?? { merchantNo, paymentIntentId, steps: [] };
      const before = stretch.steps.length;
      stretch.steps = withStep(stretch.steps, step, clock.nowMs());
      waiting += stretch.steps.length - before;
      if (found === undefined) open.set(key, stretch);
    },
    flush: async () => {
      if (dropped > 0) log.warn("payment.steps.dropped", { steps: dropped });
      dropped = 0;
      let payments = writing.length;
      if (payments === 0) {
        const taken = take();
        payments = taken.length;
        writing = kept(taken);
      }
      for (const day of new Set(writing.map(({ id }) => dayOf(id)))) {
        if (knownDays.has(day)) continue;
        await addDay(db, day);
        knownDays.add(day);
      }
      if (writing.length > 0) await insertStretches(db, writing);
      writing = [];
      return payments;
    },
  };
}
