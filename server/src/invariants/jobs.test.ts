import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../test/harness/database.ts";
import { createRecordingLog } from "../../test/harness/log.ts";
import { createManualClock } from "../kit/clock.ts";
import { invariants } from "./check.ts";
import { createInvariantsLoop } from "./jobs.ts";
import { type ArrangedDay, arrangeDay, NOW_MS } from "./test-setup.ts";

/** The books' alarm: it checks in time, reports what is wrong, and reports when it could not check. */
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

let database: TestDatabase;
let at: ArrangedDay["at"];
beforeAll(async () => {
  database = await createTestDatabase();
  ({ at } = await arrangeDay(database));
});
afterAll(() => database.drop());
beforeEach(() => database.owner.query({ text: "delete from invariant_checks" }));

const set = (text: string) => database.owner.query({ text });

/** A process of the service: each has its own loop, all share the database. */
function startProcess(clock = createManualClock(NOW_MS), failing: (text: string) => boolean = () => false) {
  const { log, lines } = createRecordingLog();
  const asked: string[] = [];
  let closed = 0;
  const connect = async () => ({
    query: async <Row>(query: Parameters<typeof database.db.query>[0]): Promise<readonly Row[]> => {
      if (failing(query.text)) throw new Error("the look took too long");
      if (query.text.startsWith("with violation")) asked.push(query.text);
      return database.db.query<Row>(query);
    },
    close: async () => {
      closed += 1;
    },
  });
  const loop = createInvariantsLoop({ connect, clock, log });
  let heard = 0;
  /** What was logged since the last call. */
  const news = () => {
    const fresh = lines.slice(heard);
    heard = lines.length;
    return fresh;
  };
  const told = () => news().map(({ level, event, fields }) => [level, event, fields.invariant] as const);
  const looks = () => asked.splice(0).length;
  return { clock, loop, lines, news, told, looks, closed: () => closed };
}

describe("with a replica", () => {
  /** Who was asked for what is broken, by what the looks reach. */
  async function asked(nowMs: number): Promise<Readonly<Record<"primary" | "replica", number>>> {
    const counts = { primary: 0, replica: 0 };
    const asking = (who: keyof typeof counts) => async () => ({
      query: <Row>(query: Parameters<typeof database.db.query>[0]): Promise<readonly Row[]> => {
        if (query.text.startsWith("with violation")) counts[who] += 1;
        return database.db.query<Row>(query);
      },
      close: async () => {},
    });
    const { log } = createRecordingLog();
    const loop = createInvariantsLoop({
      connect: asking("primary"),
      connectReplica: asking("replica"),
      clock: createManualClock(nowMs),
      log,
    });
    await loop.runOnce();
    await loop.stop();
    return counts;
  }
  const recent = invariants.filter(({ reach }) => reach === "recent").length;
  const isProofDay = (ms: number) => Math.floor(ms / (24 * HOUR_MS)) % 7 === 0;

  it("reads all of history there, and the day's rows at the primary", async () => {
    const nowMs = isProofDay(NOW_MS) ? NOW_MS + 24 * HOUR_MS : NOW_MS;
    expect(await asked(nowMs)).toEqual({ primary: recent, replica: invariants.length - recent });
  });

  it("reads everything at the primary once a week: its own copy is proved", async () => {
    let nowMs = NOW_MS;
    while (!isProofDay(nowMs)) nowMs += 24 * HOUR_MS;
    expect(await asked(nowMs)).toEqual({ primary: invariants.length, replica: 0 });
  });
});

describe("a look", () => {
  it("finds what breaks and tells it with the row's id; it is made once an hour for all processes", async () => {
    const first = startProcess();
    await first.loop.runOnce();
    expect(first.told()).toEqual([]);
    const all = first.looks();
    expect(all).toBeGreaterThan(30);
    expect(first.closed()).toBe(1);

    const second = startProcess(first.clock);
    first.clock.advance(59 * MINUTE_MS);
    await second.loop.runOnce();
    expect(second.looks()).toBe(0);

    await set(`update checkout_sessions set status = 'SUCCEEDED' where id = '${at.failed}'`);
    first.clock.advance(2 * MINUTE_MS);
    await Promise.all([first.loop.runOnce(), second.loop.runOnce()]);
    const told = [...first.lines, ...second.lines];
    expect(
      told.map(({ level, event, fields }) => [level, event, fields.invariant, fields.id]),
    ).toContainEqual(["error", "invariant.violated", "sessions.succeeded_is_paid", at.failed]);
    const recent = first.looks() + second.looks();
    expect(recent).toBeGreaterThan(20);
    expect(recent).toBeLessThan(all);
    // Each was reported by exactly one process.
    expect(told.filter(({ fields }) => fields.invariant === "sessions.succeeded_is_paid")).toHaveLength(1);
    await set(`update checkout_sessions set status = 'FAILED' where id = '${at.failed}'`);
  });

  it("at all of history, or at what follows the proved seals, is made once a day", async () => {
    const { clock, loop, lines, told } = startProcess();
    await loop.runOnce();
    await set("update payment_links set uses_count = 5");
    clock.advance(HOUR_MS);
    await loop.runOnce();
    expect(told().map(([, , invariant]) => invariant)).not.toContain("links.uses_are_payments");
    clock.set(Date.UTC(2026, 10, 22, 0, 30));
    await loop.runOnce();
    expect(lines.map(({ fields }) => fields.invariant)).toContain("links.uses_are_payments");
    await set("update payment_links set uses_count = 1");
  });

  it("begins where the one before it proved, and nothing that came since is missed", async () => {
    const { clock, loop, told } = startProcess();
    await loop.runOnce();
    const [proved] = await database.owner.query<{ n: number }>({
      text: "select count(*)::int as n from invariant_checks where proved_before is not null",
    });
    expect(proved?.n).toBe(5);
    clock.set(Date.UTC(2026, 10, 22, 0, 30));
    await set("update wallets set available = available + 1");
    await loop.runOnce();
    expect(told().map(([, , invariant]) => invariant)).toContain("wallets.balances_are_sums");
    // A broken invariant stays unverified, and is reported again the next day.
    clock.set(Date.UTC(2026, 10, 23, 0, 30));
    await loop.runOnce();
    expect(told().map(([, , invariant]) => invariant)).toContain("wallets.balances_are_sums");
    await set("update wallets set available = available - 1");
    clock.set(Date.UTC(2026, 10, 24, 0, 30));
    await loop.runOnce();
    expect(told()).toEqual([]);
  });
});

describe("a look that is not made", () => {
  it("is an error, told once an hour, and does not keep the others from being made", async () => {
    const { clock, loop, told, looks } = startProcess(undefined, (text) => text.includes("c.fee <>"));
    await loop.runOnce();
    expect(told()).toEqual([["error", "invariant.unchecked", "charges.fee_booked_once"]]);
    expect(looks()).toBeGreaterThan(30);
    clock.advance(40 * MINUTE_MS);
    await loop.runOnce();
    expect(told()).toEqual([]);
    clock.advance(40 * MINUTE_MS);
    await loop.runOnce();
    expect(told()).toEqual([["error", "invariant.unchecked", "charges.fee_booked_once"]]);
  });

  it("because the process that took it on is gone, is overdue, and is made when its lease ends", async () => {
    const { clock, loop, told, news, looks } = startProcess();
    await loop.runOnce();
    looks();
    await set(
      `update invariant_checks set leased_until = '2026-11-30' where name = 'charges.fee_booked_once'`,
    );
    // A lease of days cannot be genuine: it was written by a clock that was ahead.
    clock.advance(HOUR_MS + MINUTE_MS);
    await loop.runOnce();
    expect(told()).toEqual([]);
    const soon = new Date(clock.nowMs() + 30 * MINUTE_MS).toISOString();
    await set(
      `update invariant_checks set leased_until = '${soon}', checked_at = checked_at - interval '4 hours'
       where name = 'charges.fee_booked_once'`,
    );
    await loop.runOnce();
    expect(news().map(({ event, fields }) => [event, fields.invariant, fields.reason])).toEqual([
      ["invariant.unchecked", "charges.fee_booked_once", "overdue"],
    ]);
    clock.advance(31 * MINUTE_MS);
    await loop.runOnce();
    clock.advance(HOUR_MS);
    await loop.runOnce();
    expect(told()).toEqual([]);
  });

  it("does not hold up a service that stops", async () => {
    const { log, lines } = createRecordingLog();
    let fail = (_error: Error): void => {};
    const loop = createInvariantsLoop({
      clock: createManualClock(NOW_MS),
      log,
      connect: async () => ({
        query: () =>
          new Promise((_resolve, reject) => {
            fail = reject;
          }),
        close: async () => fail(new Error("closed")),
      }),
    });
    loop.start();
    await new Promise((resolve) => setTimeout(resolve, 20));
    await loop.stop();
    expect(lines.filter(({ event }) => event === "invariant.unchecked")).toEqual([]);
  });
});
