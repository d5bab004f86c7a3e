import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { systemActor } from "../../src/db/audit.ts";
import { startTestApp, type TestApp } from "../harness/app.ts";
import { expectInvariants } from "../harness/invariants.ts";
import { testSeed } from "../harness/seed.ts";
import { createPayer, mtn } from "../simulation/payer.ts";

/** A batch is many payouts, each decided separately: every row ends with one result, and money is spent once. */
const seed = testSeed();
let test: TestApp;
let walletId: string;
let beneficiaryId: string;
let disabledId: string;
let unique = 0;

beforeAll(async () => {
  console.info(`seed ${seed}`);
  test = await startTestApp({ seed });
  const payer = createPayer(test);
  const session = await payer.newSession({ amount: "200000" });
  await payer.complete(session.id, mtn("789"));
  await test.advance(4_000);
  walletId = (await wallet()).id;
  beneficiaryId = await addBeneficiary();
  disabledId = await addBeneficiary();
  await test.request("DELETE", `/payments/beneficiaries/${disabledId}`);
}, 60_000);
afterAll(() => test?.stop());
afterEach(() => expectInvariants(test.owner));

async function wallet() {
  const { body } = await test.request("GET", "/payments/wallets");
  return body.data.find(({ currency }: { currency: string }) => currency === "XOF");
}
async function addBeneficiary(): Promise<string> {
  const body = {
    name: "Awa",
    type: "MOBILE_MONEY",
    currency: "XOF",
    details: { phone: "+2250500000789", operator: "MTN" },
  };
  return (await test.request("POST", "/payments/beneficiaries", { body })).body.data.id;
}
const ask = (rows: readonly unknown[], key = `batch ${++unique}`) =>
  test.request("POST", "/payments/payouts/batches", {
    headers: { "idempotency-key": key },
    body: { walletId, reference: "salaries", rows },
  });
const get = async (id: string) => (await test.request("GET", `/payments/payouts/batches/${id}`)).body.data;
const listed = async () => (await test.request("GET", "/payments/payouts")).body.meta.total;

describe("a batch", () => {
  it("gives each row its own result, in the order of the request", async () => {
    const before = await wallet();
    const answer = await ask([
      { beneficiaryId, amount: "1000", reference: "a" },
      { beneficiaryId: disabledId, amount: "1000" },
      { beneficiaryId: "ben_nobody", amount: "1000" },
      { beneficiaryId, amount: "999999999" },
      { beneficiaryId, amount: "500", metadata: { a: "b" } },
    ]);
    expect(answer.status).toBe(201);
    const shown = await test.request("GET", "/payments/payouts/batches?status=PROCESSING&pageSize=1");
    const { rows: _rows, ...summary } = answer.body.data;
    expect(shown.body.data).toEqual([summary]);
    expect((await test.request("GET", "/payments/payouts/batches?status=COMPLETED")).body.meta.total).toBe(0);
    const { id } = answer.body.data;
    expect(answer.body.data).toMatchObject({
      status: "PROCESSING",
      rowCount: 5,
      acceptedCount: 0,
      version: 1,
    });
    expect((await wallet()).available).toBe(before.available);
    await test.drain();
    const done = await get(id);
    expect(done).toMatchObject({
      status: "COMPLETED",
      acceptedCount: 2,
      refusedCount: 3,
      reference: "salaries",
    });
    const results = done.rows.map((row: { error: { code: string } | null; status: string }) => [
      row.status,
      row.error?.code ?? null,
    ]);
    expect(results).toEqual([
      ["ACCEPTED", null],
      ["REFUSED", "BENEFICIARY_NOT_ACTIVE"],
      ["REFUSED", "RESOURCE_NOT_FOUND"],
      ["REFUSED", "INSUFFICIENT_WALLET_BALANCE"],
      ["ACCEPTED", null],
    ]);
    expect(Number(before.available) - Number((await wallet()).available)).toBe(1_500);
    const { payoutId } = done.rows[4];
    await test.advance(12_000);
    const payout = (await test.request("GET", `/payments/payouts/${payoutId}`)).body.data;
    expect(payout).toMatchObject({ status: "PAID", amount: "500", metadata: { a: "b" } });
  });

  it("of 1000 rows spends what is there and no more; the rows that found it are the first", async () => {
    const available = Number((await wallet()).available);
    const amount = Math.floor(available / 600);
    const before = await listed();
    const { id } = (await ask(Array.from({ length: 1_000 }, () => ({ beneficiaryId, amount: `${amount}` }))))
      .body.data;
    // A read during the run.
    await test.app.loops.payoutBatches?.runOnce();
    const half = await get(id);
    expect([half.status, half.acceptedCount + half.refusedCount]).toEqual(["PROCESSING", 50]);
    await test.drain();
    const fits = Math.floor(available / amount);
    const done = await get(id);
    expect(done).toMatchObject({ status: "COMPLETED", acceptedCount: fits, refusedCount: 1_000 - fits });
    const accepted = done.rows.filter(({ status }: { status: string }) => status === "ACCEPTED");
    expect(accepted.every(({ index }: { index: number }) => index < fits)).toBe(true);
    expect((await listed()) - before).toBe(fits);
    expect(Number((await wallet()).available)).toBe(available - fits * amount);
  }, 90_000);

  it("is one batch under one key, and each row one payout under several workers", async () => {
    const rows = Array.from({ length: 60 }, () => ({ beneficiaryId, amount: "1" }));
    const before = await listed();
    const [first, second] = [await ask(rows, "one key"), await ask(rows, "one key")];
    expect(second.body.data.id).toBe(first.body.data.id);
    for (let round = 0; round < 3; round += 1) {
      await test.owner.query({
        text: "update payout_batches set next_check_at = '2026-01-01' where status = 'PROCESSING'",
      });
      await Promise.all([1, 2, 3].map(() => test.app.loops.payoutBatches?.runOnce()));
    }
    await test.drain();
    const done = await get(first.body.data.id);
    expect(done.status).toBe("COMPLETED");
    expect((await listed()) - before).toBe(done.acceptedCount);
  });
});

describe("a batch is refused whole", () => {
  it.each<[string, () => readonly unknown[]]>([
    ["without rows", () => []],
    ["with 1001", () => Array.from({ length: 1_001 }, () => ({ beneficiaryId, amount: "1" }))],
    ["with an amount that is none", () => [{ beneficiaryId, amount: "1.5" }]],
    ["with a field of nobody", () => [{ beneficiaryId, amount: "1", iban: "x" }]],
  ])("%s", async (_name, rows) => {
    const answer = await ask(rows());
    expect([answer.status, answer.body.error.code]).toEqual([400, "VALIDATION_ERROR"]);
  });
  it("without a key, from a wallet of nobody, and for a merchant under review", async () => {
    const body = { walletId, rows: [{ beneficiaryId, amount: "1" }] };
    const bare = await test.request("POST", "/payments/payouts/batches", { body });
    expect(bare.body.error.code).toBe("IDEMPOTENCY_KEY_REQUIRED");
    const headers = { "idempotency-key": "other wallet" };
    const foreign = await test.request("POST", "/payments/payouts/batches", {
      headers,
      body: { ...body, walletId: "wal_nobody" },
    });
    expect([foreign.status, foreign.body.error.details.field]).toEqual([404, "walletId"]);
    const { id } = (await ask([{ beneficiaryId, amount: "1" }])).body.data;
    await test.app.merchants.changeKyb(test.merchantNo, "submit", systemActor);
    expect((await ask([{ beneficiaryId, amount: "1" }])).body.error.code).toBe("MERCHANT_KYB_NOT_APPROVED");
    await test.drain();
    expect((await get(id)).rows[0].error.code).toBe("MERCHANT_KYB_NOT_APPROVED");
  });
});
