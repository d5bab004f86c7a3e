import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../test/harness/database.ts";
import { onceIn } from "./once.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
}, 60_000);
afterAll(() => database?.drop());

it("does the same once in a transaction, and again in the next one", async () => {
  const done: string[] = [];
  for (const name of ["first", "second"])
    await database.db.transaction(async (tx) => {
      for (const key of ["a", "b", "a", "b"])
        await onceIn(tx, key, async () => {
          done.push(`${name} ${key}`);
        });
    });
  expect(done).toEqual(["first a", "first b", "second a", "second b"]);
});

it("does it again when the transaction is made again after a failure", async () => {
  let tries = 0;
  const attempt = () =>
    database.db.transaction((tx) =>
      onceIn(tx, "lock", async () => {
        tries += 1;
        if (tries === 1) throw new Error("refused");
      }),
    );
  await expect(attempt()).rejects.toThrow("refused");
  await attempt();
  expect(tries).toBe(2);
});
