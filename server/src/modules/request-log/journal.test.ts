import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../test/harness/database.ts";
import { createRecordingLog } from "../../../test/harness/log.ts";
import type { Database } from "../../db/database.ts";
import type { RequestRecord } from "../../http/request-record.ts";
import { createManualClock } from "../../kit/clock.ts";
import { createIdSource, type MerchantNo, publicId } from "../../kit/ids.ts";
import { createSeededRandom } from "../../kit/random.ts";
import { createRequestJournal } from "./journal.ts";
import { dropDaysBefore } from "./store.ts";

/** Between a request and the table of requests: bounded, written beside it, in days that come and go. */
let database: TestDatabase;
const START_MS = Date.parse("2026-11-22T23:59:59Z");
const clock = createManualClock(START_MS);
const ids = createIdSource(clock, createSeededRandom(1));

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database?.drop());
beforeEach(async () => {
  clock.set(START_MS);
  await database.owner.query({ text: "truncate request_log" });
});

const open = (db: Pick<Database, "query"> = database.db) => {
  const { log, lines } = createRecordingLog();
  return { journal: createRequestJournal({ db: { ...database.db, ...db }, log }), lines };
};
const newRequest = (change: Partial<RequestRecord> = {}): RequestRecord => ({
  requestId: publicId("request", ids.next("request")),
  merchantNo: 7 as MerchantNo,
  actor: { kind: "key", id: ids.next("apiKey") },
  operationId: "listCharges",
  method: "GET",
  path: "/payments/charges",
  status: 200,
  durationMs: 3,
  ip: "127.0.0.1",
  isReplay: false,
  refusal: null,
  ...change,
});
const rowCount = async () => {
  const [row] = await database.owner.query<{ count: number }>({
    text: "select count(*)::int as count from request_log",
  });
  return row?.count;
};
const days = async () =>
  (
    await database.owner.query<{ name: string }>({
      text: "select relname as name from pg_class where relnamespace = 'request_log_days'::regnamespace and relkind = 'r' order by 1",
    })
  ).map(({ name }) => name);

describe("requests", () => {
  it("are written later when the table cannot be written, once", async () => {
    let fails = true;
    const { journal } = open({
      query: (query) =>
        fails && query.text.startsWith("insert into request_log")
          ? Promise.reject(new Error("gone"))
          : database.db.query(query),
    });
    journal.record(newRequest());
    await expect(journal.flush()).rejects.toThrow("gone");
    journal.record(newRequest());
    await expect(journal.flush()).rejects.toThrow("gone");
    fails = false;
    expect(await journal.flush()).toBe(1);
    expect([await journal.flush(), await rowCount()]).toEqual([0, 2]);
  });

  it("of which one can never be written are written without it, and the log names it", async () => {
    const { journal, lines } = open();
    const [noText, noValue] = [newRequest({ path: "/links/\0" }), newRequest({ ip: undefined as never })];
    for (const request of [newRequest(), noText, newRequest(), noValue, newRequest()])
      journal.record(request);
    expect(await journal.flush()).toBe(5);
    expect([await journal.flush(), await rowCount()]).toEqual([0, 3]);
    const named = lines.filter(({ event }) => event === "requests.unwritable");
    expect(named.map(({ fields }) => fields.requestId)).toEqual([noText.requestId, noValue.requestId]);
  });

  it("whose row is there already are left as they are", async () => {
    const request = newRequest();
    for (const durationMs of [3, 4]) {
      const { journal } = open();
      journal.record({ ...request, durationMs });
      await journal.flush();
    }
    expect(await database.owner.query({ text: "select duration_ms from request_log" })).toEqual([
      { duration_ms: 3 },
    ]);
  });

  it("of a high rate are kept in part, refused ones first, and the log says how many are not", async () => {
    const { journal, lines } = open();
    for (let count = 0; count < 2_000; count += 1) journal.record(newRequest());
    for (let count = 0; count < 2_000; count += 1) journal.record(newRequest({ status: 429 }));
    expect([await journal.flush(), await rowCount()]).toEqual([4_000, 600]);
    const [row] = await database.owner.query<{ sum: number }>({
      text: "select sum(not_kept)::int as sum from request_log",
    });
    expect(row?.sum).toBe(3_400);
    expect(lines.map(({ event, fields }) => [event, fields.requests])).toEqual([["requests.thinned", 3_400]]);
  });

  it("beyond what the memory holds are dropped, and the log says how many", async () => {
    const { journal, lines } = open();
    const request = newRequest();
    for (let count = 0; count < 10_005; count += 1) journal.record(request);
    expect(await journal.flush()).toBe(10_000);
    const dropped = lines.filter(({ event }) => event === "requests.dropped");
    expect(dropped.map(({ fields }) => fields.requests)).toEqual([5]);
  });
});

describe("days", () => {
  it("are made when their first request comes, by several processes at once, and dropped as a whole", async () => {
    await Promise.all(
      [1, 2, 3].map(async () => {
        const { journal } = open();
        journal.record(newRequest());
        await journal.flush();
      }),
    );
    const { journal } = open();
    journal.record(newRequest());
    clock.advance(2_000);
    journal.record(newRequest());
    await journal.flush();
    expect([await days(), await rowCount()]).toEqual([["d20261122", "d20261123"], 5]);
    expect(await dropDaysBefore(database.db, "2026-11-22")).toBe(0);
    expect(await dropDaysBefore(database.db, "2026-11-23")).toBe(1);
    expect([await days(), await rowCount()]).toEqual([["d20261123"], 1]);
  });

  it("are out of reach of the service's role, except through their table", async () => {
    const { journal } = open();
    clock.advance(2_000);
    journal.record(newRequest());
    await journal.flush();
    for (const text of [
      "select * from request_log_days.d20261123",
      "drop table request_log_days.d20261123",
      "truncate request_log",
    ]) {
      await expect(database.db.query({ text }), text).rejects.toMatchObject({ code: "42501" });
    }
  });
});
