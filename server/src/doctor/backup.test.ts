import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../test/harness/database.ts";
import { systemClock } from "../kit/clock.ts";
import { judgeArchiving, lookAtArchive } from "./backup.ts";

const MINUTE = 60_000;
const nowMs = 100 * MINUTE;
const archiving = { mode: "on", archivedAtMs: nowMs - MINUTE / 2, failedAtMs: null, failedFile: null };

it.each([
  ["a log that is archived", {}, "ok", "the last file went 30 s ago"],
  [
    "a trouble that is over",
    { failedAtMs: nowMs - 5 * MINUTE, failedFile: "A" },
    "ok",
    "the last file went 30 s ago",
  ],
  [
    "a file that is refused",
    { archivedAtMs: nowMs - 10 * MINUTE, failedAtMs: nowMs - 5_000, failedFile: "0000000100000000000000A2" },
    "wrong",
    "0000000100000000000000A2 was refused 5 s ago; the last file went 10 min ago",
  ],
  [
    "a command that never worked",
    { archivedAtMs: null, failedAtMs: nowMs - 5_000, failedFile: "A" },
    "wrong",
    "A was refused 5 s ago; nothing was archived since its statistics began",
  ],
  ["no command yet", { archivedAtMs: null }, "wrong", "nothing was archived since its statistics began"],
  [
    "a clock that is behind PostgreSQL's",
    { archivedAtMs: nowMs + 1_000 },
    "ok",
    "the last file went 0 s ago",
  ],
])("%s", (_name, change, state, seen) => {
  expect(judgeArchiving({ ...archiving, ...change }, nowMs)).toMatchObject({ state, seen });
});

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

it("the service's own role may ask, and a server that does not archive is told apart", async () => {
  expect(await lookAtArchive(database.db, systemClock)).toMatchObject({ state: "unseen", cure: null });
});
