import { beforeAll, describe, expect, it } from "vitest";
import { hmacSignatureHeader } from "../../src/providers/hmac-signatures.ts";
import { SIGNATURE_HEADER, signatureScheme } from "../../src/providers/wave/connector.ts";
import { waveStandIn } from "../../src/providers/wave/stand-in.ts";
import type { Entry } from "../../src/stand-ins/book.ts";
import {
  expectOtherAmountIsHeld,
  expectOwnQuestionIsEnough,
  expectPayoutFails,
} from "../harness/journey-cases.ts";
import { accepted, useProviderJourney } from "../harness/provider-journey.ts";

/** Whole payments, refunds and payouts in live mode through the running service and a stand-in of Wave, over HTTP. */
const byWave = {
  paymentMethod: "MOBILE_MONEY",
  paymentDetails: { phone: "+2250504030201", operator: "WAVE", countryCode: "CI" },
};
const byCode = { paymentMethod: "QR", paymentDetails: { scheme: "WAVE", countryCode: "CI" } };

describe("a payment through Wave", () => {
  const journey = useProviderJourney({ standIn: waveStandIn });
  /** The amount decides what the stand-in does. */
  const started = (amount?: string) => journey.start(byWave, amount);
  const paid = () => journey.paid(byWave);
  /** The newest session in Wave's book. */
  const newest = (): Entry =>
    journey.standIn.book.list().find(({ kind }) => kind === "PAYMENT") ?? expect.fail("none");
  const taken = () =>
    journey.standIn.book
      .list()
      .filter(
        (one) => one.reference === newest().reference && one.kind === "PAYMENT" && one.status === "SUCCEEDED",
      );

  it("sends the payer to Wave, succeeds by the signed webhook with one question, and pays the wallet", async () => {
    const before = await journey.payer.wallet();
    const { sessionId, answer } = await started();
    expect(answer).toMatchObject({ nextStep: "REDIRECT" });
    expect(answer.actionUrl).toContain(`${journey.standIn.url}/payer-page/`);
    const asked = journey.network.history.length;
    await journey.reported();
    expect(await journey.statusOf(sessionId)).toBe("SUCCEEDED");
    const paths = journey.network.history.slice(asked).map(({ method, path }) => `${method} ${path}`);
    expect(paths).toEqual([`GET /v1/checkout/sessions/${newest().id}`]);
    expect((await journey.payer.wallet()).balance).toBeGreaterThan(before.balance);
  });

  it.each([
    ["5019", "LIMIT_EXCEEDED"],
    ["5029", "PAYER_NOT_FOUND"],
    ["5049", "INSUFFICIENT_FUNDS"],
    ["5069", "UNKNOWN"],
    ["5119", "PAYMENT_CANCELLED"],
    ["5139", "RISK_BLOCKED"],
    ["5149", "RISK_BLOCKED"],
    ["5159", "RISK_BLOCKED"],
    ["5199", "UNKNOWN"],
  ])("of %s fails as %s, and takes nothing", async (amount, failureCode) => {
    const { sessionId } = await started(amount);
    await journey.reported();
    await journey.advance(15_000);
    expect(await journey.payer.status(sessionId)).toMatchObject({ status: "FAILED", failureCode });
    expect(taken()).toEqual([]);
  });

  it.each([
    ["169", "PROVIDER_UNAVAILABLE"],
    ["5000001", "INVALID_AMOUNT"],
  ])("of %s is refused at once as %s", async (amount, failureCode) => {
    const session = await journey.payer.newSession({ amount });
    const { status, body } = await journey.payer.complete(session.id, byWave);
    expect([status, body.error]).toMatchObject([409, { code: "PAYMENT_FAILED", details: { failureCode } }]);
  });

  it.each(["SILENT_AFTER", "RESET_AFTER", "ERROR_AFTER", "HTML"] as const)(
    "whose answer met %s is found by our reference, never made again, and paid once",
    async (fault) => {
      journey.standIn.faults.next(fault, { method: "POST", path: /sessions$/ });
      const { sessionId } = await started();
      expect(await journey.statusOf(sessionId)).toBe("PROCESSING");
      await journey.advance(10_000);
      await journey.reported();
      expect(await journey.statusOf(sessionId)).toBe("SUCCEEDED");
      const { reference } = newest();
      expect(journey.standIn.book.list().filter((one) => one.reference === reference)).toHaveLength(1);
    },
    30_000,
  );

  it("whose creation never arrived took nothing: it fails, and the payer may try again", async () => {
    journey.standIn.faults.next("RESET_BEFORE", { method: "POST", path: /sessions$/ });
    const { sessionId } = await started();
    await journey.advance(10_000);
    expect(await journey.statusOf(sessionId)).toBe("PROCESSING");
    await journey.advance(20_000);
    const status = await journey.payer.status(sessionId);
    expect(status).toMatchObject({ status: "FAILED", failureCode: "PROVIDER_UNAVAILABLE" });
    accepted(await journey.payer.complete(sessionId, byWave));
    await journey.reported();
    expect(await journey.statusOf(sessionId)).toBe("SUCCEEDED");
  });

  it("whose webhook is missing succeeds by our own question, and a late one changes nothing", async () => {
    await expectOwnQuestionIsEnough(journey, started);
  });

  it("that is reported twice is booked once", async () => {
    const before = await journey.payer.wallet();
    const { sessionId } = await started("5179");
    await journey.reported();
    expect(await journey.statusOf(sessionId)).toBe("SUCCEEDED");
    const once = await journey.payer.wallet();
    await journey.reported();
    expect(await journey.payer.wallet()).toEqual(once);
    expect(once.balance - before.balance).toBeLessThanOrEqual(5_179);
  });

  it("of another amount waits for an operator and does not pay the session", async () => {
    await expectOtherAmountIsHeld(journey, started);
  });

  it("that nobody makes is closed at Wave when it expires here, so that it cannot be paid any more", async () => {
    const { sessionId } = await started("5129");
    await journey.advance(40 * 60_000, 60_000);
    expect(await journey.payer.status(sessionId)).toMatchObject({ failureCode: "PAYMENT_CANCELLED" });
    expect(newest().status).toBe("FAILED");
  });

  it("is not believed when its webhook is forged, old or about nothing of ours", async () => {
    const { sessionId } = await started("5129");
    const { reference, id } = newest();
    const secret = journey.settings.webhookSecret ?? "";
    const send = async (data: object, key = secret, ageSeconds = 0, type = "checkout.session.completed") => {
      const body = JSON.stringify({ id: "EV_1", type, data });
      const seconds = Math.floor(journey.test.clock.nowMs() / 1_000) - ageSeconds;
      const headers = { [SIGNATURE_HEADER]: hmacSignatureHeader(signatureScheme, key, seconds, body) };
      return (await fetch(journey.account.callbackUrl, { method: "POST", headers, body })).status;
    };
    const ours = { id, client_reference: reference, payment_status: "succeeded" };
    const asked = () => journey.network.history.length;
    const before = asked();
    expect(await send(ours, "another secret")).toBe(401);
    expect(await send(ours, secret, 301)).toBe(401);
    expect(
      (await fetch(journey.account.callbackUrl, { method: "POST", body: JSON.stringify(ours) })).status,
    ).toBe(401);
    expect(await send({ ...ours, client_reference: "nothing" })).toBe(404);
    expect(await send({}, secret, 0, "test.test_event")).toBe(204);
    expect(asked()).toBe(before);
    // It says what is not so: the question tells the truth.
    expect(await send(ours)).toBe(204);
    await journey.test.app.callbacksSettled();
    expect(asked()).toBe(before + 1);
    expect(await journey.statusOf(sessionId)).toBe("PROCESSING");
  });

  describe("is refunded", () => {
    const refund = async (chargeId: string, body?: object) => accepted(await journey.refund(chargeId, body));

    it("as a whole by its session, once, and only when Wave's list shows it", async () => {
      const { chargeId } = await paid();
      const { reference } = newest();
      const made = await refund(chargeId);
      expect(made.route).toBe("ORIGINAL_RAIL");
      await journey.advance(120_000, 5_000);
      expect((await journey.refundOf(made.id)).status).toBe("SUCCEEDED");
      const refunds = journey.standIn.book
        .list()
        .filter((one) => one.kind === "REFUND" && one.reference === reference);
      expect(refunds.map(({ amount }) => amount.minor)).toEqual([5_000n]);
    });

    it("once, also when the answer is lost", async () => {
      const { chargeId } = await paid();
      const { reference } = newest();
      journey.standIn.faults.next("RESET_AFTER", { method: "POST", path: /refund$/ });
      const made = await refund(chargeId);
      await journey.advance(120_000, 5_000);
      expect((await journey.refundOf(made.id)).status).toBe("SUCCEEDED");
      const refunds = journey.standIn.book
        .list()
        .filter((one) => one.kind === "REFUND" && one.reference === reference);
      expect(refunds).toHaveLength(1);
    });

    it("in part by a payout to the payer", async () => {
      const { chargeId } = await paid();
      const made = await refund(chargeId, { amount: "1200" });
      expect(made.route).toBe("PAYOUT_TO_PAYER");
      await journey.advance(120_000, 5_000);
      expect((await journey.refundOf(made.id)).status).toBe("SUCCEEDED");
      const [sent] = journey.standIn.book.list().filter(({ kind }) => kind === "PAYOUT");
      expect([sent?.amount.minor, sent?.party]).toEqual([1_200n, "+2250504030201"]);
    });
  });

  describe("and a payout through Wave", () => {
    beforeAll(() => paid());
    const beneficiary = (suffix: string) =>
      journey.addBeneficiary({ phone: `+2250504030${suffix}`, operator: "WAVE", countryCode: "CI" });
    const sent = () =>
      journey.standIn.book.list().filter((one) => one.kind === "PAYOUT" && one.amount.minor === 700n);

    it.each([
      ["789", { status: "ACTIVE", nameCheck: "MATCH" }],
      ["399", { status: "PENDING_VERIFICATION", nameCheck: "NOT_KNOWN", payoutsAllowedFrom: null }],
      ["389", { status: "REJECTED", nameCheck: "MISMATCH", rejectionReason: "NAME_MISMATCH" }],
      ["089", { status: "REJECTED", nameCheck: "MISMATCH", rejectionReason: "ACCOUNT_NOT_FOUND" }],
    ])("asks Wave for the holder's name (…%s)", async (suffix, shown) => {
      expect(await beneficiary(suffix)).toMatchObject(shown);
    });

    it("pays once, also when the answer is lost", async () => {
      const { id: beneficiaryId } = await beneficiary("789");
      const before = sent().length;
      journey.standIn.faults.next("RESET_AFTER", { method: "POST", path: /payout$/ });
      const id = await journey.payOut(beneficiaryId);
      await journey.advance(120_000, 5_000);
      expect((await journey.payoutOf(id)).status).toBe("PAID");
      expect(sent().length - before).toBe(1);
    });

    it("fails with Wave's reason, and gives the money back", async () => {
      await expectPayoutFails(journey, (await beneficiary("149")).id, "RISK_BLOCKED");
    });
  });
});

describe("a code through Wave", () => {
  const journey = useProviderJourney({ standIn: waveStandIn, method: "QR" });

  it("is Wave's address, also as a link for the phone that shows it, and is paid", async () => {
    const { sessionId, answer } = await journey.start(byCode);
    expect(answer).toMatchObject({ nextStep: "DISPLAY_QR" });
    const [launch] = journey.standIn.book.list();
    expect(answer.qrPayload).toContain(launch?.id);
    expect(answer.actionUrl).toBe(answer.qrPayload);
    await journey.reported();
    expect(await journey.statusOf(sessionId)).toBe("SUCCEEDED");
  });
});
