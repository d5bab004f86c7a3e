import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { type Id, publicId } from "../../src/kit/ids.ts";
import { startTestApp, type TestApp } from "../harness/app.ts";
import { expectInvariants } from "../harness/invariants.ts";
import { createPayer, mtn } from "../simulation/payer.ts";

/** What providers send to our bank arrives by itself when the bank names it; the rest is an operator's. */
const HOUR_MS = 3_600_000;
let test: TestApp;
let token: string;
let accountId: string;
let bankId: string;
let unique = 0;

beforeAll(async () => {
  test = await startTestApp();
  token = (await test.operator()).token;
  const [account] = await test.owner.query<{ id: Id<"providerAccount"> }>({
    text: "select id from provider_accounts where mode = 'SANDBOX'",
  });
  accountId = publicId("providerAccount", account?.id ?? ("" as Id<"providerAccount">));
  const { id: subTenantId } = await made("/tenant/sub-tenants", { name: "Bank" });
  const settings = {
    bankName: "Banque du Golfe",
    accountHolder: "CAURIS SA",
    iban: "CI93CI0080111301134291200589",
    bic: "BGOLCIAB",
    currency: "XOF",
  };
  const bank = { mode: "SANDBOX", subTenantId, provider: "bank_transfer", name: "Current account", settings };
  bankId = (await made("/tenant/provider-accounts", { ...bank, methods: ["BANK_TRANSFER"] })).id;
}, 60_000);
afterAll(() => test?.stop());
afterEach(() => expectInvariants(test.owner));

const ask = (method: string, path: string, body?: unknown, apiKey = token) =>
  test.request(method, path, { apiKey, ...(body === undefined ? {} : { body }) });
async function made(path: string, body: unknown) {
  const answer = await ask("POST", path, body);
  expect([answer.status, answer.body.error]).toEqual([201, null]);
  return answer.body.data;
}
const account = () => ({ providerAccountId: accountId, mode: "SANDBOX" });
const iso = (ms: number) => new Date(ms).toISOString();

/** The provider's statement: what it sent to our bank, after a payment that filled its account. */
async function sent(amount: string, reference = `SETTLE-${++unique}-XOF`): Promise<string> {
  const nowMs = test.clock.nowMs();
  const line = { reference, transactionId: reference, status: "SUCCEEDED", currency: "XOF" };
  await made("/tenant/reconciliation/statements", {
    ...account(),
    from: iso(nowMs - HOUR_MS),
    to: iso(nowMs + HOUR_MS),
    format: "lines",
    lines: [{ ...line, type: "SETTLEMENT", amount, occurredAt: iso(nowMs) }],
  });
  return reference;
}
/** What our bank tells of its account. */
async function told(amount: string, text: string): Promise<string> {
  const bankReference = `BANK-${++unique}`;
  const entry = { direction: "CREDIT", amount, currency: "XOF", bookedOn: "2026-11-21", bankReference, text };
  await made("/tenant/bank-entries", { providerAccountId: bankId, entries: [entry] });
  return bankReference;
}
const entryOf = async (bankReference: string) => {
  const { data } = (await ask("GET", `/tenant/bank-entries?providerAccountId=${bankId}&pageSize=100`)).body;
  return data.find((one: { bankReference: string }) => one.bankReference === bankReference);
};
const book = async () => {
  const query = new URLSearchParams(account());
  const { data } = (await ask("GET", `/tenant/reconciliation/account-books?${query}`)).body;
  return data.find(({ currency }: { currency: string }) => currency === "XOF");
};
const inTransit = async () =>
  (await ask("GET", `/tenant/reconciliation/settlements?${new URLSearchParams(account())}`)).body.data;
const match = async () => test.app.loops.settlementArrivals?.runOnce();
const arrival = (fields: object) => ({ ...account(), currency: "XOF", ...fields });

describe("a settlement", () => {
  it("arrives by itself when the bank names it, whichever of the two is told first", async () => {
    const reference = await sent("4925");
    const bank = await told("4925", `VIREMENT ${reference} WAVE`);
    expect(await match()).toBe(1);
    expect(await book()).toMatchObject({ inTransit: "0", bank: "4925" });
    expect(await entryOf(bank)).toMatchObject({ status: "ARRIVED", cause: "NO_REFERENCE" });
    expect(await inTransit()).toEqual([]);
    const early = await told("700", "PAYOUT settle-early-1.");
    expect(await match()).toBe(0);
    await sent("700", "SETTLE-EARLY-1");
    expect([await match(), await match()]).toEqual([1, 0]);
    expect((await entryOf(early)).status).toBe("ARRIVED");
    const { data } = (await ask("GET", "/tenant/audit?action=provider_settlement.arrived")).body;
    expect(data[0]).toMatchObject({ actor: "system", subject: accountId });
  });

  it.each<[string, (reference: string) => Promise<readonly string[]>, readonly string[]]>([
    ["of another amount", async (reference) => [await told("899", `PAYOUT ${reference}`)], ["REFERENCE"]],
    ["that is not named", async () => [await told("900", "PAYOUT WAVE")], ["AMOUNT"]],
    [
      "whose name is a part of another word",
      async (reference) => [await told("900", `PAYOUT ${reference}9`)],
      ["AMOUNT"],
    ],
    [
      "that is named twice",
      async (reference) => [await told("900", `PAYOUT ${reference}`), await told("900", reference)],
      ["REFERENCE", "AMOUNT"],
    ],
  ])("%s stays in transit, with the entry as a suggestion", async (_name, tell, reasons) => {
    const reference = await sent("900");
    const banks = await tell(reference);
    expect(await match()).toBe(0);
    const [settlement] = await inTransit();
    expect(settlement).toMatchObject({ reference, amount: "900", openAmount: "900" });
    const [bank = ""] = banks;
    const entry = await entryOf(bank);
    expect(settlement.suggestions[0]).toMatchObject({ bankEntryId: entry.id, reasons });

    const { id: bankEntryId, amount } = entry;
    const body = arrival({ amount, reference: bank, settlement: reference, bankEntryId });
    const other = await ask("POST", "/tenant/reconciliation/arrivals", { ...body, amount: "901" });
    expect(other.body.error).toMatchObject({ code: "ARRIVAL_DIFFERS_FROM_ENTRY", details: { amount } });
    await made("/tenant/reconciliation/arrivals", body);
    expect((await entryOf(bank)).status).toBe("ARRIVED");
    const again = await ask("POST", "/tenant/reconciliation/arrivals", body);
    expect(again.body.error).toMatchObject({ code: "RESOURCE_NOT_FOUND", details: { field: "bankEntryId" } });
    for (const rest of banks.slice(1)) {
      const { id } = await entryOf(rest);
      await ask("POST", `/tenant/bank-entries/${id}/dismiss`, { note: "told twice" });
    }
    await writeOffRest();
  });

  it("that an operator books without naming it is the only one of its amount", async () => {
    const reference = await sent("1200");
    await made("/tenant/reconciliation/arrivals", arrival({ amount: "1200", reference: "BY-HAND-1" }));
    expect(await inTransit()).toEqual([]);
    const unknown = arrival({ amount: "1", reference: "BY-HAND-2", settlement: reference });
    const { body } = await ask("POST", "/tenant/reconciliation/arrivals", unknown);
    expect(body.error).toMatchObject({ code: "RESOURCE_NOT_FOUND", details: { field: "settlement" } });
  });
});

/** What has not arrived of the settlements was kept on its way. */
async function writeOffRest(): Promise<void> {
  for (const { reference, openAmount } of await inTransit()) {
    await made("/tenant/reconciliation/book-corrections", {
      ...account(),
      currency: "XOF",
      debit: "provider_fees",
      credit: "in_transit",
      amount: openAmount,
      reason: "Kept by the correspondent bank",
      settlement: reference,
    });
  }
  expect(await book()).toMatchObject({ inTransit: "0" });
}

describe("a correction of a book", () => {
  const correction = (fields: object = {}) => ({
    ...account(),
    currency: "XOF",
    debit: "provider_fees",
    credit: "provider_balance",
    amount: "120",
    reason: "Monthly fee, in no statement",
    ...fields,
  });

  it("books what no line says, with its reason, and is taken back by the opposite one", async () => {
    const before = await book();
    const booked = await made("/tenant/reconciliation/book-corrections", correction());
    expect(booked).toMatchObject({ object: "provider_book_correction", amount: "120", differenceId: null });
    const after = await book();
    const feesNow = (one: { providerFees: string }) => Number(one.providerFees);
    expect(feesNow(after) - feesNow(before)).toBe(120);
    expect(after.seal.number).toBe(before.seal.number + 1);
    const back = correction({
      debit: "provider_balance",
      credit: "provider_fees",
      reason: "It was in November",
    });
    await made("/tenant/reconciliation/book-corrections", back);
    expect(feesNow(await book())).toBe(feesNow(before));
    const { data } = (await ask("GET", "/tenant/reconciliation/book-corrections?mode=SANDBOX")).body;
    expect(data.slice(0, 2)).toMatchObject([{ reason: "It was in November" }, { id: booked.id }]);
  });

  it("is booked once by a repeated request", async () => {
    const before = await book();
    const correct = () =>
      test.request("POST", "/tenant/reconciliation/book-corrections", {
        apiKey: token,
        headers: { "idempotency-key": "correction twice" },
        body: correction(),
      });
    const [made, again] = [await correct(), await correct()];
    expect([made.status, again.status]).toEqual([201, 201]);
    expect(again.headers.get("idempotency-replayed")).toBe("true");
    expect(again.body.data).toEqual(made.body.data);
    expect((await book()).seal.number).toBe(before.seal.number + 1);
  });

  it("ends the difference that it answers: money that was not ours leaves the clearing account", async () => {
    const nowMs = test.clock.nowMs();
    const stray = { type: "PAYMENT", reference: "STRAY", transactionId: "STRAY-1", status: "SUCCEEDED" };
    const statement = await made("/tenant/reconciliation/statements", {
      ...account(),
      from: iso(nowMs - HOUR_MS),
      to: iso(nowMs + HOUR_MS),
      format: "lines",
      lines: [{ ...stray, amount: "700", currency: "XOF", occurredAt: iso(nowMs) }],
    });
    const path = `/tenant/reconciliation/differences?statementId=${statement.id}`;
    const [difference] = (await ask("GET", path)).body.data;
    expect((await book()).clearing.open).toBe("-700");
    const body = correction({
      debit: "clearing",
      credit: "adjustment",
      amount: "700",
      reason: "Paid to another shop",
      differenceId: difference.id,
    });
    const other = await ask("POST", "/tenant/reconciliation/book-corrections", {
      ...body,
      differenceId: "diff_00000000000000000000000000",
    });
    expect(other.body.error).toMatchObject({
      code: "RESOURCE_NOT_FOUND",
      details: { field: "differenceId" },
    });
    const { id } = await made("/tenant/reconciliation/book-corrections", body);
    expect((await book()).clearing.open).toBe("0");
    const [ended] = (await ask("GET", path)).body.data;
    expect(ended).toMatchObject({ status: "RESOLVED", note: `${id}: Paid to another shop` });
    const again = await ask("POST", "/tenant/reconciliation/book-corrections", body);
    expect(again.body.error.code).toBe("DIFFERENCE_RESOLVED");
  });

  it.each<[string, object, number, object]>([
    [
      "of one account with itself",
      { debit: "bank", credit: "bank" },
      409,
      { code: "BOOK_CORRECTION_NOT_POSSIBLE", details: { reason: "SAME_ACCOUNT" } },
    ],
    ["without a reason", { reason: "" }, 400, { code: "VALIDATION_ERROR" }],
    ["of nothing", { amount: "0" }, 400, { code: "VALIDATION_ERROR" }],
    ["of an account that is not in the book", { debit: "available" }, 400, { code: "VALIDATION_ERROR" }],
    ["in a currency without a book", { currency: "EUR" }, 404, { code: "RESOURCE_NOT_FOUND" }],
    ["in another mode", { mode: "LIVE" }, 404, { code: "RESOURCE_NOT_FOUND" }],
    ["of a settlement that is not there", { settlement: "NOWHERE" }, 404, { code: "RESOURCE_NOT_FOUND" }],
  ])("is refused %s, and changes nothing", async (_name, fields, status, error) => {
    const before = await book();
    const answer = await ask("POST", "/tenant/reconciliation/book-corrections", correction(fields));
    expect([answer.status, answer.body.error]).toMatchObject([status, error]);
    expect(await book()).toEqual(before);
  });

  it("writes off no more of a settlement than is open, and only from in transit", async () => {
    const settlement = await sent("500");
    const rest = { settlement, credit: "in_transit", amount: "501" };
    for (const [fields, reason] of [
      [rest, "EXCEEDS_SETTLEMENT"],
      [{ ...rest, amount: "500", credit: "provider_balance" }, "NOT_FROM_TRANSIT"],
    ] as const) {
      const { body } = await ask("POST", "/tenant/reconciliation/book-corrections", correction(fields));
      expect(body.error).toMatchObject({ code: "BOOK_CORRECTION_NOT_POSSIBLE", details: { reason } });
    }
    await writeOffRest();
    expect(await inTransit()).toEqual([]);
  });

  it("in live mode is booked when another operator has confirmed it", async () => {
    await test.owner.query({
      text: `insert into rail_books (provider_account_id, currency, tenant_id, mode, created_at, updated_at)
        select id, 'GNF', tenant_id, 'LIVE', $1, $1 from provider_accounts where mode = 'SANDBOX' limit 1`,
      values: [new Date(test.clock.nowMs())],
    });
    const [row] = await test.owner.query<{ id: Id<"providerAccount"> }>({
      text: "select provider_account_id as id from rail_books where mode = 'LIVE'",
    });
    const live = correction({
      providerAccountId: publicId("providerAccount", row?.id ?? ("" as Id<"providerAccount">)),
      mode: "LIVE",
      currency: "GNF",
    });
    const proposed = await ask("POST", "/tenant/reconciliation/book-corrections", live);
    expect([proposed.status, proposed.body.data]).toMatchObject([
      202,
      {
        kind: "CORRECT_PROVIDER_BOOK",
        status: "PROPOSED",
        after: { amount: "120", reason: "Monthly fee, in no statement" },
      },
    ]);
    const path = `/tenant/change-requests/${proposed.body.data.id}/confirm`;
    expect((await ask("POST", path)).body.error.code).toBe("FOUR_EYES_REQUIRED");
    const booked = async () =>
      (await ask("GET", "/tenant/reconciliation/book-corrections?mode=LIVE")).body.data.length;
    expect(await booked()).toBe(0);
    const second = (await test.operator("second")).token;
    expect((await ask("POST", path, undefined, second)).body.data).toMatchObject({ status: "CONFIRMED" });
    expect(await booked()).toBe(1);
  });
});

it("a payment, its statement and its settlement leave clearing and transit empty", async () => {
  const payer = createPayer(test);
  const { id } = await payer.newSession();
  await payer.complete(id, mtn("789", 1));
  await test.advance(4_000, 2_000);
  test.clock.advance(24 * HOUR_MS - (test.clock.nowMs() % (24 * HOUR_MS)) + 3 * HOUR_MS);
  while ((await test.app.loops.reconciliation?.runOnce()) !== 0);
  token = (await test.operator()).token;
  const reference = await sent("5000");
  await told("5000", reference);
  expect(await match()).toBe(1);
  expect(await book()).toMatchObject({ clearing: { open: "0" }, inTransit: "0" });
});
