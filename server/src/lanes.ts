import { createLane, type Lane, type LaneConnection, type MeasuredLane } from "./db/lane.ts";
import type { MerchantNo } from "./kit/ids.ts";
import type { Logger } from "./kit/logger.ts";
import type { PaymentLanes } from "./modules/payments/index.ts";

export interface Lanes extends PaymentLanes {
  readonly limits: Lane;
  /**
   * How long unsent payments have waited for the database, in the batch writer with the shortest wait; milliseconds.
   */
  waitingMs(): number;
  /** The readiness check: null when each batch writer has its connection, otherwise which have not. */
  trouble(): Promise<string | null>;
  close(): Promise<void>;
}

/**
 * The batch writers of one process: `count` for payments, split by merchant, one that reads, one that counts callers.
 */
export function openLanes(
  connectLane: (name: string) => Promise<LaneConnection>,
  log: Logger,
  count: number,
): Lanes {
  const named = new Map<string, MeasuredLane>();
  const lane = (name: string): MeasuredLane => {
    const made = createLane({ name, connect: () => connectLane(name), log });
    named.set(name, made);
    return made;
  };
  const writers = Array.from({ length: count }, (_none, index) => lane(`write ${index}`));
  const read = lane("read");
  const limits = lane("limits");
  return {
    write: (merchantNo: MerchantNo) => {
      const writer = writers[merchantNo % writers.length];
      if (writer === undefined) throw new Error("there is at least one lane");
      return writer;
    },
    read,
    limits,
    waitingMs: () => Math.min(...writers.map((writer) => writer.waitingMs())),
    trouble: async () => {
      const looks = await Promise.all(
        [...named].map(async ([name, each]) => ({ name, isConnected: await each.isConnected() })),
      );
      const lost = looks.filter(({ isConnected }) => !isConnected).map(({ name }) => name);
      return lost.length === 0 ? null : `no connection to PostgreSQL: ${lost.join(", ")}`;
    },
    close: async () => {
      await Promise.all([...named.values()].map((each) => each.close()));
    },
  };
}
