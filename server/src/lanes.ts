import { createLane, type Lane, type LaneConnection } from "./db/lane.ts";
import type { MerchantNo } from "./kit/ids.ts";
import type { Logger } from "./kit/logger.ts";
import type { CheckoutLanes } from "./modules/checkout/index.ts";

/** The lanes of one process: `count` that write payments, split by merchant, one that reads, one that counts callers. */
export function openLanes(
  connectLane: (name: string) => Promise<LaneConnection>,
  log: Logger,
  count: number,
): CheckoutLanes & { readonly limits: Lane; close(): Promise<void> } {
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
    close: async () => {
      await Promise.all([read, limits, ...writers].map((each) => each.close()));
    },
  };
}
