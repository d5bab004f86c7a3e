import { beforeAll, describe, expect, it } from "vitest";
import { hmacSignatureHeader } from "../../src/providers/hmac-signatures.ts";
import { SIGNATURE_HEADER, signatureScheme } from "../../src/providers/orange-sonatel/connector.ts";
import { sonatelStandIn } from "../../src/providers/orange-sonatel/stand-in.ts";
import type { Entry } from "../../src/stand-ins/book.ts";
import type { RunningStandIn } from "../../src/stand-ins/open.ts";
import {
  expectOtherAmountIsHeld,
  expectOwnQuestionIsEnough,
  expectPayoutFails,
} from "../harness/journey-cases.ts";
import { accepted, useProviderJourney } from "../harness/provider-journey.ts";

/** Whole payments, refunds and payouts in live mode through the running service and a stand-in of Orange Sonatel. */
const byPassword = (suffix = "789", otp = "123456") => ({
  paymentMethod: "MOBILE_MONEY",
  paymentDetails: { phone: `+221771234${suffix}`, operator: "ORANGE", countryCode: "SN", otp },
});
const byCode = { paymentMethod: "QR", paymentDetails: { scheme: "ORANGE", countryCode: "SN" } };

const ofKind = ({ book }: RunningStandIn, kind: Entry["kind"]) =>
  book.list().filter((one) => one.kind === kind);

describe("a code through Orange Sonatel", () => {
  const journey = useProviderJourney({ standIn: sonatelStandIn, method: "QR" });
  const started = (amount?: string) => journey.start(byCode, amount);

  it("is shown with a link, succeeds by the signed callback, and is refunded in parts to who paid", async () => {
    const { sessionId, chargeId, answer } = await started();
    expect(answer).toMatchObject({ nextStep: "DISPLAY_QR" });
    expect(answer.qrPayload).toContain("/s/MP");
    expect(answer.actionUrl).toContain("/payer-page/");
    await journey.reported();
    expect(await journey.statusOf(sessionId)).toBe("SUCCEEDED");
    for (const amount of ["1200", "3800"]) {
      const made = accepted(await journey.refund(chargeId, { amount }));
      expect(made.route).toBe("ORIGINAL_RAIL");
      await journey.advance(60_000, 5_000);
      expect((await journey.refundOf(made.id)).status).toBe("SUCCEEDED");
    }
    const sent = ofKind(journey.standIn, "PAYOUT").map(({ amount, party }) => [amount.minor, party]);
    expect(sent).toEqual([
      [3_800n, "771234567"],
      [1_200n, "771234567"],
    ]);
  });

  it("whose answer was lost took nothing: it fails, and the payer may try again", async () => {
    journey.standIn.faults.next("RESET_AFTER", { method: "POST", path: /qrcode$/ });
    const { sessionId } = await started("5129");
    await journey.advance(10_000);
    expect(await journey.statusOf(sessionId)).toBe("PROCESSING");
    await journey.advance(20_000);
    const status = await journey.payer.status(sessionId);
    expect(status).toMatchObject({ status: "FAILED", failureCode: "PROVIDER_UNAVAILABLE" });
    accepted(await journey.payer.complete(sessionId, byCode));
  });

  it("that nobody pays ends when it is not valid any more", async () => {
    const { sessionId } = await started("5129");
    await journey.advance(10 * 60_000, 60_000);
    expect(await journey.statusOf(sessionId)).toBe("PROCESSING");
    await journey.advance(40 * 60_000, 60_000);
    expect(await journey.payer.status(sessionId)).toMatchObject({ failureCode: "PAYMENT_CANCELLED" });
  });

  it("of less than ten francs is refused", async () => {
    const session = await journey.payer.newSession({ amount: "9" });
    const { body } = await journey.payer.complete(session.id, byCode);
    expect(body.error).toMatchObject({ details: { failureCode: "AMOUNT_OUT_OF_BOUNDS" } });
  });

  it("of another amount waits for an operator and does not pay the session", async () => {
    await expectOtherAmountIsHeld(journey, started);
  });
});

describe("a payment by password through Orange Sonatel", () => {
  const journey = useProviderJourney({ standIn: sonatelStandIn });
  const started = (suffix?: string) => journey.start(byPassword(suffix));
  const asksFor = (path: string) => journey.network.history.filter((one) => one.path === path).length;

  it("succeeds by the signed callback, and pays the merchant's wallet", async () => {
    const before = await journey.payer.wallet();
    const { sessionId, answer } = await started();
    expect(answer).toMatchObject({ nextStep: "POLL" });
    await journey.reported();
    expect(await journey.statusOf(sessionId)).toBe("SUCCEEDED");
    expect((await journey.payer.wallet()).balance).toBeGreaterThan(before.balance);
  });

  it.each([
    ["019", "LIMIT_EXCEEDED"],
    ["029", "PAYER_NOT_FOUND"],
    ["039", "PAYMENT_NOT_CONFIRMED"],
    ["049", "INSUFFICIENT_FUNDS"],
    ["089", "INVALID_RECIPIENT"],
    ["149", "RISK_BLOCKED"],
    ["199", "UNKNOWN"],
  ])("from …%s is refused as %s, and takes nothing", async (suffix, failureCode) => {
    const session = await journey.payer.newSession();
    const { status, body } = await journey.payer.complete(session.id, byPassword(suffix));
    expect([status, body.error]).toMatchObject([409, { code: "PAYMENT_FAILED", details: { failureCode } }]);
  });

  it.each([
    ["069", "UNKNOWN"],
    ["119", "PAYMENT_CANCELLED"],
  ])("from …%s fails later as %s, and the payer may try again", async (suffix, failureCode) => {
    const { sessionId } = await started(suffix);
    await journey.reported();
    expect(await journey.payer.status(sessionId)).toMatchObject({ status: "FAILED", failureCode });
    accepted(await journey.payer.complete(sessionId, byPassword()));
    await journey.reported();
    expect(await journey.statusOf(sessionId)).toBe("SUCCEEDED");
  });

  it.each(["SILENT_AFTER", "RESET_AFTER", "ERROR_AFTER", "HTML"] as const)(
    "whose answer met %s is found by our reference, and never made again",
    async (fault) => {
      journey.standIn.faults.next(fault, { method: "POST", path: /onestep$/ });
      const before = asksFor("/api/eWallet/v1/payments/onestep");
      const { sessionId } = await started();
      await journey.advance(10_000);
      expect(await journey.statusOf(sessionId)).toBe("SUCCEEDED");
      expect(asksFor("/api/eWallet/v1/payments/onestep") - before).toBe(1);
    },
    30_000,
  );

  it("whose outcome is open (51) is found by our reference, and never made again", async () => {
    const before = asksFor("/api/eWallet/v1/payments/onestep");
    const { sessionId } = await started("519");
    await journey.advance(10_000);
    expect(await journey.statusOf(sessionId)).toBe("SUCCEEDED");
    expect(asksFor("/api/eWallet/v1/payments/onestep") - before).toBe(1);
  });

  it("that never arrived fails after a quarter of an hour, unsent", async () => {
    journey.standIn.faults.next("RESET_BEFORE", { method: "POST", path: /onestep$/ });
    const before = ofKind(journey.standIn, "PAYMENT").length;
    const { sessionId } = await started();
    await journey.advance(13 * 60_000, 30_000);
    expect(await journey.statusOf(sessionId)).toBe("PROCESSING");
    // The first question after that comes within the session's half hour.
    await journey.advance(12 * 60_000, 60_000);
    expect(await journey.payer.status(sessionId)).toMatchObject({ failureCode: "PROVIDER_UNAVAILABLE" });
    expect(ofKind(journey.standIn, "PAYMENT").length).toBe(before);
  });

  it("whose callback is missing succeeds by our own question; a late or doubled one changes nothing", async () => {
    await expectOwnQuestionIsEnough(journey, started);
    const before = await journey.payer.wallet();
    await journey.paid(byPassword("179"));
    expect((await journey.payer.wallet()).balance - before.balance).toBeLessThanOrEqual(5_000);
  });

  it("is not believed when its callback is forged, old, without its key or about nothing of ours", async () => {
    const { sessionId } = await started("129");
    const [payment] = ofKind(journey.standIn, "PAYMENT");
    const reference = payment?.reference ?? expect.fail("nothing is in the book");
    const send = async (
      about: string | null,
      { key = journey.settings.callbackSecret ?? "", age = 0, basic = journey.settings.callbackApiKey } = {},
    ) => {
      const body = JSON.stringify({ reference: about, type: "MERCHANT_PAYMENT", status: "SUCCESS" });
      const seconds = Math.floor(journey.test.clock.nowMs() / 1_000) - age;
      const signature = hmacSignatureHeader(signatureScheme, key, seconds, body);
      const headers = { [SIGNATURE_HEADER]: signature, authorization: `Basic ${basic}` };
      return (await fetch(journey.account.callbackUrl, { method: "POST", headers, body })).status;
    };
    const before = journey.network.history.length;
    expect(await send(reference, { key: "another secret" })).toBe(401);
    expect(await send(reference, { age: 301 })).toBe(401);
    expect(await send(reference, { basic: "another" })).toBe(401);
    expect(await send("nothing")).toBe(404);
    expect(journey.network.history.length).toBe(before);
    // It says what is not so: the question tells the truth.
    expect(await send(reference)).toBe(204);
    await journey.test.app.callbacksSettled();
    expect(journey.network.history.length).toBeGreaterThan(before);
    expect(await journey.statusOf(sessionId)).toBe("PROCESSING");
  });

  describe("and a payout through Orange Sonatel", () => {
    beforeAll(() => journey.paid(byPassword()));
    const beneficiary = async (suffix: string): Promise<string> => {
      const details = { phone: `+221771234${suffix}`, operator: "ORANGE", countryCode: "SN" };
      const { id, nameCheck } = await journey.addBeneficiary(details, "Awa Ndiaye");
      expect(nameCheck).toBe("NOT_CHECKED");
      return id;
    };
    const sent = () => ofKind(journey.standIn, "PAYOUT").filter(({ amount }) => amount.minor === 700n).length;

    it.each(["789", "519"])("to …%s is made once, also when the answer is lost", async (suffix) => {
      const before = sent();
      if (suffix === "789") journey.standIn.faults.next("RESET_AFTER", { method: "POST", path: /cashins$/ });
      const id = await journey.payOut(await beneficiary(suffix));
      await journey.advance(120_000, 5_000);
      expect((await journey.payoutOf(id)).status).toBe("PAID");
      expect(sent() - before).toBe(1);
    });

    it("that never arrived stays unknown: it is never sent again by itself", async () => {
      const before = sent();
      journey.standIn.faults.next("RESET_BEFORE", { method: "POST", path: /cashins$/ });
      const id = await journey.payOut(await beneficiary("789"));
      await journey.advance(45 * 60_000, 60_000);
      expect((await journey.payoutOf(id)).status).toBe("IN_RECONCILIATION");
      expect(sent()).toBe(before);
    });

    it("that is refused fails with the reason, and gives the money back", async () => {
      await expectPayoutFails(journey, await beneficiary("149"), "RISK_BLOCKED");
    });
  });
});
