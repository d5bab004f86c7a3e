import { fileURLToPath, pathToFileURL } from "node:url";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { type Id, parsePublicId, publicId } from "../../src/kit/ids.ts";
import { providerReference } from "../../src/modules/payments/index.ts";
import { startTestApp, type TestApp } from "../harness/app.ts";
import { expectInvariants } from "../harness/invariants.ts";
import { createPayer, mtn } from "../simulation/payer.ts";

/** The worked example of docs/concepts/ledger.md, over HTTP. */
const HOUR_MS = 3_600_000;
let test: TestApp;
let payer: ReturnType<typeof createPayer>;
let token: string;
let accountId: string;
let startMs: number;

beforeAll(async () => {
  test = await startTestApp();
  payer = createPayer(test);
  token = (await test.operator()).token;
  startMs = test.clock.nowMs();
  const [account] = await test.owner.query<{ id: string }>({
    text: "select id from provider_accounts where mode = 'SANDBOX'",
  });
  accountId = publicId("providerAccount", (account?.id ?? "") as Id<"providerAccount">);
}, 60_000);
afterAll(() => test?.stop());
afterEach(() => expectInvariants(test.owner));

const ask = (method: string, path: string, body?: unknown) =>
  test.request(method, path, { apiKey: token, ...(body === undefined ? {} : { body }) });
const iso = (ms: number) => new Date(ms).toISOString();
const account = () => ({ providerAccountId: accountId, mode: "SANDBOX" });
const period = () => ({ from: iso(startMs - HOUR_MS), to: iso(test.clock.nowMs() + HOUR_MS) });

/** What the provider tells of the time since the start; `fees` by type of line, and more lines. */
async function book(fees: Readonly<Record<string, string>> = {}, more: readonly object[] = []) {
  const query = new URLSearchParams({ ...account(), ...period(), format: "json" });
  const { lines } = (await ask("GET", `/tenant/reconciliation/provider-book?${query}`)).body.data;
  const withFees = lines.map((line: { type: string }) => {
    const fee = fees[line.type];
    return fee === undefined ? line : { ...line, fee };
  });
  return [...withFees, ...more];
}
const take = (lines: readonly unknown[]) =>
  ask("POST", "/tenant/reconciliation/statements", { ...account(), ...period(), format: "lines", lines });
const railBook = async () => {
  const { body } = await ask("GET", `/tenant/reconciliation/account-books?${new URLSearchParams(account())}`);
  return body.data.find((one: { currency: string }) => one.currency === "XOF");
};
const settlement = (amount: string, reference = "SETTLE-1") => ({
  type: "SETTLEMENT",
  reference,
  transactionId: reference,
  status: "SUCCEEDED",
  amount,
  currency: "XOF",
  occurredAt: iso(startMs),
});

describe("the book of an account at a provider", () => {
  it("follows a payment with its fee to our bank, and the clearing account is empty", async () => {
    const { id } = await payer.newSession();
    const { data } = (await payer.complete(id, mtn("789", 1))).body;
    await test.advance(4_000, 2_000);
    const taken = await take(await book({ PAYMENT: "75" }, [settlement("4925")]));
    expect(taken.body.data).toMatchObject({ lineCount: 2, matchedCount: 2, differenceCount: 0 });
    expect(await railBook()).toMatchObject({
      clearing: { booked: "5000", confirmed: "5000", open: "0" },
      providerBalance: "0",
      providerFees: "75",
      inTransit: "4925",
      bank: "0",
      transferCount: 3,
      seal: { number: 1 },
    });

    const arrival = { ...account(), currency: "XOF", amount: "4925", reference: "BANK-1" };
    const keyed = () =>
      test.request("POST", "/tenant/reconciliation/arrivals", {
        apiKey: token,
        headers: { "idempotency-key": "arrival 1" },
        body: arrival,
      });
    const arrived = await keyed();
    expect((await keyed()).body.data).toEqual(arrived.body.data);
    expect([arrived.status, arrived.body.data]).toMatchObject([201, { inTransit: "0", bank: "4925" }]);
    const again = await ask("POST", "/tenant/reconciliation/arrivals", arrival);
    expect(again.body.error.code).toBe("ARRIVAL_ALREADY_BOOKED");
    const more = await ask("POST", "/tenant/reconciliation/arrivals", {
      ...arrival,
      amount: "1",
      reference: "BANK-2",
    });
    expect(more.body.error).toMatchObject({
      code: "ARRIVAL_EXCEEDS_TRANSIT",
      details: { inTransit: "0", currency: "XOF" },
    });

    // A refund and a payout, which the next statement tells: until then they are open.
    await test.request("POST", `/payments/charges/${data.chargeId}/refunds`, {
      body: { amount: "1000" },
      headers: { "idempotency-key": "rails" },
    });
    const beneficiary = await test.request("POST", "/payments/beneficiaries", {
      body: {
        name: "Awa",
        type: "MOBILE_MONEY",
        currency: "XOF",
        details: { phone: "+2250500000789", operator: "MTN" },
      },
    });
    const wallets = (await test.request("GET", "/payments/wallets")).body.data;
    const wallet = wallets.find(({ currency }: { currency: string }) => currency === "XOF");
    const payout = await test.request("POST", "/payments/payouts", {
      body: { walletId: wallet.id, beneficiaryId: beneficiary.body.data.id, amount: "700" },
      headers: { "idempotency-key": "rails" },
    });
    expect(payout.status).toBe(201);
    await test.advance(15_000);
    expect(await railBook()).toMatchObject({
      clearing: { booked: "3300", confirmed: "5000", open: "-1700" },
    });

    // The statement repeats the payment and the settlement: they are booked once.
    const second = await take(await book({ PAYMENT: "75", PAYOUT: "7" }, [settlement("4925")]));
    expect(second.body.data).toMatchObject({
      lineCount: 4,
      matchedCount: 2,
      ignoredCount: 2,
      differenceCount: 0,
    });
    expect(await railBook()).toMatchObject({
      clearing: { booked: "3300", confirmed: "3300", open: "0" },
      providerBalance: "-1707",
      providerFees: "82",
      bank: "4925",
      seal: { number: 3 },
    });
  });

  it("keeps open what only one side knows: money that merchants' books lack, or that the provider lacks", async () => {
    const stray = { ...settlement("700", "STRAY"), type: "PAYMENT", occurredAt: iso(startMs) };
    expect((await take([stray])).body.data.summary).toMatchObject([{ kind: "MISSING_HERE" }]);
    expect((await railBook()).clearing.open).toBe("-700");
    await take([{ ...stray, status: "REVERSED" }]);
    expect((await railBook()).clearing.open).toBe("0");
    const { id } = await payer.newSession();
    await payer.complete(id, mtn("789", 2));
    await test.advance(4_000, 2_000);
    expect((await railBook()).clearing.open).toBe("5000");
  });

  it("knows a refund that the provider lists under the reference of its payment", async () => {
    const { id } = await payer.newSession();
    const { data } = (await payer.complete(id, mtn("789", 3))).body;
    await test.advance(4_000, 2_000);
    const refund = await test.request("POST", `/payments/charges/${data.chargeId}/refunds`, {
      body: {},
      headers: { "idempotency-key": "whole" },
    });
    await test.advance(15_000);
    const lines = await book();
    const chargeId = parsePublicId("charge", data.chargeId) as Id<"charge">;
    const reference = providerReference(test.merchantNo, chargeId);
    const refundId = parsePublicId("refund", refund.body.data.id) as Id<"refund">;
    const own = providerReference(test.merchantNo, refundId);
    const listed = lines.map((line: { reference: string }) =>
      line.reference === own ? { ...line, reference } : line,
    );
    const { summary } = (await take(listed)).body.data;
    expect(summary).toEqual([]);
    expect((await railBook()).clearing.open).toBe("0");
  });

  it("is the tenant's alone, and of one mode", async () => {
    const live = await ask("GET", "/tenant/reconciliation/account-books?mode=LIVE");
    expect(live.body.data).toEqual([]);
    const unknown = { ...account(), mode: "LIVE", currency: "XOF", amount: "1", reference: "x" };
    expect((await ask("POST", "/tenant/reconciliation/arrivals", unknown)).status).toBe(404);
  });

  it("cannot be rewritten by the service", async () => {
    for (const text of [
      "update rail_transfers set amount = 1",
      "delete from rail_transfers",
      "delete from rail_seals",
      "delete from rail_books",
    ]) {
      await expect(test.db.query({ text })).rejects.toThrow("permission denied");
    }
  });
});

/** The book as a file, from one seal on. */
async function download(fromSeal = 1): Promise<string> {
  const query = new URLSearchParams({ mode: "SANDBOX", currency: "XOF", fromSeal: String(fromSeal) });
  const answer = await fetch(
    `${test.origin}/api/v1/tenant/reconciliation/account-books/${accountId}/ledger?${query}`,
    { headers: { authorization: `Bearer ${token}` } },
  );
  expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "application/jsonl"]);
  return answer.text();
}

/** The published script's own function. */
async function verify(...texts: readonly string[]): Promise<{ code: number; said: readonly string[] }> {
  const script = fileURLToPath(new URL("../../../tools/verify-ledger.mjs", import.meta.url));
  const { verifyFiles } = await import(pathToFileURL(script).href);
  return verifyFiles(texts.map((text, index) => ({ name: `book-${index + 1}.jsonl`, text })));
}

describe("the downloaded book", () => {
  it("is sound, whole and in parts", async () => {
    const whole = await download();
    const { seal, transferCount } = await railBook();
    const { code, said } = await verify(whole);
    expect({ code, said }).toMatchObject({ code: 0 });
    expect(said[0]).toContain(`transfers 1 to ${transferCount}, sound`);
    expect(said.at(-1)).toBe(`last seal ${seal.number}:${seal.hash}`);
    const upToFirst = whole.split("\n");
    const firstSeal = upToFirst.findIndex((line) => line.includes(`"record":"seal"`));
    const { balances, number, hash, lastPosition } = JSON.parse(upToFirst[firstSeal] ?? "");
    const end = JSON.stringify({ record: "end", position: lastPosition, balances, number, hash });
    const first = [...upToFirst.slice(0, firstSeal + 1), end, ""].join("\n");
    expect(await verify(await download(2), first)).toMatchObject({ code: 0 });
    expect((await verify(first, await download(3))).said[0]).toContain("does not begin at a seal");
  });

  it.each([
    ["amount", "amount + 1", "amount - 1", "the balances are"],
    ["line_key", "line_key || 'x'", "left(line_key, -1)", "is not the hash of its transfers"],
    ["created_at", "created_at + interval '1 second'", "created_at - interval '1 second'", "is not the hash"],
    [
      "debit_account",
      "case debit_account when 'bank' then 'adjustment' else 'bank' end",
      "'provider_balance'",
      "the balances are",
    ],
  ])("shows that someone changed a row's %s", async (column, change, undo, said) => {
    const write = (value: string) =>
      test.owner.query({ text: `update rail_transfers set ${column} = ${value} where position = 1` });
    await write(change);
    try {
      const { code, said: sentences } = await verify(await download());
      expect([code, sentences[0]]).toEqual([1, expect.stringContaining(said)]);
    } finally {
      await write(undo);
    }
    expect(await verify(await download())).toMatchObject({ code: 0 });
  });

  it("shows that someone removed the last rows", async () => {
    const lines = (await download()).trimEnd().split("\n");
    const { code, said } = await verify(`${[...lines.slice(0, -3), lines.at(-1)].join("\n")}\n`);
    expect([code, said[0]]).toEqual([1, expect.stringMatching(/ends at|not sealed/)]);
  });

  it("is refused for another account, another mode, a currency without a book, and a seal that is not there", async () => {
    const path = (account: string, query: string) =>
      `/tenant/reconciliation/account-books/${account}/ledger?${query}`;
    for (const [account, query] of [
      ["acct_00000000000000000000000000", "mode=SANDBOX&currency=XOF"],
      [accountId, "mode=LIVE&currency=XOF"],
      [accountId, "mode=SANDBOX&currency=EUR"],
      [accountId, "mode=SANDBOX&currency=XOF&fromSeal=1000"],
    ] as const) {
      expect((await ask("GET", path(account, query))).status).toBe(404);
    }
  });
});

describe("a line about the account is refused", () => {
  it.each<[string, object, string]>([
    ["with an amount of zero", { amount: "0" }, "lines[0] amount"],
    ["with a fee that is no number", { fee: "x" }, "lines[0] fee"],
    ["below zero for a payment", { type: "PAYMENT", amount: "-5" }, "lines[0] amount"],
  ])("%s", async (_name, fields, path) => {
    const { status, body } = await take([{ ...settlement("1"), ...fields }]);
    expect([status, body.error.details.fields[0].path]).toEqual([400, path]);
  });
});

describe("the trial balance", () => {
  const path = (query: Readonly<Record<string, string>>) =>
    `/tenant/reconciliation/trial-balance?${new URLSearchParams(query)}`;

  it("is what the books hold now, and what they held at an instant", async () => {
    const before = test.clock.nowMs();
    const held = await railBook();
    test.clock.advance(1_000);
    expect((await take([settlement("100", "SETTLE-TB")])).status).toBe(201);
    const { body: now } = await ask("GET", path({ mode: "SANDBOX" }));
    const { body: then } = await ask("GET", path({ mode: "SANDBOX", at: iso(before + 1) }));
    const inTransit = ({ data }: typeof now) =>
      data.accounts.find(
        (row: { account: string; currency: string }) =>
          row.account === "in_transit" && row.currency === "XOF",
      )?.debit;
    expect(inTransit(now)).toBe((await railBook()).inTransit);
    expect(inTransit(then)).toBe(held.inTransit);
    expect(BigInt(inTransit(now)) - BigInt(inTransit(then))).toBe(100n);
    for (const { data } of [now, then])
      for (const { debit, credit } of data.totals) expect(debit).toBe(credit);
  });

  it("has no book that began later, none of the other mode, and none of the future's", async () => {
    expect((await ask("GET", path({ mode: "SANDBOX", at: iso(0) }))).body.data.accounts).toEqual([]);
    expect((await ask("GET", path({ mode: "LIVE" }))).body.data).toMatchObject({ accounts: [], totals: [] });
  });

  it("is a file for a spreadsheet", async () => {
    const { status, headers, body } = await ask(
      "GET",
      path({ mode: "SANDBOX", format: "csv", separator: ";" }),
    );
    expect([status, headers.get("content-type")]).toEqual([200, "text/csv; charset=utf-8"]);
    expect(headers.get("content-disposition")).toMatch(/trial-balance-SANDBOX-\d{4}-\d\d-\d\d\.csv/);
    expect(body).toContain("TOTAL;;");
  });

  it("of an instant that does not exist is refused", async () => {
    const { status, body } = await ask("GET", path({ mode: "SANDBOX", at: "2026-06-30T23:59:60Z" }));
    expect([status, body.error.details.fields[0].path]).toEqual([400, "at"]);
  });
});
