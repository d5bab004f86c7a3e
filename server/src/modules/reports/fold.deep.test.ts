import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../test/harness/database.ts";
import { expectSumsOfHistory } from "../../../test/harness/report-history.ts";
import { testSeed } from "../../../test/harness/seed.ts";

const SEED = testSeed();
const HISTORIES = 25;

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

it.each(Array.from({ length: HISTORIES }, (_none, index) => SEED + 1 + index))(
  "sums of a random history (seed %i) are those of its rows, whatever was counted when and how often",
  async (seed) => {
    await expectSumsOfHistory(database, seed);
    expect.hasAssertions();
  },
);
