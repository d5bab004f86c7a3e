import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { pawapayStandIn } from "../../src/providers/pawapay/stand-in/index.ts";
import {
  expectOtherAmountIsHeld,
  expectOwnQuestionIsEnough,
  expectPayoutFails,
  expectPayoutReport,
} from "../harness/journey-cases.ts";
import { accepted, useProviderJourney } from "../harness/provider-journey.ts";
import { mtn } from "../simulation/payer.ts";

/** Whole payments, refunds and payouts in live mode through the running service and a stand-in of pawaPay, over HTTP. */
const uuidV4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const journey = useProviderJourney({ standIn: pawapayStandIn });
const paidBy = (operator: string, phone: string, countryCode: string, more: object = {}) => ({
  paymentMethod: "MOBILE_MONEY",
  paymentDetails: { phone, operator, countryCode, ...more },
});

/** A payment that is waited for, with the id under which pawaPay knows it. */
async function started(by: object = mtn("789")) {
  const one = await journey.start(by);
  expect(one.ownId).toMatch(uuidV4);
  return one;
}

const taken = (ownId: string) => journey.standIn.book.moved("PAYMENT", ownId);

const paid = () => journey.paid(mtn("789"));

describe("a payment through pawaPay", () => {
  it("succeeds by the signed callback, with one question, and pays the merchant's wallet", async () => {
    const before = await journey.payer.wallet();
    const { sessionId, ownId } = await started();
    expect(await journey.statusOf(sessionId)).toBe("PROCESSING");
    const asked = journey.network.history.length;
    await journey.reported();
    expect(await journey.statusOf(sessionId)).toBe("SUCCEEDED");
    const paths = journey.network.history.slice(asked).map(({ method, path }) => `${method} ${path}`);
    expect(paths.filter((path) => path !== "GET /v2/public-key/http")).toEqual([`GET /v2/deposits/${ownId}`]);
    expect(taken(ownId)).toEqual([{ minor: 5_000n, currency: "XOF" }]);
    expect((await journey.payer.wallet()).balance).toBeGreaterThan(before.balance);
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
    await journey.reported();
    expect(await journey.payer.status(sessionId)).toMatchObject({ status: "FAILED", failureCode });
    expect(taken(ownId)).toEqual([]);
    const again = accepted(await journey.payer.complete(sessionId, mtn("789")));
    await journey.reported();
    expect(await journey.statusOf(sessionId)).toBe("SUCCEEDED");
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
    const session = await journey.payer.newSession();
    const { status, body } = await journey.payer.complete(session.id, mtn(suffix));
    expect([status, body.error]).toMatchObject([409, { code: "PAYMENT_FAILED", details: { failureCode } }]);
  });

  it.each(["SILENT_AFTER", "RESET_AFTER", "ERROR_AFTER", "HTML"] as const)(
    "whose answer met %s is unknown, found by its id, and paid once",
    async (fault) => {
      journey.standIn.faults.next(fault, { method: "POST", path: /deposits$/ });
      const { sessionId, ownId } = await started();
      expect(await journey.statusOf(sessionId)).toBe("PROCESSING");
      await journey.advance(6_000);
      expect(await journey.statusOf(sessionId)).toBe("SUCCEEDED");
      expect(taken(ownId)).toEqual([{ minor: 5_000n, currency: "XOF" }]);
    },
    30_000,
  );

  it("that never arrived is sent again under the same id, once pawaPay's not found is final", async () => {
    journey.standIn.faults.next("RESET_BEFORE", { method: "POST", path: /deposits$/ });
    const { sessionId, ownId } = await started();
    await journey.advance(14 * 60_000, 30_000);
    expect(await journey.statusOf(sessionId)).toBe("PROCESSING");
    expect(journey.standIn.book.find("PAYMENT", "first", ownId)).toBeNull();
    await journey.advance(12 * 60_000, 30_000);
    await journey.reported();
    expect(await journey.statusOf(sessionId)).toBe("SUCCEEDED");
    expect(taken(ownId)).toHaveLength(1);
  });

  it("whose callback is missing succeeds by our own question, and a late one changes nothing", async () => {
    await expectOwnQuestionIsEnough(journey, started);
  });

  it("that is reported twice is booked once", async () => {
    const before = await journey.payer.wallet();
    const one = await started(mtn("179"));
    await journey.reported();
    expect(await journey.statusOf(one.sessionId)).toBe("SUCCEEDED");
    const once = await journey.payer.wallet();
    await journey.reported();
    expect(await journey.payer.wallet()).toEqual(once);
    expect(once.balance - before.balance).toBeLessThanOrEqual(5_000);
  });

  it("of another amount waits for an operator and does not pay the session", async () => {
    const { ownId } = await expectOtherAmountIsHeld(journey, started);
    expect(taken(ownId)).toEqual([{ minor: 4_999n, currency: "XOF" }]);
  });

  it("that the payer confirms after hours succeeds by our own question", async () => {
    const { sessionId, ownId } = await started(mtn("129"));
    await journey.advance(2 * 3_600_000, 300_000);
    expect(await journey.statusOf(sessionId)).toBe("PROCESSING");
    expect(journey.standIn.book.end({ kind: "PAYMENT", holder: "first", id: ownId }, "SUCCESS")).toBe(true);
    await journey.standIn.report();
    // The plan of a payment that never ends has no callback: our own question finds it.
    await journey.advance(1_000_000, 100_000);
    expect(await journey.statusOf(sessionId)).toBe("SUCCEEDED");
  });

  it("with an operator's one-time password is not accepted without it, and sends it", async () => {
    const session = await journey.payer.newSession();
    const orange = (otp: object) => paidBy("ORANGE", "+22607345678", "BF", otp);
    const without = await journey.payer.complete(session.id, orange({}));
    expect(without.status).toBe(400);
    expect(without.body.error.details.fields).toMatchObject([
      { path: "paymentDetails.otp", rule: "required" },
    ]);
    accepted(await journey.payer.complete(session.id, orange({ otp: "123456" })));
    await journey.reported();
    expect(await journey.statusOf(session.id)).toBe("SUCCEEDED");
    const wrong = await started(orange({ otp: "000000" }));
    await journey.reported();
    expect(await journey.payer.status(wrong.sessionId)).toMatchObject({
      failureCode: "PAYMENT_NOT_CONFIRMED",
    });
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
      const waiting = journey.test.request("GET", path, { apiKey: null });
      await journey.reported(1_500);
      const shown = accepted(await waiting);
      expect(shown).toMatchObject({ status: "PROCESSING", nextStep: "REDIRECT" });
      expect(shown.actionUrl).toContain(`${journey.standIn.url}/payer-page/`);
      const page = await fetch(`${journey.test.origin}/checkout/${sessionId}`);
      expect(await page.text()).toContain(shown.actionUrl);
      const body = new URLSearchParams({ decision });
      const left = await fetch(shown.actionUrl, { method: "POST", body, redirect: "manual" });
      expect(left.headers.get("location")).toContain(journey.test.origin);
      await journey.advance(30_000);
      expect(await journey.statusOf(sessionId)).toBe(status);
    }
  });
});

describe("pawaPay's callbacks", () => {
  const send = async (body: object, headers: Readonly<Record<string, string>> = {}) =>
    (await fetch(journey.account.callbackUrl, { method: "POST", headers, body: JSON.stringify(body) }))
      .status;

  it("that are forged change nothing: unsigned 401, signed by another key 401, about nothing of ours 404", async () => {
    const { sessionId, ownId } = await started(mtn("129"));
    const body = { depositId: ownId, status: "COMPLETED", amount: "5000", currency: "XOF" };
    const asked = () => journey.network.history.filter(({ path }) => path.endsWith(ownId)).length;
    const before = asked();
    expect(await send(body)).toBe(401);
    const digest = createHash("sha256").update(JSON.stringify(body)).digest("base64");
    const signature =
      "sig-pp=:MEUCIQDyJ1YvqyGhBYAfDqBgPQ6z2eA1ZIyyPc0hYwVmKpnfJAIgKcWaaGBcm3F7Nwbd1hS0jzqzk1ZWj2W6Z5yYl2sWb3o=:";
    const created = Math.floor(journey.test.clock.nowMs() / 1_000);
    const forged = {
      "content-digest": `sha-256=:${digest}:`,
      "signature-input": `sig-pp=("@method" "@authority" "@path" "content-digest");keyid="HTTP_EC_P256_KEY:1";created=${created}`,
      signature,
    };
    expect(await send(body, forged)).toBe(401);
    expect(asked()).toBe(before);
    expect(await journey.statusOf(sessionId)).toBe("PROCESSING");
  });

  it("that are unsigned are hints where the account's configuration says so, and need a payment of ours", async () => {
    const dashboard = (signed: boolean) =>
      fetch(`${journey.standIn.url}/dashboard/callback-signing`, {
        method: "POST",
        body: JSON.stringify({ holder: "first", signed }),
      });
    await dashboard(false);
    journey.test.clock.advance(600_000);
    const { sessionId, ownId } = await started(mtn("129"));
    // It says what is not so: the question tells the truth.
    expect(await send({ depositId: ownId, status: "COMPLETED" })).toBe(204);
    await journey.test.app.callbacksSettled();
    expect(await journey.statusOf(sessionId)).toBe("PROCESSING");
    expect(await send({ depositId: "0b9c2c1e-7d6a-4f0e-9a55-2f4f5d1c8e11", status: "FAILED" })).toBe(404);
    await dashboard(true);
    journey.test.clock.advance(600_000);
    expect(await send({ depositId: ownId, status: "COMPLETED" })).toBe(401);
  });

  it("whose key cannot be fetched are answered 503 and come again", async () => {
    await fetch(`${journey.standIn.url}/dashboard/rotate-key`, { method: "POST" });
    journey.test.clock.advance(61_000);
    const { sessionId } = await started();
    journey.standIn.faults.next("ERROR_BEFORE", { path: /public-key/ });
    await journey.reported();
    expect(await journey.statusOf(sessionId)).toBe("PROCESSING");
    const controls = await (await fetch(`${journey.standIn.url}/stand-in`)).text();
    expect(controls).toContain("503");
    // Nothing is lost: the question comes in its own time.
    await journey.advance(60_000, 5_000);
    expect(await journey.statusOf(sessionId)).toBe("SUCCEEDED");
  });
});

describe("a refund through pawaPay", () => {
  it("gives back parts, each once, and never more than was paid", async () => {
    const { chargeId } = await paid();
    const parts = [];
    for (const amount of ["1200", "3800"]) {
      const made = accepted(await journey.refund(chargeId, { amount }));
      expect(made.route).toBe("ORIGINAL_RAIL");
      parts.push(made);
    }
    expect((await journey.refund(chargeId, { amount: "1" })).status).toBeGreaterThanOrEqual(400);
    await journey.advance(60_000, 5_000);
    for (const { id } of parts) expect((await journey.refundOf(id)).status).toBe("SUCCEEDED");
    const rows = await journey.test.owner.query<{ ownId: string }>({
      text: `select provider_reference as "ownId" from refunds order by created_at desc, amount limit 2`,
    });
    expect(
      rows.flatMap(({ ownId }) => journey.standIn.book.moved("REFUND", ownId).map(({ minor }) => minor)),
    ).toEqual([1_200n, 3_800n]);
  });

  it("whose answer was lost is found by its id and made once", async () => {
    const { chargeId, ownId } = await paid();
    journey.standIn.faults.next("RESET_AFTER", { method: "POST", path: /refunds$/ });
    const made = accepted(await journey.refund(chargeId, {}));
    await journey.advance(120_000, 5_000);
    expect((await journey.refundOf(made.id)).status).toBe("SUCCEEDED");
    expect(journey.standIn.book.refunded("first", ownId)).toBe(5_000n);
  });
});

describe("a payout through pawaPay", () => {
  const beneficiary = async (suffix: string): Promise<string> =>
    (await journey.addBeneficiary({ phone: `+2250500000${suffix}`, operator: "MTN" })).id;

  it("pays out once, also when the answer is lost", async () => {
    const id = await journey.payOut(await beneficiary("789"));
    journey.standIn.faults.next("RESET_AFTER", { method: "POST", path: /payouts$/ });
    await journey.advance(120_000, 5_000);
    expect((await journey.payoutOf(id)).status).toBe("PAID");
    expect(journey.standIn.book.moved("PAYOUT", await journey.newestOwnId("payouts"))).toEqual([
      { minor: 700n, currency: "XOF" },
    ]);
  });

  it("that fails gives the money back to the wallet", async () => {
    await expectPayoutFails(journey, await beneficiary("089"), "INVALID_RECIPIENT");
  });

  it("is heard of by its callback", async () => {
    const id = await journey.payOut(await beneficiary("789"));
    await expectPayoutReport(journey, id);
  });
});
