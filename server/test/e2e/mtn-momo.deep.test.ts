import { describe, expect, it } from "vitest";
import type { Mode } from "../../src/kit/payment-terms.ts";
import { mtnMomoStandIn } from "../../src/providers/mtn-momo/stand-in.ts";
import { opaqueOf } from "../../src/providers/own-id.ts";
import {
  expectOtherAmountIsHeld,
  expectOwnQuestionIsEnough,
  expectPayoutFails,
  expectPayoutReport,
} from "../harness/journey-cases.ts";
import { accepted, useProviderJourney } from "../harness/provider-journey.ts";
import { mtn } from "../simulation/payer.ts";

/**
 * Whole payments, refunds and payouts through the running service and a stand-in of MTN, over HTTP: in a live country,
 * and in MTN's sandbox, which counts euros.
 */
const sides: readonly { readonly mode: Mode; readonly targetEnvironment: string }[] = [
  { mode: "LIVE", targetEnvironment: "mtnivorycoast" },
  { mode: "SANDBOX", targetEnvironment: "sandbox" },
];
const uuidV4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

describe.each(sides)("MTN MoMo in $mode mode, targetEnvironment $targetEnvironment", (side) => {
  const journey = useProviderJourney({
    standIn: mtnMomoStandIn,
    mode: side.mode,
    settings: { targetEnvironment: side.targetEnvironment },
  });
  const paid = (suffix = "789") => journey.paid(mtn(suffix));

  /** A payment that is waited for, by the number that ends in `suffix`. */
  async function started(suffix = "789") {
    const one = await journey.start(mtn(suffix));
    expect(one.ownId).toMatch(uuidV4);
    return one;
  }
  /** What moved under an id, in francs: the sandbox counts euros with the same digits. */
  const moved = (kind: "PAYMENT" | "REFUND" | "PAYOUT", ownId: string) =>
    journey.standIn.book
      .moved(kind, ownId)
      .map(({ minor, currency }) => (currency === "EUR" ? minor / 100n : minor));
  describe("a payment", () => {
    it("succeeds by the callback alone, with one question, and pays the merchant's wallet", async () => {
      const before = await journey.payer.wallet();
      const { sessionId, ownId } = await started();
      expect(await journey.statusOf(sessionId)).toBe("PROCESSING");
      const asked = journey.network.history.length;
      await journey.reported();
      expect(await journey.statusOf(sessionId)).toBe("SUCCEEDED");
      const paths = journey.network.history.slice(asked).map(({ method, path }) => `${method} ${path}`);
      expect(paths).toEqual([`GET /collection/v1_0/requesttopay/${ownId}`]);
      expect(moved("PAYMENT", ownId)).toEqual([5_000n]);
      const wallet = await journey.payer.wallet();
      expect(wallet.balance).toBeGreaterThan(before.balance);
    });

    it.each([
      ["450", "UNKNOWN"],
      ["451", "PAYMENT_CANCELLED"],
      ["452", "PAYMENT_CANCELLED"],
      ["455", "PAYER_NOT_FOUND"],
      ["456", "PROVIDER_UNAVAILABLE"],
      ["457", "RISK_BLOCKED"],
      ["458", "PROVIDER_UNAVAILABLE"],
      ["459", "PROVIDER_UNAVAILABLE"],
      ["460", "INVALID_CURRENCY"],
      ["461", "UNKNOWN"],
      ["462", "PROVIDER_UNAVAILABLE"],
      ["463", "PAYMENT_NOT_CONFIRMED"],
      ["464", "UNKNOWN"],
      ["470", "PAYMENT_NOT_CONFIRMED"],
      ["471", "INSUFFICIENT_FUNDS"],
      ["472", "LIMIT_EXCEEDED"],
      ["473", "UNKNOWN"],
      ["474", "PAYMENT_CANCELLED"],
      ["475", "PAYER_NOT_FOUND"],
      ["476", "LIMIT_EXCEEDED"],
      ["477", "UNKNOWN"],
      ["480", "UNKNOWN"],
    ])("to a number that ends in %s fails as %s, and nothing is taken", async (suffix, failureCode) => {
      const { sessionId, ownId } = await started(suffix);
      await journey.reported();
      expect(await journey.payer.status(sessionId)).toMatchObject({ status: "FAILED", failureCode });
      expect(moved("PAYMENT", ownId)).toEqual([]);
    });

    it("may be tried again after a failure, under another id", async () => {
      const first = await started("451");
      await journey.reported();
      expect(await journey.statusOf(first.sessionId)).toBe("FAILED");
      const { chargeId } = accepted(await journey.payer.complete(first.sessionId, mtn("789")));
      await journey.reported();
      expect(await journey.statusOf(first.sessionId)).toBe("SUCCEEDED");
      const second = (await journey.payer.stored<string>(chargeId, "provider_reference")) ?? "";
      expect([moved("PAYMENT", first.ownId), moved("PAYMENT", second)]).toEqual([[], [5_000n]]);
    });

    it.each(["481", "483", "484", "485"])(
      "that MTN refuses in its answer, as for %s, fails at once",
      async (suffix) => {
        const session = await journey.payer.newSession();
        const { status, body } = await journey.payer.complete(session.id, mtn(suffix));
        const details = { failureCode: "PROVIDER_UNAVAILABLE" };
        expect([status, body.error]).toMatchObject([409, { code: "PAYMENT_FAILED", details }]);
      },
    );

    it.each(["482", "486"])(
      "that MTN takes although it answers otherwise, as for %s, is asked about until it is known",
      async (suffix) => {
        const { sessionId, ownId } = await started(suffix);
        expect(await journey.statusOf(sessionId)).toBe("PROCESSING");
        await journey.advance(30_000);
        expect(await journey.statusOf(sessionId)).toBe("SUCCEEDED");
        expect(moved("PAYMENT", ownId)).toEqual([5_000n]);
      },
    );

    it.each(["SILENT_AFTER", "RESET_AFTER", "ERROR_AFTER", "HTML"] as const)(
      "whose answer met %s is unknown, found by its id, and taken once",
      async (fault) => {
        journey.standIn.faults.next(fault, { method: "POST", path: /requesttopay$/ });
        const { sessionId, ownId } = await started();
        expect(await journey.statusOf(sessionId)).toBe("PROCESSING");
        await journey.advance(6_000);
        expect(await journey.statusOf(sessionId)).toBe("SUCCEEDED");
        expect(moved("PAYMENT", ownId)).toEqual([5_000n]);
      },
      30_000,
    );

    it.each(["RESET_BEFORE", "ERROR_BEFORE", "TOO_MANY"] as const)(
      "that met %s is sent again under the same id, once 404 is final",
      async (fault) => {
        journey.standIn.faults.next(fault, { method: "POST", path: /requesttopay$/ });
        const { sessionId, ownId } = await started();
        await journey.advance(15_000);
        expect(journey.standIn.book.find("PAYMENT", "first", ownId)).toBeNull();
        await journey.advance(20_000);
        await journey.reported();
        expect(await journey.statusOf(sessionId)).toBe("SUCCEEDED");
        expect(moved("PAYMENT", ownId)).toEqual([5_000n]);
      },
    );

    it("goes on when its token ends in mid-flight", async () => {
      const { sessionId } = await started();
      journey.standIn.faults.next("EXPIRED_TOKEN", { method: "GET" });
      await journey.reported();
      expect(await journey.statusOf(sessionId)).toBe("SUCCEEDED");
    });

    it("whose callback is missing succeeds by our own question; a late and a doubled one change nothing", async () => {
      await expectOwnQuestionIsEnough(journey, started);
      journey.standIn.faults.next("CALLBACK_TWICE");
      const third = await paid();
      expect(moved("PAYMENT", third.ownId)).toEqual([5_000n]);
    });

    it("whose callback overtakes the answer to its start succeeds", async () => {
      const { sessionId } = await started("469");
      await journey.test.app.callbacksSettled();
      await journey.advance(3_000);
      expect(await journey.statusOf(sessionId)).toBe("SUCCEEDED");
    });

    it("that the payer approves after hours succeeds late", async () => {
      const { sessionId, ownId } = await started("453");
      await journey.advance(2 * 3_600_000, 300_000);
      expect(await journey.statusOf(sessionId)).toBe("PROCESSING");
      expect(journey.standIn.book.end({ kind: "PAYMENT", holder: "first", id: ownId }, "SUCCESS")).toBe(true);
      await journey.advance(1_000_000, 100_000);
      expect(await journey.statusOf(sessionId)).toBe("SUCCEEDED");
    });

    it("of another amount waits for an operator and does not pay the session", async () => {
      await expectOtherAmountIsHeld(journey, started);
    });
  });

  describe("a callback", () => {
    const send = async (address: string, method = "PUT") => {
      const body = JSON.stringify({ status: "SUCCESSFUL", amount: "5000", currency: "XOF" });
      return (await fetch(address, { method, body })).status;
    };

    it("is known at its own address alone, and is believed in nothing", async () => {
      const { sessionId, ownId } = await started("453");
      const opaque = opaqueOf(ownId);
      expect(opaque).toHaveLength(22);
      const other = `${opaque.slice(0, -2)}${opaque.at(-2) === "A" ? "B" : "A"}${opaque.at(-1)}`;
      expect(await send(journey.account.callbackUrl)).toBe(404);
      expect(await send(`${journey.account.callbackUrl}/${other}`)).toBe(404);
      expect(await send(`${journey.account.callbackUrl}/nothing`)).toBe(404);
      const before = journey.network.history.length;
      expect(await send(`${journey.account.callbackUrl}/${opaque}`)).toBe(204);
      await journey.test.app.callbacksSettled();
      expect(await send(`${journey.account.callbackUrl}/${ownId}`, "POST")).toBe(204);
      await journey.test.app.callbacksSettled();
      // Each message that anybody could write costs a question, and changes nothing.
      expect(journey.network.history.length - before).toBe(2);
      expect(await journey.statusOf(sessionId)).toBe("PROCESSING");
    });
  });

  describe("a refund", () => {
    const refund = async (chargeId: string, body?: object) => accepted(await journey.refund(chargeId, body));

    it("of the whole goes back on MTN's rail, by the id of the collection", async () => {
      const { chargeId, ownId } = await paid();
      const made = await refund(chargeId);
      expect(made.route).toBe("ORIGINAL_RAIL");
      await journey.advance(60_000, 5_000);
      expect((await journey.refundOf(made.id)).status).toBe("SUCCEEDED");
      expect(moved("REFUND", await journey.newestOwnId("refunds"))).toEqual([5_000n]);
      expect(journey.standIn.book.refunded("first", ownId)).toBeGreaterThan(0n);
    });

    it("of a part is paid out to the payer: MTN is only asked for the whole", async () => {
      const { chargeId } = await paid();
      const made = await refund(chargeId, { amount: "1200" });
      expect(made.route).toBe("PAYOUT_TO_PAYER");
      await journey.advance(60_000, 5_000);
      expect((await journey.refundOf(made.id)).status).toBe("SUCCEEDED");
      expect(moved("PAYOUT", await journey.newestOwnId("refunds"))).toEqual([1_200n]);
    });

    it("whose answer was lost is found by its id, and made once", async () => {
      const { chargeId } = await paid();
      journey.standIn.faults.next("RESET_AFTER", { method: "POST", path: /refund$/ });
      const made = await refund(chargeId);
      await journey.advance(120_000, 5_000);
      expect((await journey.refundOf(made.id)).status).toBe("SUCCEEDED");
      expect(moved("REFUND", await journey.newestOwnId("refunds"))).toEqual([5_000n]);
    });

    it.each([
      ["490", "INSUFFICIENT_FUNDS"],
      ["491", "INVALID_RECIPIENT"],
    ])("that fails (%s) says %s, and the merchant has the money again", async (suffix, failureCode) => {
      const { chargeId } = await paid(suffix);
      const before = await journey.payer.wallet();
      const made = await refund(chargeId);
      await journey.advance(120_000, 5_000);
      expect(await journey.refundOf(made.id)).toMatchObject({ status: "FAILED", failureCode });
      expect((await journey.payer.wallet()).balance).toBe(before.balance);
    });
  });

  describe("a payout", () => {
    const beneficiary = async (suffix: string): Promise<string> =>
      (await journey.addBeneficiary({ phone: `+2250500000${suffix}`, operator: "MTN" })).id;

    it.each(["SILENT_AFTER", "RESET_AFTER", "ERROR_AFTER"] as const)(
      "is sent once, also when its answer meets %s",
      async (fault) => {
        const id = await journey.payOut(await beneficiary("789"));
        journey.standIn.faults.next(fault, { method: "POST", path: /transfer$/ });
        await journey.advance(120_000, 5_000);
        expect((await journey.payoutOf(id)).status).toBe("PAID");
        expect(moved("PAYOUT", await journey.newestOwnId("payouts"))).toEqual([700n]);
      },
      60_000,
    );

    it.each([
      ["455", "INSUFFICIENT_FUNDS"],
      ["456", "LIMIT_EXCEEDED"],
      ["457", "INVALID_RECIPIENT"],
      ["458", "RISK_BLOCKED"],
      ["464", "INVALID_RECIPIENT"],
      ["481", "PROVIDER_UNAVAILABLE"],
    ])(
      "to a number that ends in %s fails as %s, and the wallet has its money again",
      async (suffix, code) => {
        await expectPayoutFails(journey, await beneficiary(suffix), code);
      },
    );

    it("is heard of by its callback", async () => {
      const id = await journey.payOut(await beneficiary("789"));
      await expectPayoutReport(journey, id);
    });
  });

  const swedish = (phone: string) => ({
    paymentMethod: "MOBILE_MONEY",
    paymentDetails: { phone, operator: "MTN", countryCode: "CI" },
  });
  const swedishRefused = async (phone: string) => {
    const session = await journey.payer.newSession({ amount: "5000" });
    const { status, body } = await journey.payer.complete(session.id, swedish(phone));
    expect(status).toBe(400);
    expect(body.error.details.fields).toMatchObject([{ path: "paymentDetails.phone", rule: "phone" }]);
    expect(await journey.statusOf(session.id)).toBe("OPEN");
  };
  if (side.mode === "SANDBOX")
    it("takes the Swedish numbers of MTN's sandbox, and no other foreign number", async () => {
      const session = await journey.payer.newSession({ amount: "5000" });
      accepted(await journey.payer.complete(session.id, swedish("+46733123455")));
      await journey.reported();
      expect(await journey.payer.status(session.id)).toMatchObject({
        status: "FAILED",
        failureCode: "PAYER_NOT_FOUND",
      });
      await swedishRefused("+46733123999");
    });
  else
    it("refuses the Swedish numbers of MTN's sandbox", async () => {
      await swedishRefused("+46733123451");
    });

  // A live rule needs a second operator first.
  if (side.mode === "SANDBOX")
    it("is offered nothing that it does not serve, and no rule may say so", async () => {
      const rule = { mode: side.mode, method: "CARD", subTenantId: journey.account.subTenantId };
      const refused = await journey.operate("POST", "/tenant/routing/rules", rule);
      expect(refused.body.error.details.fields).toMatchObject([
        {
          path: "method",
          rule: "provider",
          message: "method: the sub-tenant's accounts do not serve CARD (mtn_momo).",
        },
      ]);
      const change = { methods: ["MOBILE_MONEY", "CARD"] };
      const beyond = await journey.operate(
        "PATCH",
        `/tenant/provider-accounts/${journey.account.id}`,
        change,
      );
      expect(beyond.body.error.details.fields).toMatchObject([
        { path: "methods", rule: "provider", message: "methods: mtn_momo does not serve CARD." },
      ]);
    });
});
