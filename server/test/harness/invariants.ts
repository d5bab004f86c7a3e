import { expect } from "vitest";
import type { Queryable } from "../../src/db/database.ts";
import { checkInvariants } from "../../src/invariants/index.ts";

/** Fails with the rows that break a promise: call it when a test's history is over. */
export async function expectInvariants(db: Queryable): Promise<void> {
  expect(await checkInvariants(db)).toEqual([]);
}
