import { afterAll, beforeAll, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../test/harness/database.ts";
import { testSeed } from "../../../test/harness/seed.ts";
import { expectSumsOfHistory } from "./test-history.ts";

const SEED = testSeed();

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

it(`sums of a random history (seed ${SEED}) are those of its rows, whatever was counted when and how often`, () =>
  expectSumsOfHistory(database, SEED));
