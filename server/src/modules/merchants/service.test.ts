import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { quietLog } from "../../../test/harness/log.ts";
import { systemActor } from "../../db/audit.ts";
import type { Database } from "../../db/database.ts";
import { createDatabase } from "../../db/pool.ts";
import { formatActor } from "../../kit/actor.ts";
import { noHearing } from "../../kit/cache.ts";
import type { MerchantId, MerchantNo } from "../../kit/ids.ts";
import { createMerchants, PROFILE_LIFE_MS } from "./index.ts";
import { eventually, setupControlPlane, untilListening } from "./test-setup.ts";

let plane: Awaited<ReturnType<typeof setupControlPlane>>;
beforeAll(async () => {
  plane = await setupControlPlane();
});
afterAll(async () => {
  plane.merchants.stop();
  await plane.database.drop();
});

describe("a new merchant", () => {
  test("has a number in each mode, and the wallets named", async () => {
    const created = await plane.createMerchant({
      wallets: [
        { mode: "SANDBOX", label: "Principal", currency: "XOF" },
        { mode: "SANDBOX", label: "Euro", currency: "EUR" },
        { mode: "LIVE", label: "Principal", currency: "XOF" },
      ],
    });
    expect(created.numbers.SANDBOX).not.toBe(created.numbers.LIVE);
    const profile = await plane.merchants.profile(created.numbers.SANDBOX);
    expect(profile).toMatchObject({
      merchantId: created.merchantId,
      merchantNo: created.numbers.SANDBOX,
      mode: "SANDBOX",
      status: "ACTIVE",
      kybStatus: "APPROVED",
      displayName: "Chez Awa",
      logoUrl: null,
      primaryColor: null,
      locale: "fr",
      countryCode: "SN",
    });
    expect(profile.wallets.map(({ currency }) => currency).sort()).toEqual(["EUR", "XOF"]);
    const live = await plane.merchants.profile(created.numbers.LIVE);
    expect(live).toMatchObject({ mode: "LIVE", wallets: [{ currency: "XOF" }] });
  });

  test("leaves nothing behind when the transaction fails", async () => {
    const wallets = [
      { mode: "SANDBOX", label: "One", currency: "XOF" },
      { mode: "SANDBOX", label: "Two", currency: "XOF" },
    ] as const;
    const count = async () => {
      const [row] = await plane.db.query<{ count: bigint }>({
        text: "select count(*) as count from merchants",
      });
      return row?.count;
    };
    const tenantId = await plane.createTenant();
    const before = await count();
    await expect(plane.createMerchant({ tenantId, wallets })).rejects.toThrow("one wallet per currency");
    expect(await count()).toBe(before);
  });
});

test("a number that is nobody's is a broken assumption, not an answer", async () => {
  await expect(plane.merchants.profile(999_999 as MerchantNo)).rejects.toThrow("assertion failed");
});

describe("the gate", () => {
  const refusal = (reason: string) => ({
    declaration: { name: "MERCHANT_KYB_NOT_APPROVED", status: 400 },
    details: { reason },
  });

  test("lets an ACTIVE, APPROVED merchant with a wallet through", async () => {
    const { numbers, merchantId } = await plane.createMerchant();
    expect(await plane.merchants.gate(numbers.SANDBOX)).toMatchObject({ merchantId });
  });

  test.each([
    [{ status: "PENDING" }, "MERCHANT_NOT_ACTIVE"],
    [{ kybStatus: "SUBMITTED" }, "KYB_NOT_APPROVED"],
    [{ wallets: [] }, "NO_WALLET"],
  ] as const)("refuses %o with its reason", async (over, reason) => {
    const { numbers } = await plane.createMerchant(over);
    await expect(plane.merchants.gate(numbers.SANDBOX)).rejects.toMatchObject(refusal(reason));
  });

  test("opens as soon as a wallet is there, in that mode only", async () => {
    const { numbers } = await plane.createMerchant({ wallets: [] });
    await expect(plane.merchants.gate(numbers.SANDBOX)).rejects.toMatchObject(refusal("NO_WALLET"));
    const wallet = {
      merchantNo: numbers.SANDBOX,
      id: plane.ids.next("wallet"),
      label: "Principal",
      currency: "XOF" as const,
    };
    const provision = (row: typeof wallet) =>
      plane.db.transaction((tx) => plane.merchants.provisionWallet(tx, row));
    expect(await provision(wallet)).toBe(true);
    expect(await provision({ ...wallet, id: plane.ids.next("wallet") })).toBe(false);
    await eventually(
      () =>
        plane.merchants.gate(numbers.SANDBOX).then(
          () => true,
          () => false,
        ),
      "the gate opens",
    );
    await expect(plane.merchants.gate(numbers.LIVE)).rejects.toMatchObject(refusal("NO_WALLET"));
  });

  test("a legal change stops new business at once, and approval lets it go on", async () => {
    const wallets = (["SANDBOX", "LIVE"] as const).map((mode) => ({
      mode,
      label: "P",
      currency: "XOF" as const,
    }));
    const { numbers } = await plane.createMerchant({ wallets });
    await plane.merchants.gate(numbers.SANDBOX);
    await plane.merchants.changeKyb(numbers.SANDBOX, "submit", systemActor);
    await expect(plane.merchants.gate(numbers.SANDBOX)).rejects.toMatchObject(refusal("KYB_NOT_APPROVED"));
    // A change in the sandbox stops no live business.
    await plane.merchants.gate(numbers.LIVE);
    await plane.merchants.changeKyb(numbers.SANDBOX, "startReview", systemActor);
    await plane.merchants.changeKyb(numbers.SANDBOX, "approve", systemActor);
    await plane.merchants.gate(numbers.SANDBOX);
  });

  test("another instance learns of a suspension without waiting for its cache", async () => {
    const otherDb = createDatabase({
      url: plane.database.url,
      max: 2,
      applicationName: "other",
      log: quietLog,
    });
    const other = createMerchants({ ...plane, db: otherDb });
    try {
      await untilListening(otherDb);
      const { numbers, merchantId } = await plane.createMerchant();
      await other.gate(numbers.SANDBOX);
      // The clock stands still, so only the announcement can end the cache entry.
      await plane.merchants.changeStatus(merchantId, "suspend", systemActor);
      await eventually(
        async () => (await other.profile(numbers.SANDBOX)).status === "SUSPENDED",
        "the other instance sees the change",
      );
    } finally {
      other.stop();
      await otherDb.close();
    }
  });

  test("where the announcement was lost, the short life bounds the delay", async () => {
    const deaf: Database = { ...plane.db, listen: () => () => {}, hearing: noHearing };
    const other = createMerchants({ ...plane, db: deaf });
    const { numbers, merchantId } = await plane.createMerchant();
    await other.gate(numbers.SANDBOX);
    await plane.merchants.changeStatus(merchantId, "suspend", systemActor);
    plane.clock.advance(PROFILE_LIFE_MS);
    await expect(other.gate(numbers.SANDBOX)).rejects.toMatchObject(refusal("MERCHANT_NOT_ACTIVE"));
    other.stop();
  });
});

describe("a change of status", () => {
  test("writes version, audit entry and events: of its standing in each mode, of its dossier in that mode", async () => {
    const { merchantId, numbers } = await plane.createMerchant();
    const actor = {
      kind: "key",
      id: plane.ids.next("apiKey"),
      requestId: "req_test",
      ip: "203.0.113.9",
    } as const;
    await plane.merchants.changeStatus(merchantId, "suspend", actor);
    plane.clock.advance(1);
    expect(await plane.merchants.changeKyb(numbers.LIVE, "submit", actor)).toBe("SUBMITTED");
    const eventsOf = async (merchantNo: MerchantNo) =>
      plane.db.query<{ type: string; sequence: number; payload: string }>({
        text: `select type, sequence, payload from events where merchant_no = $1 order by sequence`,
        values: [merchantNo],
      });
    const live = await eventsOf(numbers.LIVE);
    expect(live.map(({ type, sequence }) => [type, sequence])).toEqual([
      ["merchant.status_changed", 1],
      ["merchant.kyb.submitted", 2],
    ]);
    expect((await eventsOf(numbers.SANDBOX)).map(({ type }) => type)).toEqual(["merchant.status_changed"]);
    expect(JSON.parse(live[0]?.payload ?? "")).toMatchObject({
      mode: "LIVE",
      merchantId,
      data: { object: "merchant", id: merchantId, status: "SUSPENDED", kybStatus: "APPROVED", version: 2 },
    });
    const audit = await plane.db.query({
      text: `select actor, action, before, after, request_id as "requestId", ip, merchant_no as "merchantNo"
               from audit_log where request_id = 'req_test' order by id`,
    });
    const by = { actor: formatActor(actor), requestId: "req_test", ip: "203.0.113.9" };
    expect(audit).toEqual([
      {
        ...by,
        action: "merchant.status_changed",
        before: "ACTIVE",
        after: "SUSPENDED",
        merchantNo: null,
      },
      {
        ...by,
        action: "merchant.kyb_changed",
        before: "APPROVED",
        after: "SUBMITTED",
        merchantNo: numbers.LIVE,
      },
    ]);
  });

  test("that the table does not have is refused and changes nothing", async () => {
    const { merchantId, numbers } = await plane.createMerchant();
    const refusal = { declaration: { name: "MERCHANT_STATUS_CONFLICT", status: 409 } };
    await expect(plane.merchants.changeStatus(merchantId, "reinstate", systemActor)).rejects.toMatchObject(
      refusal,
    );
    await expect(plane.merchants.changeKyb(numbers.SANDBOX, "approve", systemActor)).rejects.toMatchObject(
      refusal,
    );
    expect(await plane.merchants.record(plane.db, numbers.SANDBOX)).toMatchObject({
      status: "ACTIVE",
      kybStatus: "APPROVED",
      version: 1,
    });
  });

  test("of a merchant who does not exist is not found", async () => {
    await expect(
      plane.merchants.changeStatus(plane.ids.uuid() as MerchantId, "suspend", systemActor),
    ).rejects.toMatchObject({ declaration: { name: "RESOURCE_NOT_FOUND" } });
  });

  test("by ten at once happens once", async () => {
    const { merchantId } = await plane.createMerchant();
    const results = await Promise.allSettled(
      Array.from({ length: 10 }, () => plane.merchants.changeStatus(merchantId, "close", systemActor)),
    );
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  });
});
