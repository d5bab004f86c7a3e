import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { type Id, parsePublicId } from "../../src/kit/ids.ts";
import { providerReference } from "../../src/modules/payments/index.ts";
import { SIGNATURE_HEADER, signatureHeader } from "../../src/providers/simulator/signature.ts";
import { type Answer, startTestApp, type TestApp } from "../harness/app.ts";
import type { Fault } from "../harness/faulty-http.ts";
import { expectInvariants } from "../harness/invariants.ts";
import { testSeed } from "../harness/seed.ts";
import { createPayer, createWire, mtn } from "../simulation/payer.ts";

/** Money that may have left is neither sent again nor returned before the provider has reported the outcome. */
const seed = testSeed();
const wire = createWire(seed);
const MINUTE_MS = 60_000;
const AMOUNT = "700";
let test: TestApp;
let walletId: string;
let unique = 0;

beforeAll(async () => {
  console.info(`seed ${seed}`);
  test = await startTestApp({ seed, egress: wire.wrap });
  wire.clock = test.clock;
  const payer = createPayer(test);
  const session = await payer.newSession({ amount: "1000000" });
  await payer.complete(session.id, mtn("789"));
  await test.advance(4_000);
  walletId = (await wallet()).id;
}, 60_000);
afterAll(() => test?.stop());
afterEach(async () => {
  wire.faults.calm();
  await expectInvariants(test.owner);
});

async function wallet() {
  const { body } = await test.request("GET", "/payments/wallets");
  return body.data.find(({ currency }: { currency: string }) => currency === "XOF");
}
const get = async (id: string) => (await test.request("GET", `/payments/payouts/${id}`)).body.data;

async function addBeneficiary(suffix: string): Promise<string> {
  const made = await test.request("POST", "/payments/beneficiaries", {
    body: {
      name: "Awa",
      type: "MOBILE_MONEY",
      details: { phone: `+2250500000${suffix}`, operator: "MTN" },
      currency: "XOF",
    },
  });
  return made.body.data.id;
}

function askPayout(beneficiaryId: string, amount: string): Promise<Answer> {
  unique += 1;
  return test.request("POST", "/payments/payouts", {
    headers: { "idempotency-key": `payout ${unique}` },
    body: { walletId, beneficiaryId, amount },
  });
}

/** A payout of 700 F to a number with this ending. */
async function ask(suffix: string): Promise<string> {
  const answer = await askPayout(await addBeneficiary(suffix), AMOUNT);
  expect(answer.status).toBe(201);
  return answer.body.data.id;
}

const referenceOf = (id: string) =>
  providerReference(test.merchantNo, parsePublicId("payout", id) as Id<"payout">);

/** What the provider paid for it: one amount per payment. */
async function paidOut(id: string): Promise<readonly string[]> {
  const rows = await test.owner.query<{ amount: bigint }>({
    text: "select amount from simulator.book where kind = 'PAYOUT' and reference = $1",
    values: [referenceOf(id)],
  });
  return rows.map(({ amount }) => amount.toString());
}

interface Case {
  readonly name: string;
  readonly suffix?: string;
  readonly fault?: Fault;
  readonly end?: "PAID" | "FAILED";
}

const cases: readonly Case[] = [
  { name: "a time-out before anything was sent", fault: "TIMEOUT_BEFORE" },
  { name: "a time-out after it was taken", fault: "TIMEOUT_AFTER" },
  { name: "a reset before anything was sent", fault: "RESET_BEFORE" },
  { name: "a reset after it was taken", fault: "RESET_AFTER" },
  { name: "a refused connection", fault: "REFUSED" },
  { name: "a proxy's 500 after it was taken", fault: "ERROR_500" },
  { name: "an unreadable answer", fault: "GARBAGE" },
  { name: "no answer at all", suffix: "239" },
  { name: "a connection that the provider resets", suffix: "249" },
  { name: "a web page with status 200", suffix: "259" },
  { name: "a report that overtakes the answer", suffix: "269" },
  { name: "a success in the answer", suffix: "279" },
  { name: "a request that the provider forgets", suffix: "309" },
  { name: "a report that is lost", suffix: "139" },
  { name: "reports doubled and out of order", suffix: "179" },
  { name: "503 twice", suffix: "159" },
  { name: "503 until the operator gives up", suffix: "169", end: "FAILED" },
  { name: "a definite no in the answer", suffix: "319", end: "FAILED" },
];

describe("a payout whose outcome is told late, twice or not at all", () => {
  it.each(cases)("ends right and is paid at most once: $name", async ({ suffix, fault, end = "PAID" }) => {
    const before = await wallet();
    const id = await ask(suffix ?? "789");
    await test.advance(4_000);
    if (fault !== undefined) wire.faults.failNext(fault);
    await test.advance(30_000, 3_000);
    await test.advance(10 * MINUTE_MS, 30_000);
    const ended = await get(id);
    expect(ended.status).toBe(end);
    expect(await paidOut(id)).toEqual(end === "PAID" ? [AMOUNT] : []);
    const after = await wallet();
    const spent = end === "PAID" ? Number(AMOUNT) : 0;
    expect([Number(after.available), after.reserved]).toEqual([
      Number(before.available) - spent,
      before.reserved,
    ]);
  });

  it("that nobody tells of is IN_RECONCILIATION after 15 minutes, its money still reserved", async () => {
    const before = await wallet();
    const id = await ask("329");
    await test.advance(10 * MINUTE_MS, 30_000);
    expect((await get(id)).status).toBe("PROCESSING");
    await test.advance(40 * MINUTE_MS, MINUTE_MS);
    expect(await get(id)).toMatchObject({ status: "IN_RECONCILIATION", failureCode: null });
    const after = await wallet();
    expect(Number(after.reserved)).toBe(Number(before.reserved) + Number(AMOUNT));
    const cancelled = await test.request("POST", `/payments/payouts/${id}/cancel`);
    expect(cancelled.body.error.code).toBe("PAYOUT_NOT_CANCELLABLE");
  });
});

describe("a report of the provider", () => {
  it("is asked about at once, not at the next round", async () => {
    const id = await ask("369");
    await test.advance(5_000);
    await test.advance(5 * MINUTE_MS, 20_000);
    await test.advance(12_000);
    // Without the callback it would be queried after 2, 7, 22, 82 and 382 seconds.
    expect((await get(id)).status).toBe("PAID");
  });

  it("is not believed: forged it is refused, and signed it costs a question", async () => {
    const id = await ask("129");
    await test.advance(7_000);
    const [account] = await test.owner.query<{ id: string }>({ text: "select id from provider_accounts" });
    if (account === undefined) throw new Error("the sandbox has its account");
    const { callbackSecret = "" } = (await test.app.routing.providerAccount(account.id)).settings;
    const send = async (reference: string, secret: string) => {
      const body = JSON.stringify({
        id: "0199aaaa-0000-7000-8000-000000000001",
        subject: "payout",
        reference,
        status: "SUCCEEDED",
        occurredAt: new Date(test.clock.nowMs()).toISOString(),
      });
      const response = await fetch(`${test.origin}/provider-callbacks/${account.id}`, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          [SIGNATURE_HEADER]: signatureHeader(secret, Math.floor(test.clock.nowMs() / 1_000), body),
        },
        body,
      });
      await response.text();
      return response.status;
    };
    const before = await get(id);
    expect(await send(referenceOf(id), "another secret")).toBe(401);
    expect(await send(referenceOf(id), callbackSecret)).toBeLessThan(300);
    expect(await send("0".repeat(32), callbackSecret)).toBe(404);
    await test.drain();
    expect(await get(id)).toEqual(before);
  });
});

describe("a cancellation at the moment of sending", () => {
  it("wins or loses whole: cancelled and never sent, or sent and not cancelled", async () => {
    const before = await wallet();
    const made: string[] = [];
    for (let index = 0; index < 15; index += 1) made.push(await ask("789"));
    test.clock.advance(5_000);
    const cancels = made.map((id) => test.request("POST", `/payments/payouts/${id}/cancel`));
    const [answers] = await Promise.all([Promise.all(cancels), test.app.loops.payouts?.runOnce()]);
    expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
    await test.advance(90_000, 5_000);
    let paid = 0;
    for (const [index, id] of made.entries()) {
      const isCancelled = answers[index]?.status === 200;
      expect((await get(id)).status).toBe(isCancelled ? "CANCELLED" : "PAID");
      expect(await paidOut(id)).toEqual(isCancelled ? [] : [AMOUNT]);
      if (!isCancelled) paid += 1;
    }
    const after = await wallet();
    expect(Number(before.available) - Number(after.available)).toBe(paid * Number(AMOUNT));
  });
});

describe("fifty payouts at once that together exceed the balance", () => {
  it("are accepted up to what is there: available never below zero, no 5xx, nothing paid twice", async () => {
    await test.advance(30_000, 5_000);
    const to = await addBeneficiary("789");
    const start = await wallet();
    const before = BigInt(start.available);
    const each = before / 20n;
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_none, index) => askPayout(to, `${each + BigInt(index)}`)),
    );
    const accepted = answers.filter(({ status }) => status === 201);
    expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
    for (const answer of answers.filter(({ status }) => status !== 201)) {
      expect([answer.status, answer.body.error.code]).toEqual([409, "INSUFFICIENT_WALLET_BALANCE"]);
    }
    const sum = accepted.reduce((total, { body }) => total + BigInt(body.data.amount), 0n);
    expect(sum).toBeLessThanOrEqual(before);
    expect(accepted.length).toBeGreaterThanOrEqual(19);
    const during = await wallet();
    expect(BigInt(during.available)).toBe(before - sum);
    await expectInvariants(test.owner);

    await test.advance(30_000, 2_000);
    const after = await wallet();
    expect([BigInt(after.available), after.reserved]).toEqual([before - sum, start.reserved]);
    const listed = (
      await test.request("GET", `/payments/payouts?beneficiaryId=${to}&status=PAID&pageSize=100`)
    ).body.data;
    expect(listed).toHaveLength(accepted.length);
    const [booked] = await test.owner.query<{ n: bigint }>({
      text: "select count(*) as n from simulator.book where kind = 'PAYOUT' and amount between $1 and $2",
      values: [each, each + 50n],
    });
    expect(booked?.n).toBe(BigInt(accepted.length));
  }, 60_000);
});
