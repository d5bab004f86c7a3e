import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../test/harness/database.ts";
import { createRecordingLog } from "../../../test/harness/log.ts";
import type { Database } from "../../db/database.ts";
import { createManualClock } from "../../kit/clock.ts";
import { createIdSource, type MerchantNo } from "../../kit/ids.ts";
import { createSeededRandom } from "../../kit/random.ts";
import { createStepJournal } from "./journal.ts";
import { dropDaysBefore, readSteps } from "./store.ts";

/** Between a payment and the table of its steps: bounded, written beside it, in days that come and go. */
let database: TestDatabase;
const START_MS = Date.parse("2026-11-22T23:59:50Z");
const DAY_MS = 86_400_000;
const clock = createManualClock(START_MS);
const ids = createIdSource(clock, createSeededRandom(1));
const merchantNo = 7 as MerchantNo;
const opened = { kind: "PAGE_OPENED" } as const;
const failed = {
  kind: "OUTCOME",
  chargeId: "ch_1",
  source: "answer",
  outcome: "failed",
  nextStep: null,
} as const;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database?.drop());
beforeEach(async () => {
  clock.set(START_MS);
  await database.owner.query({ text: "truncate payment_steps" });
});

const open = (db: Pick<Database, "query"> = database.db) => {
  const { log, lines } = createRecordingLog();
  return { journal: createStepJournal({ db: { ...database.db, ...db }, clock, ids, log }), lines };
};
const newSubject = () => ({ merchantNo, paymentIntentId: ids.uuid() });
const rowCount = async () => {
  const [row] = await database.owner.query<{ count: number }>({
    text: "select count(*)::int as count from payment_steps",
  });
  return row?.count;
};
const days = async () =>
  (
    await database.owner.query<{ name: string }>({
      text: "select relname as name from pg_class where relnamespace = 'payment_step_days'::regnamespace and relkind = 'r' order by 1",
    })
  ).map(({ name }) => name);

describe("steps", () => {
  it("of one payment within an interval are one row, read back in order", async () => {
    const { journal } = open();
    const subject = newSubject();
    journal.note(subject, { kind: "CREATED", by: "key_1" });
    clock.advance(1_000);
    journal.note(subject, opened);
    clock.advance(1_000);
    journal.note(subject, opened);
    journal.note(newSubject(), opened);
    expect(await journal.flush()).toBe(2);
    expect(await rowCount()).toBe(2);
    expect(await readSteps(database.db, subject, START_MS)).toEqual([
      { kind: "CREATED", by: "key_1", atMs: START_MS },
      { ...opened, atMs: START_MS + 1_000, untilMs: START_MS + 2_000, times: 2 },
    ]);
    expect(await journal.flush()).toBe(0);
  });

  it("of another merchant, of another payment, and from before the payment are not read", async () => {
    const { journal } = open();
    const subject = newSubject();
    journal.note(subject, opened);
    await journal.flush();
    expect(await readSteps(database.db, { ...subject, merchantNo: 8 as MerchantNo }, START_MS)).toEqual([]);
    expect(await readSteps(database.db, newSubject(), START_MS)).toEqual([]);
    expect(await readSteps(database.db, subject, START_MS + 1_000)).toEqual([]);
  });

  it("are written later when the table cannot be written, once", async () => {
    let fails = true;
    const { journal } = open({
      query: (query) =>
        fails && query.text.startsWith("insert into payment_steps")
          ? Promise.reject(new Error("gone"))
          : database.db.query(query),
    });
    const subject = newSubject();
    journal.note(subject, opened);
    await expect(journal.flush()).rejects.toThrow("gone");
    journal.note(subject, { kind: "CREATED", by: null });
    fails = false;
    expect(await journal.flush()).toBe(1);
    expect(await journal.flush()).toBe(1);
    expect(await readSteps(database.db, subject, START_MS)).toHaveLength(2);
  });

  it("of more than 100 payments at once are kept only where something went wrong, and the log says how many are not", async () => {
    const { journal, lines } = open();
    const trouble = newSubject();
    for (let count = 0; count < 99; count += 1) journal.note(newSubject(), opened);
    journal.note(trouble, failed);
    expect([await journal.flush(), await rowCount()]).toEqual([100, 100]);
    for (let count = 0; count < 100; count += 1) journal.note(newSubject(), opened);
    journal.note(trouble, failed);
    expect([await journal.flush(), await rowCount()]).toEqual([101, 101]);
    expect(await readSteps(database.db, trouble, START_MS)).toHaveLength(2);
    const thinned = lines.filter(({ event }) => event === "payment.steps.thinned");
    expect(thinned.map(({ fields }) => fields.payments)).toEqual([100]);
  });

  it("beyond what the memory holds are dropped, and the log says how many", async () => {
    const { journal, lines } = open();
    for (let count = 0; count < 20_005; count += 1) journal.note(newSubject(), failed);
    const busy = newSubject();
    while ((await journal.flush()) > 0);
    expect(await rowCount()).toBe(20_000);
    for (let count = 0; count < 60; count += 1) {
      journal.note(busy, { kind: "CALLBACK", operationId: `ch_${count}`, verdict: "TAKEN" });
    }
    await journal.flush();
    expect(await readSteps(database.db, busy, START_MS)).toHaveLength(50);
    await journal.flush();
    const dropped = lines.filter(({ event }) => event === "payment.steps.dropped");
    expect(dropped.map(({ fields }) => fields.steps)).toEqual([5, 10]);
  });
});

describe("days", () => {
  it("are made when their first row comes, by several processes at once", async () => {
    await Promise.all(
      [1, 2, 3].map(async () => {
        const { journal } = open();
        journal.note(newSubject(), opened);
        await journal.flush();
      }),
    );
    clock.advance(20_000);
    const { journal } = open();
    journal.note(newSubject(), opened);
    await journal.flush();
    expect(await days()).toEqual(["d20261122", "d20261123"]);
    expect(await rowCount()).toBe(4);
  });

  it("are dropped as a whole, and only those before the given one", async () => {
    const { journal } = open();
    const subject = newSubject();
    journal.note(subject, opened);
    await journal.flush();
    clock.advance(DAY_MS);
    journal.note(subject, opened);
    await journal.flush();
    expect(await dropDaysBefore(database.db, "2026-11-22")).toBe(0);
    expect(await dropDaysBefore(database.db, "2026-11-23")).toBe(1);
    expect(await days()).toEqual(["d20261123"]);
    expect(await readSteps(database.db, subject, START_MS)).toHaveLength(1);
  });

  it("are out of reach of the service's role, except through their table", async () => {
    const { journal } = open();
    journal.note(newSubject(), opened);
    await journal.flush();
    for (const text of [
      "select * from payment_step_days.d20261122",
      "drop table payment_step_days.d20261122",
      "truncate payment_steps",
    ]) {
      await expect(database.db.query({ text }), text).rejects.toMatchObject({ code: "42501" });
    }
  });
});
