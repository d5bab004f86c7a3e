import { type BatchWriter, createBatchWriter } from "../../src/db/batch-writer.ts";
import type { Database } from "../../src/db/database.ts";
import { quietLog } from "./log.ts";

/** A batch writer for tests that have a pool and no address: its batches use any connection. */
export const poolBatchWriter = (db: Database): BatchWriter =>
  createBatchWriter({
    name: "test",
    log: quietLog,
    connect: async () => ({ query: db.query, isBroken: () => false, close: async () => {} }),
  });
