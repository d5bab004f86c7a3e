import type { Database } from "../../db/database.ts";
import { createLoop, type Loop } from "../../jobs/loop.ts";
import type { Clock } from "../../kit/clock.ts";
import type { Logger } from "../../kit/logger.ts";
import type { Snapshot } from "../../metrics/measure.ts";
import { readOldestWork } from "../work/index.ts";
import { queuesOf, webhooksDueOf } from "./figures.ts";
import { forgetAges, type QueueAge, readTenantIds, wereRead, writeAges } from "./queue-ages-store.ts";

/** Queues are read this often, at the same instants by every process. */
const READ_EVERY_MS = 300_000;
const LOOK_INTERVAL_MS = 60_000;
/** Readings are kept this long. */
export const AGES_KEPT_FOR_MS = 48 * 3_600_000;

export const WEBHOOKS = "WEBHOOKS";
export const BACKGROUND = "BACKGROUND";

export interface QueueAgesDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Logger;
  readonly readGauges: () => Promise<Snapshot>;
}

/** The instant whose reading is due. Pure. */
export const slotOf = (nowMs: number): number => nowMs - (nowMs % READ_EVERY_MS);

/** What the gauges say of the installation; a figure that could not be read is left out. Pure. */
export function installationAges(gauges: Snapshot): readonly QueueAge[] {
  const webhooks = webhooksDueOf(gauges);
  const background = queuesOf(gauges);
  const age = (queue: string, oldestSeconds: number): QueueAge => ({
    tenantId: null,
    mode: null,
    queue,
    oldestSeconds,
  });
  return [
    ...(webhooks === null ? [] : [age(WEBHOOKS, webhooks.oldestDueSeconds ?? 0)]),
    ...(background === null
      ? []
      : [age(BACKGROUND, Math.max(0, ...background.map(({ oldestDueSeconds }) => oldestDueSeconds ?? 0)))]),
  ];
}

/**
 * Keeps for how long the oldest of each queue had waited, so that operators see whether it grows. A reading asks what the
 * metrics and the work queue ask anyway; it touches no payment.
 */
export function createQueueAges({ db, clock, log, readGauges }: QueueAgesDeps): Loop {
  const run = async (nowMs: number): Promise<number> => {
    const atMs = slotOf(nowMs);
    if (await wereRead(db, atMs)) return 0;
    const ages: QueueAge[] = [...installationAges(await readGauges())];
    for (const { id: tenantId } of await readTenantIds(db)) {
      for (const { kind, mode, oldestMs } of await readOldestWork(db, tenantId, nowMs)) {
        const oldestSeconds = Math.max(0, Math.round((nowMs - oldestMs) / 1_000));
        ages.push({ tenantId, mode, queue: kind, oldestSeconds });
      }
    }
    await db.transaction(async (tx) => {
      await writeAges(tx, atMs, ages);
      await forgetAges(tx, nowMs - AGES_KEPT_FOR_MS);
    });
    return 0;
  };
  return createLoop({ name: "queue_ages", intervalMs: LOOK_INTERVAL_MS, run, clock, log });
}
