import { expect } from "vitest";
import type { Queryable } from "../../src/db/database.ts";
import { checkInvariants } from "../../src/invariants/index.ts";

/** Fails with the rows that violate an invariant: call it at the end of a test's history. */
export async function expectInvariants(db: Queryable): Promise<void> {
  expect(await checkInvariants(db)).toEqual([]);
}
