import type { Database } from "../db/database.ts";
import type { Clock } from "../kit/clock.ts";
import type { Logger } from "../kit/logger.ts";
import { createTroubleLog } from "../kit/trouble-log.ts";
import { read } from "../metrics/database-table.ts";
import type { Snapshot } from "../metrics/measure.ts";
import { readHeld, readInvariants, readJobs, readUnknown } from "./quick-readings.ts";
import type { Reading } from "./reading.ts";
import { readEndpoints, readSeals } from "./slow-readings.ts";

export interface DatabaseGaugesDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Values may be this old: many readers, and short intervals between them, ask the database no more often. */
const QUICK_MS = 10_000;
/** For readings that visit every wallet and every endpoint. */
const SLOW_MS = 60_000;

const readings: readonly { readonly name: string; readonly lifeMs: number; readonly reading: Reading }[] = [
  { name: "unknown", lifeMs: QUICK_MS, reading: readUnknown },
  { name: "held", lifeMs: QUICK_MS, reading: readHeld },
  { name: "jobs", lifeMs: QUICK_MS, reading: readJobs },
  { name: "invariants", lifeMs: QUICK_MS, reading: readInvariants },
  { name: "endpoints", lifeMs: SLOW_MS, reading: readEndpoints },
  { name: "seals", lifeMs: SLOW_MS, reading: readSeals },
];

/**
 * Reads what only the database knows, one statement after the other so that a reader takes one connection at most. A
 * reading that fails leaves no values: a gap in a curve is better than an old value that looks new.
 */
export function createDatabaseGauges({ db, clock, log }: DatabaseGaugesDeps): () => Promise<Snapshot> {
  const troubles = new Map(
    readings.map(({ name }) => [
      name,
      createTroubleLog({
        log,
        event: "metrics.trouble",
        level: "warn",
        fields: { reading: name },
        nowMs: clock.nowMs,
      }),
    ]),
  );
  const readAtMs = new Map<string, number>();
  let underWay: Promise<Snapshot> | null = null;

  const readAll = async (): Promise<Snapshot> => {
    for (const { name, lifeMs, reading } of readings) {
      const nowMs = clock.nowMs();
      const ageMs = nowMs - (readAtMs.get(name) ?? Number.NEGATIVE_INFINITY);
      if (ageMs >= 0 && ageMs < lifeMs) continue;
      try {
        await reading(db, nowMs);
        readAtMs.set(name, nowMs);
        troubles.get(name)?.worked();
      } catch (error) {
        readAtMs.delete(name);
        troubles.get(name)?.failed(error);
      }
    }
    return read.map((metric) => metric.read());
  };
  return () => {
    underWay ??= readAll().finally(() => {
      underWay = null;
    });
    return underWay;
  };
}
