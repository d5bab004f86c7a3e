import {
  type BatchConnection,
  type BatchWriter,
  type BatchWriterOptions,
  createBatchWriter,
  type MeasuredBatchWriter,
} from "./db/batch-writer.ts";
import type { MerchantNo } from "./kit/ids.ts";
import type { Logger } from "./kit/logger.ts";
import type { PaymentBatchWriters } from "./modules/payments/index.ts";

export interface BatchWriters extends PaymentBatchWriters {
  readonly limits: BatchWriter;
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
 * `waits`: how long their items may wait, for tests that are not about that.
 */
export function openBatchWriters(
  connectBatchWriter: (name: string) => Promise<BatchConnection>,
  log: Logger,
  count: number,
  waits: Pick<BatchWriterOptions, "queueWaitMsMax"> = {},
): BatchWriters {
  const named = new Map<string, MeasuredBatchWriter>();
  const batchWriter = (name: string): MeasuredBatchWriter => {
    const made = createBatchWriter({ name, connect: () => connectBatchWriter(name), log, ...waits });
    named.set(name, made);
    return made;
  };
  const writers = Array.from({ length: count }, (_none, index) => batchWriter(`write ${index}`));
  const read = batchWriter("read");
  const limits = batchWriter("limits");
  return {
    write: (merchantNo: MerchantNo) => {
      const writer = writers[merchantNo % writers.length];
      if (writer === undefined) throw new Error("there is at least one batch writer");
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
