import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { startTestApp, type TestApp } from "../../../test/harness/app.ts";
import { createRecordingLog } from "../../../test/harness/log.ts";
import type { Database } from "../../db/database.ts";
import type { Id } from "../../kit/ids.ts";
import type { ProviderCallRecord } from "../../providers/recorder.ts";
import { createCallJournal } from "./journal.ts";
import { readWindows } from "./store.ts";

/** The memory between a provider's answer and the database: bounded, written once, shared by all processes. */
let app: TestApp;
let accountId: Id<"providerAccount">;
beforeAll(async () => {
  app = await startTestApp();
  const [row] = await app.owner.query<{ id: Id<"providerAccount"> }>({
    text: "update provider_accounts set automatic_suspension = true returning id",
  });
  if (row === undefined) throw new Error("there is an account");
  accountId = row.id;
});
afterAll(() => app?.stop());
beforeEach(() => app.owner.query({ text: "truncate provider_calls, provider_call_counts, provider_alarms" }));

const open = (db: Pick<Database, "query"> = app.db) => {
  const { log, lines } = createRecordingLog();
  return { journal: createCallJournal({ db: { ...app.db, ...db }, ids: app.app.ids, log }), lines };
};
const call = (over: Partial<ProviderCallRecord> = {}): ProviderCallRecord => ({
  accountId,
  provider: "simulator",
  action: "start",
  reference: "0".repeat(32),
  startedAtMs: app.clock.nowMs(),
  durationMs: 40,
  outcome: "pending",
  byProvider: true,
  failureCode: null,
  alarm: false,
  code: null,
  exchanges: [
    {
      method: "POST",
      path: "/v1/payments/2250504030789",
      status: 200,
      failure: null,
      sent: true,
      durationMs: 40,
      theirRequestId: "their-7",
    },
  ],
  ...over,
});
const lost = () => call({ outcome: "unknown", code: "http_503" });
const counted = async (table: "provider_calls" | "provider_alarms") => {
  const [row] = await app.owner.query<{ count: number }>({
    text: `select count(*)::int as count from ${table}`,
  });
  return row?.count;
};
const failing = (text: string): Pick<Database, "query"> => {
  let isBroken = true;
  return {
    query: async (query) => {
      if (isBroken && query.text.includes(text)) {
        isBroken = false;
        throw new Error("the database is away");
      }
      return app.db.query(query);
    },
  };
};

it("writes each call once, and without a payer's number", async () => {
  const { journal } = open();
  journal.record(call());
  expect(await journal.flush()).toEqual({ accountIds: [accountId], isBehind: false });
  expect(await journal.flush()).toEqual({ accountIds: [], isBehind: false });
  const rows = await app.owner.query<{ exchanges: readonly { path: string }[] }>({
    text: "select exchanges from provider_calls",
  });
  expect(rows.map(({ exchanges }) => exchanges[0]?.path)).toEqual(["/v1/payments/[number]"]);
});

it("adds up what several processes count, and leaves out what came before the account's return", async () => {
  const journals = [open(), open()];
  for (const { journal } of journals) {
    journal.record(call());
    journal.record(lost());
    await journal.flush();
  }
  const sinceMs = app.clock.nowMs() - 60_000;
  expect(await readWindows(app.db, [accountId], sinceMs)).toEqual([{ accountId, calls: 4, faults: 2 }]);
  const setReturned = (atMs: number | null) =>
    app.owner.query({
      text: "update provider_accounts set returned_at = $1",
      values: [atMs === null ? null : new Date(atMs)],
    });
  await setReturned(app.clock.nowMs() + 1);
  expect(await readWindows(app.db, [accountId], sinceMs)).toEqual([]);
  await setReturned(null);
});

it.each([
  ["calls", "insert into provider_calls"],
  ["counts", "insert into provider_call_counts"],
  ["alarms", "insert into provider_alarms"],
])("keeps %s that could not be written, and adds what comes meanwhile", async (_name, text) => {
  const { journal } = open(failing(text));
  const alarm = call({ outcome: "failed", failureCode: "PROVIDER_UNAVAILABLE", alarm: true, code: "401" });
  journal.record(alarm);
  await expect(journal.flush()).rejects.toThrow("the database is away");
  journal.record(alarm);
  await journal.flush();
  expect(await counted("provider_calls")).toBe(2);
  const sinceMs = app.clock.nowMs() - 60_000;
  expect(await readWindows(app.db, [accountId], sinceMs)).toEqual([{ accountId, calls: 2, faults: 2 }]);
  const alarms = await app.owner.query({ text: "select occurrences from provider_alarms" });
  expect(alarms).toEqual([{ occurrences: 2n }]);
});

it("drops what exceeds its memory, says how much, and still counts it", async () => {
  const { journal, lines } = open();
  for (let count = 0; count < 10_007; count += 1) journal.record(call());
  while ((await journal.flush()).isBehind);
  expect(await counted("provider_calls")).toBe(10_000);
  expect(lines).toMatchObject([{ level: "warn", event: "provider.calls.dropped", fields: { calls: 7 } }]);
  const sinceMs = app.clock.nowMs() - 60_000;
  expect(await readWindows(app.db, [accountId], sinceMs)).toMatchObject([{ calls: 10_007, faults: 0 }]);
});

it("raises an alarm once, however many processes see the trouble", async () => {
  const unknown = call({ outcome: "failed", failureCode: "UNKNOWN", code: "E4711 for 2250504030789" });
  const journals = [open(), open()];
  for (const { journal } of journals) journal.record(unknown);
  for (const { journal } of journals) await journal.flush();
  expect(await counted("provider_alarms")).toBe(1);
  const raised = journals.flatMap(({ lines }) => lines);
  expect(raised).toMatchObject([{ event: "provider.alarm", fields: { code: "E4711 for [number]" } }]);
});
