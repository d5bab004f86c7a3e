import { createLane, type Lane, type LaneConnection } from "./db/lane.ts";
import type { MerchantNo } from "./kit/ids.ts";
import type { Logger } from "./kit/logger.ts";
import type { CheckoutLanes } from "./modules/checkout/index.ts";

export interface Lanes extends CheckoutLanes {
  readonly limits: Lane;
  /** How long payments wait for the database that have not left yet, in the lane that waits least; milliseconds. */
  waitingMs(): number;
  close(): Promise<void>;
}

/** The lanes of one process: `count` that write payments, split by merchant, one that reads, one that counts callers. */
export function openLanes(
  connectLane: (name: string) => Promise<LaneConnection>,
  log: Logger,
  count: number,
): Lanes {
  const lane = (name: string) => createLane({ name, connect: () => connectLane(name), log });
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
    close: async () => {
      await Promise.all([read, limits, ...writers].map((each) => each.close()));
    },
  };
}
