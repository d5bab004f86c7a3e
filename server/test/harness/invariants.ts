import { expect } from "vitest";
import type { Queryable } from "../../src/db/database.ts";
import { checkInvariant, checkInvariants, invariants } from "../../src/invariants/index.ts";

/** Fails with the rows that violate an invariant: call it at the end of a test's history. */
export async function expectInvariants(db: Queryable): Promise<void> {
  expect(await checkInvariants(db)).toEqual([]);
}

/** Those of the books of accounts at providers alone: for rows that no path of money has made. */
export async function expectRailInvariants(db: Queryable): Promise<void> {
  for (const invariant of invariants.filter(({ name }) => name.startsWith("rails."))) {
    expect(await checkInvariant(db, invariant), invariant.name).toEqual([]);
  }
}
