import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { Id } from "../../src/kit/ids.ts";
import { publicId } from "../../src/kit/ids.ts";
import {
  declareRestore,
  type RestoresDeps,
  releaseRestore,
  restoreStatus,
} from "../../src/modules/restores/index.ts";
import type { Answer } from "../harness/app.ts";
import { expectInvariants } from "../harness/invariants.ts";
import { mobile, openPayoutSetup, type PayoutSetup } from "../harness/payout-setup.ts";
import { createPayer, mtn } from "../simulation/payer.ts";

/**
 * After the database was restored to an earlier point: nothing is sent for the first time, everything in flight is asked
 * about, and the release waits for the answers and for the books of live accounts.
 */
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
let setup: PayoutSetup;
let payer: ReturnType<typeof createPayer>;
let deps: RestoresDeps;
let keys = 0;
beforeAll(async () => {
  setup = await openPayoutSetup();
  payer = createPayer(setup.test);
  deps = { db: setup.test.db, clock: setup.test.clock, ids: setup.test.app.ids };
}, 60_000);
afterAll(() => setup?.test.stop());
afterEach(() => expectInvariants(setup.test.owner));

const data = ({ status, body }: Answer): Answer["body"] => {
  expect(status, JSON.stringify(body.error)).toBeLessThan(300);
  return body.data;
};
async function pay(suffix: string, afterMs = 4_000) {
  keys += 1;
  const { id } = await payer.newSession({ amount: "100000" });
  const { chargeId } = data(await payer.complete(id, mtn(suffix, keys)));
  await setup.test.advance(afterMs, 2_000);
  return { id, chargeId };
}
const statusOf = async (path: string): Promise<string> => data(await setup.test.request("GET", path)).status;
const nowMs = () => setup.test.clock.nowMs();
const declare = (restoredToMs: number, lostUntilMs = nowMs()) =>
  declareRestore(deps, { restoredToMs, lostUntilMs, lookBackMs: HOUR_MS });
const audited = async (): Promise<readonly string[]> => {
  const rows = await setup.test.owner.query<{ action: string }>({
    text: "select action from audit_log where action like 'restore.%' order by id",
  });
  return rows.map(({ action }) => action);
};

describe("a restored database", () => {
  it("sends no payout and no refund, asks about what is in flight and what had failed, and is released", async () => {
    const { chargeId } = await pay("789");
    // Fails after 2 s; confirmed a minute later, without a callback.
    const failed = await pay("379", 10_000);
    await setup.test.advance(2 * MINUTE_MS, 20_000);
    expect((await payer.status(failed.id)).status).toBe("FAILED");
    const beneficiary = data(await setup.addBeneficiary(mobile("+2250500000789"))).id;
    const payout = data(await setup.askPayout(beneficiary, "700")).id;
    const refund = data(
      await setup.test.request("POST", `/payments/charges/${chargeId}/refunds`, {
        body: { amount: "1000" },
        headers: { "idempotency-key": "after a restore" },
      }),
    ).id;

    const point = nowMs() - MINUTE_MS;
    const asked = await declare(point);
    expect(asked.ended).toBeGreaterThanOrEqual(1);
    expect((await restoreStatus(deps))?.obstacles).toEqual([
      expect.stringContaining("were not asked about yet"),
    ]);
    await expect(releaseRestore(deps, { without: [], note: null })).rejects.toThrow(/not asked about yet/);
    await setup.test.advance(10 * MINUTE_MS, 20_000);

    // Its success was reported in the lost hours: only the question finds it.
    expect((await payer.status(failed.id)).status).toBe("SUCCEEDED");
    expect(await statusOf(`/payments/payouts/${payout}`)).toBe("PENDING");
    expect(await statusOf(`/payments/refunds/${refund}`)).toBe("PENDING");
    const status = await restoreStatus(deps);
    expect(status).toMatchObject({ facts: { heldPayouts: 1, heldRefunds: 1, unasked: 0 }, obstacles: [] });

    await releaseRestore(deps, { without: [], note: null });
    await setup.test.advance(MINUTE_MS, 2_000);
    expect(await statusOf(`/payments/payouts/${payout}`)).toBe("PAID");
    expect(await statusOf(`/payments/refunds/${refund}`)).toBe("SUCCEEDED");
    expect(await restoreStatus(deps)).toBeNull();
    expect(await audited()).toEqual(["restore.declared", "restore.released"]);
  });

  it("is declared once: again it goes on, to another point it is refused", async () => {
    const point = nowMs() - HOUR_MS;
    await declare(point);
    const before = await restoreStatus(deps);
    setup.test.clock.advance(MINUTE_MS);
    await declare(point);
    expect((await restoreStatus(deps))?.restore).toEqual(before?.restore);
    await expect(declare(point + 1)).rejects.toThrow(/is still open/);
    await setup.test.advance(MINUTE_MS, 2_000);
    await releaseRestore(deps, { without: [], note: null });
    await expect(releaseRestore(deps, { without: [], note: null })).rejects.toThrow("No restore is open.");
    expect(await audited()).toHaveLength(4);
  });

  it.each<readonly [string, (now: number) => readonly [number, number], RegExp]>([
    ["a point in the future", (now) => [now + 1, now + 1], /in the future/],
    ["an end in the future", (now) => [now - 1, now + 1], /in the future/],
    ["an end before the point", (now) => [now - 1, now - 2], /until after the point/],
  ])("is not declared with %s", async (_case, times, message) => {
    const [point, until] = times(nowMs());
    await expect(declare(point, until)).rejects.toThrow(message);
    expect(await restoreStatus(deps)).toBeNull();
  });

  it("waits for the book of a live account, and for its differences", async () => {
    const token = (await setup.test.operator()).token;
    const operate = (method: string, path: string, body: unknown) =>
      setup.test.request(method, path, { apiKey: token, body });
    const accountId = publicId("providerAccount", await liveAccount());
    const [point, until] = [nowMs() - 30 * MINUTE_MS, nowMs()];
    await declare(point, until);
    await setup.test.advance(10 * MINUTE_MS, 20_000);
    expect((await restoreStatus(deps))?.obstacles).toEqual([
      expect.stringContaining(`(${accountId}): no book`),
    ]);
    await expect(releaseRestore(deps, { without: [accountId], note: null })).rejects.toThrow(/needs --note/);

    const taken = data(
      await operate("POST", "/tenant/reconciliation/statements", {
        providerAccountId: accountId,
        mode: "LIVE",
        from: new Date(point - 10 * MINUTE_MS).toISOString(),
        to: new Date(until + MINUTE_MS).toISOString(),
        format: "csv",
        content: `type,reference,transactionId,status,amount,currency,occurredAt\nPAYOUT,lost-1,T1,SUCCEEDED,700,XOF,${new Date(until - MINUTE_MS).toISOString()}\n`,
      }),
    );
    expect(taken.differenceCount).toBe(1);
    expect((await restoreStatus(deps))?.obstacles).toEqual([
      expect.stringContaining("1 differences are open"),
    ]);
    const [difference] = data(
      await setup.test.request("GET", `/tenant/reconciliation/differences?statementId=${taken.id}`, {
        apiKey: token,
      }),
    );
    data(
      await operate("POST", `/tenant/reconciliation/differences/${difference.id}/resolve`, {
        note: "Sent in the lost hours; the payout here is cancelled",
      }),
    );
    expect((await restoreStatus(deps))?.obstacles).toEqual([]);
    await releaseRestore(deps, { without: [], note: null });
  });
});

/** An enabled live account; no interface makes one of the simulator. */
async function liveAccount(): Promise<Id<"providerAccount">> {
  const [row] = await setup.test.owner.query<{ id: Id<"providerAccount"> }>({
    text: `insert into provider_accounts (id, tenant_id, sub_tenant_id, mode, provider, name, status, methods, settings,
        created_at, updated_at)
      select gen_random_uuid(), tenant_id, sub_tenant_id, 'LIVE', provider, 'Live', status, methods, settings, now(), now()
        from provider_accounts limit 1 returning id`,
  });
  if (row === undefined) throw new Error("the sandbox has an account");
  return row.id;
}
