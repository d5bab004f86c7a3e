import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { startTestApp, type TestApp } from "../../../test/harness/app.ts";
import type { Database } from "../../db/database.ts";
import { type Id, publicId, type TenantId } from "../../kit/ids.ts";
import { createSuspensions } from "./suspensions.ts";

/** Several processes suspend, try and return one account: each step happens once, and routing follows at once. */
let app: TestApp;
let accountId: Id<"providerAccount">;
let tenantId: TenantId;

beforeAll(async () => {
  app = await startTestApp();
  const [row] = await app.owner.query<{ id: Id<"providerAccount">; tenantId: TenantId }>({
    text: `update provider_accounts set automatic_suspension = true returning id, tenant_id as "tenantId"`,
  });
  if (row === undefined) throw new Error("there is an account");
  accountId = row.id;
  tenantId = row.tenantId;
});
afterAll(() => app?.stop());
beforeEach(() =>
  app.owner.query({
    text: `update provider_accounts set suspended_at = null, next_trial_at = null, automatic_suspension = true,
             status = 'ENABLED'`,
  }),
);

const open = (db: Database = app.db) => createSuspensions({ db, ids: app.app.ids, routing: app.app.routing });
const nothing = async () => {};
const suspendAt = (nowMs: number) =>
  open().suspend(accountId, { nowMs, nextTrialAtMs: nowMs + 30_000, facts: { calls: 20 } }, nothing);
const isSuspended = async () => {
  const { accounts } = await app.app.routing.snapshotFor(tenantId, "SANDBOX");
  return accounts.find(({ id }) => id === accountId)?.suspended;
};
const actions = async () => {
  const rows = await app.owner.query<{ action: string; subject: string; actor: string }>({
    text: `select action, subject, actor from audit_log
            where action in ('provider_account.suspended', 'provider_account.returned') order by sequence`,
  });
  return rows.map(({ action, subject, actor }) => [action, subject, actor]);
};

test("when many processes suspend an account at once, one succeeds; routing and the audit log show it", async () => {
  const before = (await actions()).length;
  const told: string[] = [];
  const nowMs = app.clock.nowMs();
  const change = { nowMs, nextTrialAtMs: nowMs + 30_000, facts: { calls: 20 } };
  const done = await Promise.all(
    Array.from({ length: 5 }, () =>
      open().suspend(accountId, change, async (_tx, { name }) => void told.push(name)),
    ),
  );
  expect(done.filter((account) => account !== null)).toHaveLength(1);
  expect(told).toHaveLength(1);
  expect(await isSuspended()).toBe(true);
  expect((await actions()).slice(before)).toEqual([
    ["provider_account.suspended", publicId("providerAccount", accountId), "system"],
  ]);
});

test("one process makes each trial, and not before it is due", async () => {
  const nowMs = app.clock.nowMs();
  await suspendAt(nowMs);
  expect(await open().claimTrials(nowMs + 29_999, nowMs + 90_000)).toEqual([]);
  const claims = await Promise.all(
    Array.from({ length: 5 }, () => open().claimTrials(nowMs + 30_000, nowMs + 90_000)),
  );
  expect(claims.flat()).toEqual([accountId]);
  expect(await open().claimTrials(nowMs + 89_999, nowMs + 150_000)).toEqual([]);
  expect(await open().claimTrials(nowMs + 90_000, nowMs + 150_000)).toEqual([accountId]);
});

test("when three processes end a suspension, one succeeds, and routing uses the account at once", async () => {
  const before = (await actions()).length;
  const nowMs = app.clock.nowMs();
  await suspendAt(nowMs);
  const back = await Promise.all([1, 2, 3].map(() => open().restore(accountId, nowMs + 45_000)));
  expect(back.filter((account) => account !== null)).toHaveLength(1);
  expect(await isSuspended()).toBe(false);
  expect((await actions()).slice(before).map(([action]) => action)).toEqual([
    "provider_account.suspended",
    "provider_account.returned",
  ]);
  expect(await open().claimTrials(nowMs + 86_400_000, nowMs)).toEqual([]);
});

test("the account's setting forbids suspension, and ends one in force", async () => {
  const { token } = await app.operator();
  const path = `/tenant/provider-accounts/${publicId("providerAccount", accountId)}`;
  const nowMs = app.clock.nowMs();
  await suspendAt(nowMs);
  const shown = await app.request("GET", path, { apiKey: token });
  expect(shown.body.data).toMatchObject({
    status: "ENABLED",
    automaticSuspension: true,
    suspendedAt: new Date(nowMs).toISOString(),
  });
  const changed = await app.request("PATCH", path, { apiKey: token, body: { automaticSuspension: false } });
  expect(changed.body.data).toMatchObject({ automaticSuspension: false, suspendedAt: null });
  expect(await isSuspended()).toBe(false);
  expect(await suspendAt(nowMs)).toBeNull();
  expect(await isSuspended()).toBe(false);
});

test("a disabled account gets no trial", async () => {
  const nowMs = app.clock.nowMs();
  await suspendAt(nowMs);
  await app.owner.query({ text: "update provider_accounts set status = 'DISABLED'" });
  expect(await open().claimTrials(nowMs + 60_000, nowMs + 120_000)).toEqual([]);
});

test("an account is not suspended when the suspension's records cannot be written", async () => {
  const nowMs = app.clock.nowMs();
  const change = { nowMs, nextTrialAtMs: nowMs + 30_000, facts: {} };
  const broken = () => Promise.reject(new Error("the alarm cannot be written"));
  await expect(open().suspend(accountId, change, broken)).rejects.toThrow("the alarm");
  expect(await isSuspended()).toBe(false);
});
