import { describe, expect, it } from "vitest";
import type { Mode } from "../../src/kit/payment-terms.ts";
import { orangeWebpayStandIn } from "../../src/providers/orange-webpay/stand-in.ts";
import { opaqueOf } from "../../src/providers/own-id.ts";
import { accepted, useProviderJourney } from "../harness/provider-journey.ts";

/** Whole payments through the running service and Orange's page, over HTTP: in a live country and in the sandbox. */
const sides: readonly { readonly mode: Mode; readonly country: string }[] = [
  { mode: "LIVE", country: "ci" },
  { mode: "SANDBOX", country: "dev" },
];
const ownIdForm = /^[0-9a-z]{28}$/;
const orange = {
  paymentMethod: "MOBILE_MONEY",
  paymentDetails: { phone: "+2250700000789", operator: "ORANGE", countryCode: "CI" },
};

describe.each(sides)("Orange Money Web Payment in $mode mode, country $country", (side) => {
  const journey = useProviderJourney({
    standIn: orangeWebpayStandIn,
    mode: side.mode,
    settings: { country: side.country },
  });

  /** A payment whose payer is sent to Orange's page. The end of the amount says what becomes of it there. */
  async function started(amount?: string) {
    const { answer, ...one } = await journey.start(orange, amount);
    expect(one.ownId).toMatch(ownIdForm);
    return { ...one, nextStep: answer.nextStep, actionUrl: answer.actionUrl };
  }
  const decide = async (actionUrl: string, decision: "confirm" | "decline") => {
    const body = new URLSearchParams({ decision });
    return fetch(actionUrl, { method: "POST", body, redirect: "manual" });
  };
  const taken = (ownId: string) => journey.standIn.book.moved("PAYMENT", ownId).map(({ minor }) => minor);

  async function paid() {
    const one = await started();
    await decide(one.actionUrl, "confirm");
    await journey.reported();
    expect(await journey.statusOf(one.sessionId)).toBe("SUCCEEDED");
    return one;
  }

  it("leads to Orange's page and back, and succeeds by the notification with one question", async () => {
    const before = await journey.payer.wallet();
    const { sessionId, ownId, nextStep, actionUrl } = await started();
    expect(nextStep).toBe("REDIRECT");
    expect(actionUrl).toContain(`${journey.standIn.url}/payer-page/`);
    const page = await (await fetch(`${journey.test.origin}/checkout/${sessionId}`)).text();
    expect(page).toContain(actionUrl);
    const back = await decide(actionUrl, "confirm");
    expect(back.headers.get("location")).toBe(`${journey.test.origin}/checkout/${sessionId}?back=1`);
    expect(await journey.statusOf(sessionId)).toBe("PROCESSING");
    const asked = journey.network.history.length;
    await journey.reported();
    expect(await journey.statusOf(sessionId)).toBe("SUCCEEDED");
    const paths = journey.network.history.slice(asked).map(({ path }) => path);
    expect(paths).toEqual([`/orange-money-webpay/${side.country}/v1/transactionstatus`]);
    expect(taken(ownId)).toEqual([5_000n]);
    expect((await journey.payer.wallet()).balance).toBeGreaterThan(before.balance);
  });

  it("keeps the tokens of a payment sealed", async () => {
    const { chargeId, ownId } = await started();
    const handle = await journey.payer.stored<Buffer>(chargeId, "provider_handle");
    const { payToken = "" } = journey.standIn.book.find("PAYMENT", "first", ownId)?.details ?? {};
    expect(payToken).toMatch(/^[0-9a-f]{64}$/);
    expect(handle).not.toBeNull();
    expect(handle?.toString("latin1")).not.toContain(payToken);
  });

  it.each([
    ["5451", "UNKNOWN"],
    ["5452", "PAYMENT_CANCELLED"],
  ])("an amount of %s fails as %s, nothing is taken, and the payer may try again", async (amount, code) => {
    const first = await started(amount);
    await decide(first.actionUrl, "confirm");
    await journey.reported();
    await journey.advance(15_000);
    expect(await journey.payer.status(first.sessionId)).toMatchObject({
      status: "FAILED",
      failureCode: code,
    });
    expect(taken(first.ownId)).toEqual([]);
    const again = accepted(await journey.payer.complete(first.sessionId, orange));
    expect(again.actionUrl).not.toBe(first.actionUrl);
  });

  it.each(["decline", "abandon"] as const)(
    "a page that the payer leaves (%s) ends as cancelled",
    async (how) => {
      const { sessionId, ownId, actionUrl } = await started();
      if (how === "decline") await decide(actionUrl, "decline");
      await journey.advance(11 * 60_000, 30_000);
      expect(await journey.statusOf(sessionId)).toBe("PROCESSING");
      await journey.advance(16 * 60_000, 60_000);
      const ended = { status: "FAILED", failureCode: "PAYMENT_CANCELLED" };
      expect(await journey.payer.status(sessionId)).toMatchObject(ended);
      expect(taken(ownId)).toEqual([]);
    },
  );

  it("a confirmed payment in progress is waited for beyond its page's life", async () => {
    const { sessionId, ownId, actionUrl } = await started("5453");
    await decide(actionUrl, "confirm");
    await journey.advance(2 * 3_600_000, 300_000);
    expect(await journey.statusOf(sessionId)).toBe("PROCESSING");
    journey.standIn.book.end({ kind: "PAYMENT", holder: "first", id: ownId }, "SUCCESS");
    await journey.advance(1_000_000, 100_000);
    expect(await journey.statusOf(sessionId)).toBe("SUCCEEDED");
  });

  it.each(["SILENT_AFTER", "RESET_AFTER", "ERROR_AFTER", "HTML", "ERROR_BEFORE", "RESET_BEFORE"] as const)(
    "a creation that met %s has been seen by nobody: it fails, and another one succeeds",
    async (fault) => {
      journey.standIn.faults.next(fault, { path: /webpayment$/ });
      const session = await journey.payer.newSession();
      await journey.payer.complete(session.id, orange);
      await journey.advance(30_000);
      const ended = { status: "FAILED", failureCode: "PROVIDER_UNAVAILABLE" };
      expect(await journey.payer.status(session.id)).toMatchObject(ended);
      const { actionUrl } = accepted(await journey.payer.complete(session.id, orange));
      await decide(actionUrl, "confirm");
      await journey.reported();
      expect(await journey.statusOf(session.id)).toBe("SUCCEEDED");
      const moved = journey.standIn.book.list().filter(({ status }) => status === "SUCCEEDED");
      expect(new Set(moved.map(({ id }) => id)).size).toBe(moved.length);
    },
    30_000,
  );

  it("a payment whose notification is missing, late or doubled is booked once", async () => {
    const before = await journey.payer.wallet();
    journey.standIn.faults.next("CALLBACK_MISSING");
    const first = await started();
    await decide(first.actionUrl, "confirm");
    await journey.reported();
    expect(await journey.statusOf(first.sessionId)).toBe("PROCESSING");
    await journey.advance(12_000);
    expect(await journey.statusOf(first.sessionId)).toBe("SUCCEEDED");

    journey.standIn.faults.next("CALLBACK_LATE", { delayMs: 60_000 });
    const second = await started();
    await decide(second.actionUrl, "confirm");
    await journey.reported();
    await journey.advance(30_000);
    expect(await journey.statusOf(second.sessionId)).toBe("SUCCEEDED");
    journey.test.clock.advance(60_000);
    await journey.reported();

    journey.standIn.faults.next("CALLBACK_TWICE");
    await paid();
    const added = (await journey.payer.wallet()).balance - before.balance;
    expect(added).toBeGreaterThan(0);
    expect(added).toBeLessThanOrEqual(15_000);
  });

  it("another amount on Orange's record is never a success", async () => {
    journey.standIn.faults.next("WRONG_AMOUNT");
    const { sessionId, actionUrl, ownId } = await started();
    await decide(actionUrl, "confirm");
    await journey.reported();
    await journey.advance(20 * 60_000, 60_000);
    expect(await journey.statusOf(sessionId)).toBe("PROCESSING");
    expect(taken(ownId)).toEqual([4_999n]);
  });

  it("a token that ends in mid-flight is renewed", async () => {
    const { sessionId, actionUrl } = await started();
    await decide(actionUrl, "confirm");
    journey.standIn.faults.next("EXPIRED_TOKEN", { path: /transactionstatus$/ });
    await journey.reported();
    expect(await journey.statusOf(sessionId)).toBe("SUCCEEDED");
  });

  it("a notification that anybody could write is known at its own address alone, and changes nothing", async () => {
    const { sessionId, ownId } = await started();
    const body = JSON.stringify({ status: "SUCCESS", notif_token: "guessed", txnid: "MP150709.1341.A00073" });
    const send = async (address: string) => (await fetch(address, { method: "POST", body })).status;
    const opaque = opaqueOf(ownId);
    expect(opaque).toHaveLength(23);
    expect(await send(journey.account.callbackUrl)).toBe(404);
    expect(await send(`${journey.account.callbackUrl}/${opaque.slice(1)}A`)).toBe(404);
    // The token is not the one that Orange gave.
    expect(await send(`${journey.account.callbackUrl}/${opaque}`)).toBe(401);
    await journey.test.app.callbacksSettled();
    expect(await journey.statusOf(sessionId)).toBe("PROCESSING");
    expect(taken(ownId)).toEqual([]);
  });

  it("has addresses that Orange can hold", async () => {
    const { ownId } = await started();
    const { details, callbackUrl } =
      journey.standIn.book.find("PAYMENT", "first", ownId) ?? expect.fail("it is there");
    for (const url of [details.returnUrl, details.cancelUrl, callbackUrl])
      expect((url ?? "").length).toBeLessThanOrEqual(120);
  });

  it("is not refunded: Orange has neither refunds nor payouts", async () => {
    const { chargeId } = await paid();
    const { status, body } = await journey.refund(chargeId);
    const refused = { code: "CHARGE_NOT_REFUNDABLE", details: { reason: "NO_WAY_BACK" } };
    expect([status, body.error]).toMatchObject([409, refused]);
  });
});
