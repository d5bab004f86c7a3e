import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../test/harness/database.ts";
import type { AccountActor, Actor } from "../kit/actor.ts";
import { createManualClock } from "../kit/clock.ts";
import { ONE_PERSON_MS } from "../kit/common-origin.ts";
import { createIdSource } from "../kit/ids.ts";
import { createSeededRandom } from "../kit/random.ts";
import { systemActor } from "./audit.ts";
import { haveCommonOrigin, readOrigins, recordOrigin } from "./origins.ts";

const NOW_MS = Date.UTC(2026, 10, 22, 10);
const ids = createIdSource(createManualClock(NOW_MS), createSeededRandom(7));
const key = (): AccountActor => ({ kind: "key", id: ids.next("apiKey") });
const operator = (): AccountActor => ({ kind: "operator", id: ids.next("operator") });

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const record = (made: AccountActor, maker: Actor, atMs = NOW_MS) =>
  database.db.transaction((tx) => recordOrigin(tx, made, maker, "created", atMs));
const areOne = (left: AccountActor, right: AccountActor, atMs = NOW_MS) =>
  haveCommonOrigin(database.db, left, right, atMs);

test("makers and made are one for 30 days, over several steps and both ways", async () => {
  const [first, second, third, stranger] = [key(), key(), key(), key()];
  await record(second, first);
  await record(third, second);
  expect(await areOne(first, third)).toBe(true);
  expect(await areOne(third, first)).toBe(true);
  expect(await areOne(first, first)).toBe(true);
  expect(await areOne(first, stranger)).toBe(false);
  expect(await areOne(first, third, NOW_MS + ONE_PERSON_MS - 1)).toBe(true);
  expect(await areOne(first, third, NOW_MS + ONE_PERSON_MS)).toBe(false);
});

test("what one operator made is one, and what the service made by itself is not", async () => {
  const [maker, left, right] = [operator(), operator(), key()];
  await record(left, maker);
  await record(right, maker);
  expect(await areOne(left, right)).toBe(true);
  const [one, two] = [operator(), operator()];
  await record(one, systemActor);
  await record(two, systemActor);
  await record(one, one);
  expect(await areOne(one, two)).toBe(false);
  expect(await readOrigins(database.db, [one, two])).toEqual([]);
});

test("a second making moves the time on and never back", async () => {
  const [maker, made] = [operator(), operator()];
  await record(made, maker);
  await record(made, maker, NOW_MS + 1_000);
  await record(made, maker, NOW_MS - 1_000);
  expect(await readOrigins(database.db, [made])).toEqual([
    { made, maker, relation: "created", atMs: NOW_MS + 1_000 },
  ]);
});

test("a circle of makers ends", async () => {
  const [left, right] = [key(), key()];
  await record(left, right);
  await record(right, left);
  expect(await areOne(left, right)).toBe(true);
  expect(await readOrigins(database.db, [left])).toHaveLength(2);
});
