import type { Database } from "../db/database.ts";

/** Sets the gauges of one subject. Rejects when the database cannot be read; the gauges have no values then. */
export type Reading = (db: Database, nowMs: number) => Promise<void>;
