import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../test/harness/database.ts";
import { expectInvariants } from "../../test/harness/invariants.ts";
import type { Transaction } from "../db/database.ts";
import { checkInvariant, checkInvariants, invariants } from "./check.ts";
import type { Violation } from "./invariant.ts";
import { plants } from "./test-plants.ts";
import { type ArrangedDay, arrangeDay, NOW_MS } from "./test-setup.ts";

let database: TestDatabase;
let merchant: ArrangedDay["merchant"];
let at: ArrangedDay["at"];

beforeAll(async () => {
  database = await createTestDatabase();
  ({ merchant, at } = await arrangeDay(database));
});
afterAll(() => database.drop());

it("a sound history breaks nothing, over all of it and over the day", async () => {
  await expectInvariants(database.db);
  for (const invariant of invariants) {
    expect(await checkInvariant(database.db, invariant, { sinceMs: NOW_MS, provedBeforeMs: NOW_MS })).toEqual(
      [],
    );
  }
});

/** Runs `plant` as the owner, runs the check, and rolls back. */
async function foundAfter(statements: readonly string[]): Promise<readonly Violation[]> {
  const takeBack = new Error("take back");
  let found: readonly Violation[] = [];
  const plantAndLook = async (tx: Transaction) => {
    for (const text of statements) {
      await tx.query({ text: text.replaceAll(/:(\w+):/g, (_whole, name: string) => `'${at[name]}'`) });
    }
    found = await checkInvariants(tx);
    throw takeBack;
  };
  await database.owner.transaction(plantAndLook).catch((error: unknown) => {
    if (error !== takeBack) throw error;
  });
  return found;
}

describe("what is planted is found", () => {
  it.each(plants)("$name breaks $breaks", async ({ breaks, id, sql }) => {
    const found = (await foundAfter(sql)).filter((violation) => violation.invariant === breaks);
    expect(found).not.toEqual([]);
    if (id !== null) expect(found.map((violation) => violation.id)).toContain(at[id]);
    // A violation of a whole tenant is reported under its number, negated.
    expect(found.every(({ merchantNo }) => merchantNo === merchant.merchantNo || merchantNo < 0)).toBe(true);
  });

  it("covers every invariant", () => {
    expect(new Set(plants.map((plant) => plant.breaks))).toEqual(new Set(invariants.map(({ name }) => name)));
  });

  it("is taken back: the history is sound again", () => expectInvariants(database.db));
});
