import { createHash } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { createSeededRandom } from "../../src/kit/random.ts";
import { PAWAPAY } from "../../src/providers/pawapay/connector.ts";
import { pawapayStandIn } from "../../src/providers/pawapay/stand-in/index.ts";
import { openStandIn, type RunningStandIn } from "../../src/stand-ins/open.ts";
import type { Answer } from "../harness/app.ts";
import { type Account, type ConnectorSetup, openConnectorSetup } from "../harness/connector-setup.ts";
import { expectInvariants } from "../harness/invariants.ts";
import { mtn } from "../simulation/payer.ts";

/** Whole payments, refunds and payouts in live mode through the running service and a stand-in of pawaPay, over HTTP. */
const uuidV4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
let setup: ConnectorSetup;
let standIn: RunningStandIn;
let account: Account;
beforeAll(async () => {
  setup = await openConnectorSetup(PAWAPAY, { mode: "LIVE" });
  standIn = await openStandIn(pawapayStandIn, { clock: setup.test.clock, random: createSeededRandom(1) });
  account = await setup.addAccount(pawapayStandIn.accountSettings(standIn.url, "first"));
  standIn.setCallbackUrl("first", account.callbackUrl);
});
afterAll(async () => {
  await standIn?.close();
  await setup?.test.stop();
});
afterEach(async () => {
  standIn.faults.calm();
  await expectInvariants(setup.test.owner);
});

const done = (answer: Answer): Answer["body"] => {
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
  return answer.body.data;
};
const paidBy = (operator: string, phone: string, countryCode: string, more: object = {}) => ({
  paymentMethod: "MOBILE_MONEY",
  paymentDetails: { phone, operator, countryCode, ...more },
});

/** A payment that is waited for, with the id under which pawaPay knows it. */
async function started(by: object = mtn("789"), amount = "5000") {
  const session = await setup.payer.newSession({ amount });
  const answer = done(await setup.payer.complete(session.id, by));
  const ownId = (await setup.payer.stored<string>(answer.chargeId, "provider_reference")) ?? "";
  expect(ownId).toMatch(uuidV4);
  return { sessionId: session.id as string, chargeId: answer.chargeId as string, ownId, answer };
}

/** pawaPay settles and reports by itself: no background work of ours runs. */
async function reported(afterMs = 3_000): Promise<void> {
  setup.test.clock.advance(afterMs);
  await standIn.report();
  await setup.test.app.callbacksSettled();
}

const statusOf = async (sessionId: string) => (await setup.payer.status(sessionId)).status as string;
const taken = (ownId: string) => standIn.book.moved("PAYMENT", ownId);

async function paid(amount = "5000") {
  const one = await started(mtn("789"), amount);
  await reported();
  expect(await statusOf(one.sessionId)).toBe("SUCCEEDED");
  return one;
}

let unique = 0;
const keyed = () => {
  unique += 1;
  return { "idempotency-key": `pawapay ${unique}` };
};
const refund = (chargeId: string, body: object) =>
  setup.test.request("POST", `/payments/charges/${chargeId}/refunds`, { body, headers: keyed() });
const refundStatus = async (id: string) =>
  done(await setup.test.request("GET", `/payments/refunds/${id}`)).status as string;

describe("a payment through pawaPay", () => {
  it("succeeds by the signed callback, with one question, and pays the merchant's wallet", async () => {
    const before = await setup.payer.wallet();
    const { sessionId, ownId } = await started();
    expect(await statusOf(sessionId)).toBe("PROCESSING");
    const asked = setup.network.history.length;
    await reported();
    expect(await statusOf(sessionId)).toBe("SUCCEEDED");
    const paths = setup.network.history.slice(asked).map(({ method, path }) => `${method} ${path}`);
    expect(paths.filter((path) => path !== "GET /v2/public-key/http")).toEqual([`GET /v2/deposits/${ownId}`]);
    expect(taken(ownId)).toEqual([{ minor: 5_000n, currency: "XOF" }]);
    expect((await setup.payer.wallet()).balance).toBeGreaterThan(before.balance);
  });

  it.each([
    ["019", "LIMIT_EXCEEDED"],
    ["029", "PAYER_NOT_FOUND"],
    ["039", "PAYMENT_NOT_CONFIRMED"],
    ["049", "INSUFFICIENT_FUNDS"],
    ["059", "PAYMENT_IN_PROGRESS"],
    ["069", "UNKNOWN"],
    ["199", "PAYMENT_CANCELLED"],
  ])("to a number that ends in %s fails as %s, and the payer may try again", async (suffix, failureCode) => {
    const { sessionId, ownId } = await started(mtn(suffix));
    await reported();
    expect(await setup.payer.status(sessionId)).toMatchObject({ status: "FAILED", failureCode });
    expect(taken(ownId)).toEqual([]);
    const again = done(await setup.payer.complete(sessionId, mtn("789")));
    await reported();
    expect(await statusOf(sessionId)).toBe("SUCCEEDED");
    expect(again.chargeId).not.toBeUndefined();
  });

  it.each([
    ["079", "AMOUNT_OUT_OF_BOUNDS"],
    ["089", "INVALID_RECIPIENT"],
    ["099", "INVALID_AMOUNT"],
    ["109", "INVALID_CURRENCY"],
    ["159", "PROVIDER_UNAVAILABLE"],
    ["169", "PROVIDER_UNAVAILABLE"],
  ])("that is refused with status 200 (%s) fails at once as %s", async (suffix, failureCode) => {
    const session = await setup.payer.newSession();
    const { status, body } = await setup.payer.complete(session.id, mtn(suffix));
    expect([status, body.error]).toMatchObject([409, { code: "PAYMENT_FAILED", details: { failureCode } }]);
  });

  it.each(["SILENT_AFTER", "RESET_AFTER", "ERROR_AFTER", "HTML"] as const)(
    "whose answer met %s is unknown, found by its id, and paid once",
    async (fault) => {
      standIn.faults.next(fault, { method: "POST", path: /deposits$/ });
      const { sessionId, ownId } = await started();
      expect(await statusOf(sessionId)).toBe("PROCESSING");
      await setup.test.advance(6_000);
      expect(await statusOf(sessionId)).toBe("SUCCEEDED");
      expect(taken(ownId)).toEqual([{ minor: 5_000n, currency: "XOF" }]);
    },
    30_000,
  );

  it("that never arrived is sent again under the same id, once pawaPay's not found is final", async () => {
    standIn.faults.next("RESET_BEFORE", { method: "POST", path: /deposits$/ });
    const { sessionId, ownId } = await started();
    await setup.test.advance(14 * 60_000, 10_000);
    expect(await statusOf(sessionId)).toBe("PROCESSING");
    expect(standIn.book.find("PAYMENT", "first", ownId)).toBeNull();
    await setup.test.advance(12 * 60_000, 10_000);
    await reported();
    expect(await statusOf(sessionId)).toBe("SUCCEEDED");
    expect(taken(ownId)).toHaveLength(1);
  });

  it("whose callback is missing succeeds by our own question, and a late one changes nothing", async () => {
    standIn.faults.next("CALLBACK_MISSING");
    const first = await started();
    await reported();
    expect(await statusOf(first.sessionId)).toBe("PROCESSING");
    await setup.test.advance(12_000);
    expect(await statusOf(first.sessionId)).toBe("SUCCEEDED");

    standIn.faults.next("CALLBACK_LATE", { delayMs: 60_000 });
    const second = await started();
    await reported();
    await setup.test.advance(30_000);
    expect(await statusOf(second.sessionId)).toBe("SUCCEEDED");
    const events = (await setup.test.owner.query({ text: "select 1 from events" })).length;
    await reported(60_000);
    expect((await setup.test.owner.query({ text: "select 1 from events" })).length).toBe(events);
  });

  it("that is reported twice is booked once", async () => {
    const before = await setup.payer.wallet();
    const one = await started(mtn("179"));
    await reported();
    expect(await statusOf(one.sessionId)).toBe("SUCCEEDED");
    const once = await setup.payer.wallet();
    await reported();
    expect(await setup.payer.wallet()).toEqual(once);
    expect(once.balance - before.balance).toBeLessThanOrEqual(5_000);
  });

  it("of another amount waits for an operator and does not pay the session", async () => {
    standIn.faults.next("WRONG_AMOUNT");
    const { sessionId, chargeId, ownId } = await started();
    await reported();
    expect(await statusOf(sessionId)).toBe("PROCESSING");
    expect(await setup.payer.stored(chargeId, "review_reason")).toBe("AMOUNT_MISMATCH");
    expect(taken(ownId)).toEqual([{ minor: 4_999n, currency: "XOF" }]);
  });

  it("that the payer confirms after hours succeeds by our own question", async () => {
    const { sessionId, ownId } = await started(mtn("129"));
    await setup.test.advance(2 * 3_600_000, 300_000);
    expect(await statusOf(sessionId)).toBe("PROCESSING");
    expect(standIn.book.end({ kind: "PAYMENT", holder: "first", id: ownId }, "SUCCESS")).toBe(true);
    await standIn.report();
    // The plan of a payment that never ends has no callback: our own question finds it.
    await setup.test.advance(1_000_000, 100_000);
    expect(await statusOf(sessionId)).toBe("SUCCEEDED");
  });

  it("with an operator's one-time password is not accepted without it, and sends it", async () => {
    const session = await setup.payer.newSession();
    const orange = (otp: object) => paidBy("ORANGE", "+22607345678", "BF", otp);
    const without = await setup.payer.complete(session.id, orange({}));
    expect(without.status).toBe(400);
    expect(without.body.error.details.fields).toMatchObject([
      { path: "paymentDetails.otp", rule: "required" },
    ]);
    done(await setup.payer.complete(session.id, orange({ otp: "123456" })));
    await reported();
    expect(await statusOf(session.id)).toBe("SUCCEEDED");
    const wrong = await started(orange({ otp: "000000" }));
    await reported();
    expect(await setup.payer.status(wrong.sessionId)).toMatchObject({ failureCode: "PAYMENT_NOT_CONFIRMED" });
  });

  it("through Wave becomes a redirect when pawaPay names the page, and ends with the payer's decision there", async () => {
    for (const [decision, status] of [
      ["confirm", "SUCCEEDED"],
      ["decline", "FAILED"],
    ] as const) {
      const { sessionId, answer } = await started(paidBy("WAVE", "+221771234129", "SN"));
      expect(answer).toMatchObject({ nextStep: "POLL", actionUrl: null });
      // The payer's page waits for news. pawaPay reports its page; without that our own question finds it.
      const path = `/checkout/pay/${sessionId}/status?waitMs=20000`;
      const waiting = setup.test.request("GET", path, { apiKey: null });
      await reported(1_500);
      const shown = done(await waiting);
      expect(shown).toMatchObject({ status: "PROCESSING", nextStep: "REDIRECT" });
      expect(shown.actionUrl).toContain(`${standIn.url}/payer-page/`);
      const page = await fetch(`${setup.test.origin}/checkout/${sessionId}`);
      expect(await page.text()).toContain(shown.actionUrl);
      const body = new URLSearchParams({ decision });
      const left = await fetch(shown.actionUrl, { method: "POST", body, redirect: "manual" });
      expect(left.headers.get("location")).toContain(setup.test.origin);
      await setup.test.advance(30_000);
      expect(await statusOf(sessionId)).toBe(status);
    }
  });
});

describe("pawaPay's callbacks", () => {
  const send = async (body: object, headers: Readonly<Record<string, string>> = {}) =>
    (await fetch(account.callbackUrl, { method: "POST", headers, body: JSON.stringify(body) })).status;

  it("that are forged change nothing: unsigned 401, signed by another key 401, about nothing of ours 404", async () => {
    const { sessionId, ownId } = await started(mtn("129"));
    const body = { depositId: ownId, status: "COMPLETED", amount: "5000", currency: "XOF" };
    const asked = () => setup.network.history.filter(({ path }) => path.endsWith(ownId)).length;
    const before = asked();
    expect(await send(body)).toBe(401);
    const digest = createHash("sha256").update(JSON.stringify(body)).digest("base64");
    const signature =
      "sig-pp=:MEUCIQDyJ1YvqyGhBYAfDqBgPQ6z2eA1ZIyyPc0hYwVmKpnfJAIgKcWaaGBcm3F7Nwbd1hS0jzqzk1ZWj2W6Z5yYl2sWb3o=:";
    const created = Math.floor(setup.test.clock.nowMs() / 1_000);
    const forged = {
      "content-digest": `sha-256=:${digest}:`,
      "signature-input": `sig-pp=("@method" "@authority" "@path" "content-digest");keyid="HTTP_EC_P256_KEY:1";created=${created}`,
      signature,
    };
    expect(await send(body, forged)).toBe(401);
    expect(asked()).toBe(before);
    expect(await statusOf(sessionId)).toBe("PROCESSING");
  });

  it("that are unsigned are hints where the account's configuration says so, and need a payment of ours", async () => {
    const dashboard = (signed: boolean) =>
      fetch(`${standIn.url}/dashboard/callback-signing`, {
        method: "POST",
        body: JSON.stringify({ holder: "first", signed }),
      });
    await dashboard(false);
    setup.test.clock.advance(600_000);
    const { sessionId, ownId } = await started(mtn("129"));
    // It says what is not so: the question tells the truth.
    expect(await send({ depositId: ownId, status: "COMPLETED" })).toBe(204);
    await setup.test.app.callbacksSettled();
    expect(await statusOf(sessionId)).toBe("PROCESSING");
    expect(await send({ depositId: "0b9c2c1e-7d6a-4f0e-9a55-2f4f5d1c8e11", status: "FAILED" })).toBe(404);
    await dashboard(true);
    setup.test.clock.advance(600_000);
    expect(await send({ depositId: ownId, status: "COMPLETED" })).toBe(401);
  });

  it("whose key cannot be fetched are answered 503 and come again", async () => {
    await fetch(`${standIn.url}/dashboard/rotate-key`, { method: "POST" });
    setup.test.clock.advance(61_000);
    const { sessionId } = await started();
    standIn.faults.next("ERROR_BEFORE", { path: /public-key/ });
    await reported();
    expect(await statusOf(sessionId)).toBe("PROCESSING");
    const controls = await (await fetch(`${standIn.url}/stand-in`)).text();
    expect(controls).toContain("503");
    // Nothing is lost: the question comes in its own time.
    await setup.test.advance(60_000, 5_000);
    expect(await statusOf(sessionId)).toBe("SUCCEEDED");
  });
});

describe("a refund through pawaPay", () => {
  it("gives back parts, each once, and never more than was paid", async () => {
    const { chargeId } = await paid();
    const parts = [];
    for (const amount of ["1200", "3800"]) {
      const made = done(await refund(chargeId, { amount }));
      expect(made.route).toBe("ORIGINAL_RAIL");
      parts.push(made);
    }
    expect((await refund(chargeId, { amount: "1" })).status).toBeGreaterThanOrEqual(400);
    await setup.test.advance(60_000, 5_000);
    for (const { id } of parts) expect(await refundStatus(id)).toBe("SUCCEEDED");
    const rows = await setup.test.owner.query<{ ownId: string }>({
      text: `select provider_reference as "ownId" from refunds order by created_at desc, amount limit 2`,
    });
    expect(
      rows.flatMap(({ ownId }) => standIn.book.moved("REFUND", ownId).map(({ minor }) => minor)),
    ).toEqual([1_200n, 3_800n]);
  });

  it("whose answer was lost is found by its id and made once", async () => {
    const { chargeId, ownId } = await paid();
    standIn.faults.next("RESET_AFTER", { method: "POST", path: /refunds$/ });
    const made = done(await refund(chargeId, {}));
    await setup.test.advance(120_000, 5_000);
    expect(await refundStatus(made.id)).toBe("SUCCEEDED");
    expect(standIn.book.refunded("first", ownId)).toBe(5_000n);
  });
});

describe("a payout through pawaPay", () => {
  async function payout(suffix: string): Promise<string> {
    const wallets: readonly { id: string; currency: string }[] = done(
      await setup.test.request("GET", "/payments/wallets"),
    );
    const details = { phone: `+2250500000${suffix}`, operator: "MTN" };
    const person = { name: "Awa Koné", type: "MOBILE_MONEY", details, currency: "XOF" };
    const made = await setup.test.request("POST", "/payments/beneficiaries", { body: person });
    const beneficiary = done(made);
    await setup.test.advance(25 * 3_600_000, 3_600_000);
    const walletId = wallets.find(({ currency }) => currency === "XOF")?.id;
    const body = { walletId, beneficiaryId: beneficiary.id, amount: "700" };
    return done(await setup.test.request("POST", "/payments/payouts", { body, headers: keyed() })).id;
  }
  const payoutOf = async (id: string) => done(await setup.test.request("GET", `/payments/payouts/${id}`));
  const own = async () => {
    const [row] = await setup.test.owner.query<{ ownId: string }>({
      text: `select provider_reference as "ownId" from payouts order by created_at desc limit 1`,
    });
    return row?.ownId ?? "";
  };

  it("pays out once, also when the answer is lost", async () => {
    const id = await payout("789");
    standIn.faults.next("RESET_AFTER", { method: "POST", path: /payouts$/ });
    await setup.test.advance(120_000, 5_000);
    expect((await payoutOf(id)).status).toBe("PAID");
    expect(standIn.book.moved("PAYOUT", await own())).toEqual([{ minor: 700n, currency: "XOF" }]);
  });

  it("that fails gives the money back to the wallet", async () => {
    const before = await setup.payer.wallet();
    const id = await payout("089");
    await setup.test.advance(120_000, 5_000);
    expect(await payoutOf(id)).toMatchObject({ status: "FAILED", failureCode: "INVALID_RECIPIENT" });
    expect((await setup.payer.wallet()).available).toBe(before.available);
  });

  it("is heard of by its callback", async () => {
    const id = await payout("789");
    for (let second = 0; second < 60 && (await payoutOf(id)).status === "PENDING"; second += 1)
      await setup.test.advance(1_000);
    expect((await payoutOf(id)).status).toBe("PROCESSING");
    // Without the report nobody would ask before tomorrow.
    await setup.test.owner.query({
      text: "update payouts set next_check_at = next_check_at + interval '1 day' where next_check_at is not null",
    });
    await reported();
    await setup.test.drain();
    expect((await payoutOf(id)).status).toBe("PAID");
  });
});
