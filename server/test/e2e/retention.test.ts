import { afterAll, beforeAll, expect, it } from "vitest";
import {
  createSessionForgetting,
  createSimulatorForgetting,
} from "../../src/modules/retention/forget-sessions.ts";
import { countOld } from "../../src/modules/retention/index.ts";
import { forgetSessions, forgetSimulated } from "../../src/modules/retention/store.ts";
import { startTestApp, type TestApp } from "../harness/app.ts";
import { expectInvariants } from "../harness/invariants.ts";
import { createRecordingLog } from "../harness/log.ts";
import { createPayer, mtn } from "../simulation/payer.ts";

/** Sessions that nobody paid, and a sandbox's provider: the old goes, the paid stays, and lists and counters agree. */
const DAY_MS = 86_400_000;
const KEPT_DAYS = 35;
/** Long ago for the database as well, which refuses to forget what is young by its own clock. */
const LONG_AGO_MS = Date.UTC(2026, 0, 15, 8);
let test: TestApp;
let payer: ReturnType<typeof createPayer>;

beforeAll(async () => {
  test = await startTestApp();
  test.clock.set(LONG_AGO_MS);
  payer = createPayer(test);
});
afterAll(() => test?.stop());

const pause = async (): Promise<void> => {};
const afterwards = (): number => test.clock.nowMs() + (KEPT_DAYS + 1) * DAY_MS;

async function forgetAll(nowMs: number): Promise<readonly unknown[]> {
  const { log, lines } = createRecordingLog();
  const run = createSessionForgetting({ db: test.db, log, pause, keptDays: KEPT_DAYS });
  while ((await run(nowMs)) > 0);
  return lines.map(({ fields }) => fields);
}

const statusOf = async ({ id }: { readonly id: string }): Promise<number> =>
  (await test.request("GET", `/checkout/sessions/${id}`)).status;
const listed = async (): Promise<number> =>
  (await test.request("GET", "/checkout/sessions?pageSize=1")).body.meta.total;

it("forgets sessions that ended without an attempt, and keeps those that were tried", async () => {
  const [expired, cancelled, paid, failed] = await Promise.all(
    Array.from({ length: 4 }, () => payer.newSession({ customer: { email: "awa@example.org" } })),
  );
  await test.request("POST", `/checkout/sessions/${cancelled.id}/cancel`);
  await payer.complete(paid.id, mtn("789"));
  await payer.complete(failed.id, mtn("002"));
  await test.advance(2 * DAY_MS, DAY_MS / 24);
  const before = await listed();
  expect((await payer.session(expired.id)).status).toBe("EXPIRED");
  expect((await payer.session(paid.id)).status).toBe("SUCCEEDED");

  const counted = await countOld(test.db, "sessions", KEPT_DAYS, afterwards());
  expect(counted.map(({ table, rows }) => [table, rows])).toEqual([["checkout_sessions", 2]]);
  expect(await forgetAll(afterwards())).toEqual([{ sessions: 2 }]);

  expect(await Promise.all([expired, cancelled, paid, failed].map(statusOf))).toEqual([404, 404, 200, 200]);
  expect(await listed()).toBe(before - 2);
  expect(await forgetAll(afterwards())).toEqual([]);
  await expectInvariants(test.owner);
});

it("goes on at a session that could still be paid once it has ended, and not past it", async () => {
  const open = await payer.newSession();
  const behind = await payer.newSession();
  await test.request("POST", `/checkout/sessions/${behind.id}/cancel`);
  expect(await forgetAll(afterwards())).toEqual([]);
  expect(await Promise.all([open, behind].map(statusOf))).toEqual([200, 200]);
  await test.request("POST", `/checkout/sessions/${open.id}/cancel`);
  expect(await forgetAll(afterwards())).toEqual([{ sessions: 2 }]);
  expect(await Promise.all([open, behind].map(statusOf))).toEqual([404, 404]);
});

it("lets the simulated provider forget what has ended, with its line in the book", async () => {
  const session = await payer.newSession();
  await payer.complete(session.id, mtn("789"));
  await test.drain();
  await test.advance(60_000);
  const books = async () => {
    const counted = await countOld(test.db, "simulator", KEPT_DAYS, afterwards());
    return counted.slice(0, 2).map(({ rows }) => rows);
  };
  const [operations = 0, lines = 0] = await books();
  expect(lines).toBeGreaterThan(0);
  const run = createSimulatorForgetting({ db: test.db, pause, keptDays: KEPT_DAYS });
  let gone = 0;
  for (let n = await run(afterwards()); n > 0; n = await run(afterwards())) gone += n;
  expect(gone).toBeGreaterThanOrEqual(operations);
  expect(await books()).toEqual([0, 0]);
});

it("never touches the last 35 days, whatever it is asked", async () => {
  const [now] = await test.owner.query<{ ms: number }>({ text: "select clock_timestamp() as ms" });
  const young = (now?.ms ?? 0) - 34 * DAY_MS;
  await expect(forgetSessions(test.db, test.merchantNo, young, 10)).rejects.toMatchObject({ code: "23514" });
  await expect(forgetSimulated(test.db, young, 10)).rejects.toMatchObject({ code: "23514" });
  for (const table of ["checkout_sessions", "simulator.book"])
    await expect(test.db.query({ text: `delete from ${table}` })).rejects.toMatchObject({ code: "42501" });
});
