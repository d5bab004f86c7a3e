import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../test/harness/database.ts";
import { createTestKeyring } from "../../../test/harness/keyring.ts";
import { callerOf, createReadApi, type ReadApi } from "../../../test/harness/read-api.ts";
import {
  insertMerchant,
  insertRows,
  PROVIDER_ACCOUNT_ID,
  type TestMerchant,
} from "../../../test/harness/rows.ts";
import { compileBody } from "../../http/validation.ts";
import { createManualClock } from "../../kit/clock.ts";
import { createIdSource, type Id, publicId } from "../../kit/ids.ts";
import { createSystemRandom } from "../../kit/random.ts";
import { chargePosting, heldPosting, post, refundPosting, transfer } from "../ledger/index.ts";
import { walletEntryExample, walletExample } from "./examples.ts";
import { createWalletsRoutes } from "./routes.ts";
import { WalletEntryView, WalletView } from "./schemas.ts";

const NOW_MS = Date.UTC(2026, 10, 21, 10);
const clock = createManualClock(NOW_MS);
const ids = createIdSource(clock, createSystemRandom());
const euros = ids.next("wallet");
const charge = ids.next("charge");
const late = ids.next("charge");
const refund = ids.next("refund");
const adjustment = ids.uuid();

const merchants = { profile: async () => ({ displayName: "Épicerie Ndiaye", locale: "fr" as const }) };
let database: TestDatabase;
let api: ReadApi;
let merchant: TestMerchant;
let stranger: TestMerchant;

beforeAll(async () => {
  database = await createTestDatabase();
  const { owner, db } = database;
  merchant = await insertMerchant(owner, ids, NOW_MS);
  stranger = await insertMerchant(owner, ids, NOW_MS);
  const { merchantNo, walletId } = merchant;
  await insertRows(owner, "wallets", [
    { merchantNo, id: euros, label: "Europe", currency: "EUR", createdAtMs: NOW_MS, updatedAtMs: NOW_MS },
  ]);
  const xof = { walletId, currency: "XOF" } as const;
  const paid = { id: charge, ...xof, amount: 5_000n, fee: 100n };
  const postings = [
    chargePosting(paid, PROVIDER_ACCOUNT_ID, "pending"),
    {
      ...xof,
      sourceType: "charge",
      sourceId: charge,
      transfers: transfer("pending", "available", 4_900n, "SETTLEMENT"),
    },
    heldPosting({ ...paid, id: late }, PROVIDER_ACCOUNT_ID, 700n),
    refundPosting({ id: refund, ...xof, amount: 500n }, PROVIDER_ACCOUNT_ID, "held"),
    {
      ...xof,
      sourceType: "charge",
      sourceId: late,
      transfers: transfer("available", "reserved", 900n, "HOLD"),
    },
    {
      walletId: euros,
      currency: "EUR",
      sourceType: "adjustment",
      sourceId: adjustment,
      transfers: transfer("adjustment", "available", 1_234n, "ADJUSTMENT"),
    },
  ] as const;
  for (const posting of postings) {
    clock.advance(60_000);
    await db.transaction((tx) => post(tx, ids, merchantNo, posting, clock.nowMs()));
  }
  api = await createReadApi(
    createWalletsRoutes({ db, clock, merchants }),
    {
      owner: callerOf(merchant, ids, ["merchant.wallets.read"]),
      stranger: callerOf(stranger, ids, ["merchant.wallets.read"]),
      "other-area": callerOf(merchant, ids, ["merchant.charges.manage"]),
    },
    { database, clock, ids, keyring: createTestKeyring() },
  );
});
afterAll(async () => {
  await api.stop();
  await database.drop();
});

const walletPath = () => `/payments/wallets/${publicId("wallet", merchant.walletId)}`;

describe("200: wallets", () => {
  it("show their balances as decimal text in major units, and available is the balance less the rest", async () => {
    const { status, body } = await api.get("/payments/wallets?sort=createdAt");
    expect(status).toBe(200);
    expect(body.meta).toEqual({
      page: 1,
      pageSize: 25,
      total: 2,
      totalPages: 1,
      hasMore: false,
      nextCursor: null,
    });
    const common = { object: "wallet", mode: "SANDBOX", merchantId: merchant.merchantId };
    const found = Object.fromEntries(
      body.data.map((wallet: { currency: string }) => [wallet.currency, wallet]),
    );
    expect(found.XOF).toMatchObject({
      ...common,
      available: "4000",
      availableMinor: "4000",
      pending: "0",
      held: "200",
      reserved: "900",
      balance: "5100",
      ledgerBalance: "5100",
      version: 6,
      updatedAt: "2026-11-21T10:05:00.000Z",
    });
    expect(found.EUR).toMatchObject({
      ...common,
      label: "Europe",
      available: "12.34",
      held: "0.00",
      balance: "12.34",
      ledgerBalance: "12.34",
      availableMinor: "1234",
      heldMinor: "0",
      balanceMinor: "1234",
      ledgerBalanceMinor: "1234",
    });
  });

  it("are read one by one", async () => {
    const { status, body } = await api.get(`/payments/wallets/${publicId("wallet", euros)}`);
    expect([status, body.data.balance]).toEqual([200, "12.34"]);
  });
});

describe("200: entries", () => {
  it("list each movement once, newest first, with the balance after it", async () => {
    const { status, body } = await api.get(`${walletPath()}/entries`);
    expect(status).toBe(200);
    const shown = body.data.map((entry: Record<string, string>) => [
      entry.type,
      entry.direction,
      entry.amount,
      entry.from,
      entry.to,
      entry.balanceAfter,
      entry.sourceId,
    ]);
    const ch = publicId("charge", charge);
    expect(shown).toEqual([
      ["HOLD", "NONE", "900", "available", "reserved", "5100", publicId("charge", late)],
      ["REFUND", "DEBIT", "500", "held", "provider", "5100", publicId("refund", refund)],
      ["CHARGE", "CREDIT", "700", "provider", "held", "5600", publicId("charge", late)],
      ["SETTLEMENT", "NONE", "4900", "pending", "available", "4900", ch],
      ...[
        ["CHARGE", "CREDIT", "5000", "provider", "pending", "5000", ch],
        ["FEE", "DEBIT", "100", "pending", "fees", "4900", ch],
      ].sort((left, right) => orderOf(body.data, left[0]) - orderOf(body.data, right[0])),
    ]);
    expect(body.meta).toEqual({
      page: null,
      pageSize: 25,
      total: null,
      totalPages: null,
      hasMore: false,
      nextCursor: null,
    });
  });

  it("carry an adjustment's own id and the wallet's currency", async () => {
    const { body } = await api.get(`/payments/wallets/${publicId("wallet", euros)}/entries`);
    expect(body.data).toHaveLength(1);
    expect(body.data[0]).toMatchObject({
      type: "ADJUSTMENT",
      direction: "CREDIT",
      amount: "12.34",
      amountMinor: "1234",
      reference: null,
      from: "adjustment",
      sourceType: "adjustment",
      sourceId: publicId("ledgerCorrection", adjustment as Id<"ledgerCorrection">),
      walletId: publicId("wallet", euros),
    });
  });

  it("can be paged by cursor in both directions", async () => {
    const whole = (await api.get(`${walletPath()}/entries`)).body.data.map(
      (entry: { id: string }) => entry.id,
    );
    const first = (await api.get(`${walletPath()}/entries?pageSize=4`)).body;
    expect(first.meta).toMatchObject({ hasMore: true, nextCursor: whole[3] });
    const rest = (await api.get(`${walletPath()}/entries?limit=4&starting_after=${first.meta.nextCursor}`))
      .body;
    expect([...first.data, ...rest.data].map((entry: { id: string }) => entry.id)).toEqual(whole);
    const back = (await api.get(`${walletPath()}/entries?limit=4&ending_before=${whole[4]}`)).body;
    expect(back.data.map((entry: { id: string }) => entry.id)).toEqual(whole.slice(0, 4));
  });

  it("are filtered by type and creation", async () => {
    const count = async (query: string) =>
      (await api.get(`${walletPath()}/entries?${query}`)).body.data.length;
    expect(await count("type=FEE,REFUND")).toBe(2);
    expect(await count("createdFrom=2026-11-21T10:02:00Z&createdTo=2026-11-21T10:04:00Z")).toBe(2);
  });
});

describe("refusals", () => {
  it.each(["type=GIFT", "page=2", "status=FAILED", "starting_after=ch_1"])(
    "400: entries with %s",
    async (query) => {
      const { status, body } = await api.get(`${walletPath()}/entries?${query}`);
      expect([status, body.error.code]).toEqual([400, "VALIDATION_ERROR"]);
    },
  );

  it.each(["", "/:id", "/:id/entries"])("401 and 403: /payments/wallets%s", async (rest) => {
    const path = `/payments/wallets${rest.replace(":id", publicId("wallet", merchant.walletId))}`;
    expect((await api.get(path, "nobody")).status).toBe(401);
    expect((await api.get(path, "other-area")).body.error.code).toBe("INSUFFICIENT_PERMISSIONS");
  });

  it("404: a wallet of another merchant, an unknown one, and their entries", async () => {
    for (const path of [walletPath(), `${walletPath()}/entries`]) {
      const { status, body } = await api.get(path, "stranger");
      expect([status, body.error.code]).toEqual([404, "RESOURCE_NOT_FOUND"]);
    }
    expect((await api.get(`/payments/wallets/${publicId("wallet", ids.next("wallet"))}`)).status).toBe(404);
    expect((await api.get("/payments/wallets/wal_1")).status).toBe(404);
  });
});

it("the examples in the documentation are answers as the schemas describe them", () => {
  for (const [schema, example] of [
    [WalletView, walletExample],
    [WalletEntryView, walletEntryExample],
  ] as const) {
    const validate = compileBody(schema);
    expect([validate(example), validate.errors]).toEqual([true, null]);
    expect(Object.keys(example).sort()).toEqual(Object.keys(schema.properties).sort());
  }
});

/** Two transfers of one booking are made in the same millisecond: their ids decide. */
function orderOf(
  entries: readonly { readonly type: string; readonly to: string }[],
  type: string | undefined,
): number {
  return entries.findLastIndex((entry) => entry.type === type);
}
