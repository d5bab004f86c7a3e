import pg from "pg";
import { expect, test } from "vitest";
import { createTestDatabase } from "../../test/harness/database.ts";
import { createRecordingLog } from "../../test/harness/log.ts";
import { createSampleServer } from "../../test/harness/sample-http.ts";
import { DatabaseUnavailableError, OverloadedError } from "../db/errors.ts";
import { createUnavailableLog } from "./unavailable-log.ts";

const context = { requestId: "req_1", method: "GET", route: "/x" };
const away = new DatabaseUnavailableError("away");
const full = Object.assign(new pg.DatabaseError("full", 2, "error"), { code: "53100" });

function setUp() {
  const { log, lines } = createRecordingLog();
  let nowMs = 0;
  const unavailable = createUnavailableLog(log, () => nowMs);
  return {
    unavailable,
    told: () => lines.filter(({ level }) => level !== "debug"),
    lines,
    pass: (ms: number) => {
      nowMs += ms;
    },
  };
}

test("an outage of two minutes has two lines for each reason, however many requests it refuses", () => {
  const { unavailable, told, lines, pass } = setUp();
  for (let second = 0; second < 120; second += 1) {
    for (let request = 0; request < 5; request += 1) unavailable.refused(context, away);
    if (second < 20) unavailable.refused(context, full);
    pass(1_000);
  }
  expect(told()).toMatchObject([
    { level: "error", event: "http.request.unavailable.began", fields: { ...context, error: away } },
    { event: "http.request.unavailable.began", fields: { reason: "53100", error: full } },
  ]);
  pass(10_000);
  unavailable.ready();
  unavailable.ready();
  expect(told().slice(2)).toEqual([
    {
      level: "error",
      event: "http.request.unavailable.ended",
      fields: { reason: "DatabaseUnavailableError", failures: 600, seconds: 130 },
    },
    {
      level: "error",
      event: "http.request.unavailable.ended",
      fields: { reason: "53100", failures: 20, seconds: 130 },
    },
  ]);
  expect(lines.filter(({ level }) => level === "debug")).toHaveLength(620);
});

test("it has not ended while requests are refused between two looks that found nothing wrong", () => {
  const { unavailable, told, pass } = setUp();
  unavailable.refused(context, away);
  for (let look = 0; look < 10; look += 1) {
    pass(5_000);
    unavailable.ready();
    unavailable.refused(context, away);
  }
  expect(told()).toHaveLength(1);
});

test("those who waited too long are no outage", () => {
  const { unavailable, told } = setUp();
  unavailable.refused(context, new OverloadedError("too many wait"));
  expect(told()).toEqual([]);
});

test("a server says that the outage has ended after a green look, without another request", async () => {
  const { log, lines } = createRecordingLog();
  const database = await createTestDatabase();
  let isAway = true;
  let nowMs = 0;
  const server = await createSampleServer(database.db, {
    log,
    beforeEffect: async () => {
      if (isAway) throw away;
    },
    databaseTrouble: async () => (isAway ? "PostgreSQL does not answer" : null),
    monotonicMs: () => nowMs,
  });
  const create = () =>
    server.app.inject({
      method: "POST",
      url: "/api/v1/samples",
      payload: { name: "x" },
      headers: { authorization: "Bearer key-a", "idempotency-key": crypto.randomUUID() },
    });
  for (let request = 0; request < 3; request += 1) expect((await create()).statusCode).toBe(503);
  const told = () => lines.filter(({ event, level }) => level === "error" && event.startsWith("http."));
  expect((await server.app.inject("/readyz")).statusCode).toBe(503);
  expect(told()).toMatchObject([{ event: "http.request.unavailable.began" }]);
  isAway = false;
  nowMs = 10_000;
  expect((await server.app.inject("/readyz")).statusCode).toBe(200);
  expect(told().slice(1)).toMatchObject([
    { event: "http.request.unavailable.ended", fields: { failures: 3 } },
  ]);
  await server.stop();
  await database.drop();
});
