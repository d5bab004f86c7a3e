import type { Database } from "../../src/db/database.ts";
import { createLane, type Lane } from "../../src/db/lane.ts";
import { quietLog } from "./log.ts";

/** A batch writer for tests that have a pool and no address: its batches use any connection. */
export const poolLane = (db: Database): Lane =>
  createLane({
    name: "test",
    log: quietLog,
    connect: async () => ({ query: db.query, isBroken: () => false, close: async () => {} }),
  });
