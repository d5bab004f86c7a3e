import { describe, expect, it } from "vitest";
import { hmacSignatureHeader } from "../../src/providers/hmac-signatures.ts";
import { signatureScheme } from "../../src/providers/pi-spi/callbacks.ts";
import { piSpiStandIn } from "../../src/providers/pi-spi/stand-in/index.ts";
import { accepted, useProviderJourney } from "../harness/provider-journey.ts";

/** Codes of PI-SPI in live mode: the bank's word is all that there is, so it has to be kept, compared and never doubled. */
const journey = useProviderJourney({ standIn: piSpiStandIn, method: "QR" });
const byCode = { paymentMethod: "QR", paymentDetails: { scheme: "PI_SPI", countryCode: "CI" } };

async function started() {
  const { answer, ...one } = await journey.start(byCode);
  expect(answer.nextStep).toBe("DISPLAY_QR");
  return { ...one, code: answer.qrPayload as string };
}

/** The payer's application pays a code, and the bank reports what happened. */
async function scan(code: string, how: object = {}): Promise<void> {
  const body = JSON.stringify({ code, ...how });
  const headers = { "content-type": "application/json" };
  const response = await fetch(`${journey.standIn.url}/scan`, { method: "POST", headers, body });
  expect(response.status).toBe(200);
  await journey.reported();
}

const messages = async () =>
  (await journey.test.owner.query({ text: "select 1 from settlement_messages" })).length;
/** What waits for an operator, newest first. */
const queue = async () =>
  (await journey.operate("GET", "/tenant/bank-entries?pageSize=100&status=QUEUED")).body.data;

describe("a payment by a code of PI-SPI", () => {
  it("succeeds by the bank's callback alone, and calls nobody", async () => {
    const before = await journey.payer.wallet();
    const { sessionId, code, chargeId } = await started();
    expect(await journey.statusOf(sessionId)).toBe("PROCESSING");
    const called = journey.network.history.length;
    await scan(code);
    expect(await journey.statusOf(sessionId)).toBe("SUCCEEDED");
    expect(journey.network.history.length).toBe(called);
    expect(await journey.payer.stored(chargeId, "provider_transaction_id")).toMatch(/^T\d+$/);
    expect((await journey.payer.wallet()).balance).toBeGreaterThan(before.balance);
  });

  it("shows the code on the payer's page", async () => {
    const { sessionId } = await started();
    const page = await (await fetch(`${journey.test.origin}/checkout/${sessionId}`)).text();
    expect(page).toContain("<svg");
  });

  it("that the bank rejects fails as UNKNOWN, and the payer may try again", async () => {
    const { sessionId, code } = await started();
    await scan(code, { outcome: "REJECTED" });
    expect(await journey.payer.status(sessionId)).toMatchObject({ status: "FAILED", failureCode: "UNKNOWN" });
    const again = accepted(await journey.payer.complete(sessionId, byCode));
    expect(again.qrPayload).not.toBe(code);
    await scan(again.qrPayload);
    expect(await journey.statusOf(sessionId)).toBe("SUCCEEDED");
  });

  it("of another amount waits for an operator", async () => {
    const { sessionId, chargeId, code } = await started();
    await scan(code, { amount: "4999" });
    expect(await journey.statusOf(sessionId)).toBe("PROCESSING");
    expect(await journey.payer.stored(chargeId, "review_reason")).toBe("AMOUNT_MISMATCH");
  });

  it("that is reported twice is booked and remembered once", async () => {
    const before = [await journey.payer.wallet(), await messages()] as const;
    const { sessionId, code } = await started();
    await scan(code, { reports: 2 });
    expect(await journey.statusOf(sessionId)).toBe("SUCCEEDED");
    expect(await messages()).toBe(before[1] + 1);
    expect((await journey.payer.wallet()).balance - before[0].balance).toBeLessThanOrEqual(5_000);
  });

  it("that the payer pays twice by the same code is booked once, and the second money waits for an operator", async () => {
    const before = [await messages(), (await queue()).length] as const;
    const { sessionId, code } = await started();
    await scan(code, { reports: 2 });
    expect(await journey.statusOf(sessionId)).toBe("SUCCEEDED");
    expect(await queue()).toHaveLength(before[1]);
    const once = await journey.payer.wallet();
    // The bank tells this one twice too: it is one money.
    await scan(code, { reports: 2 });
    expect(await journey.payer.wallet()).toEqual(once);
    expect(await messages()).toBe(before[0] + 2);
    const [waiting, ...others] = await queue();
    expect(others).toHaveLength(before[1]);
    expect(waiting).toMatchObject({
      status: "QUEUED",
      cause: "ALREADY_SETTLED",
      amount: "5000",
      currency: "XOF",
      direction: "CREDIT",
    });
    const { data } = (await journey.operate("GET", `/tenant/bank-entries/${waiting.id}`)).body;
    expect(data.suggestions[0]).toMatchObject({ reasons: expect.arrayContaining(["REFERENCE", "AMOUNT"]) });
    const path = `/tenant/bank-entries/${waiting.id}/dismiss`;
    const ended = await journey.operate("POST", path, { note: "Sent back at the bank on 21 November" });
    expect(ended.body.data).toMatchObject({ status: "NOT_OURS" });
  });

  it("that nobody pays is cancelled after the code's life and the bank's delay; money that comes later is late", async () => {
    const { sessionId, chargeId, code } = await started();
    const expiresAt = Date.parse((await journey.payer.session(sessionId)).expiresAt);
    await journey.advance(expiresAt - journey.test.clock.nowMs() + 14 * 60_000, 60_000);
    expect(await journey.payer.stored(chargeId, "failure_code")).toBeNull();
    await journey.advance(20 * 60_000, 60_000);
    expect(await journey.payer.stored(chargeId, "failure_code")).toBe("PAYMENT_CANCELLED");
    await scan(code);
    await journey.test.drain();
    expect(await journey.payer.stored(chargeId, "status")).toBe("SUCCEEDED");
    expect(await journey.payer.stored(chargeId, "late")).toBe(true);
  });

  it("whose callback came when the database took no message is told again and then succeeds", async () => {
    const { sessionId, code } = await started();
    await journey.test.owner.query({
      text: "alter table settlement_messages rename to settlement_messages_away",
    });
    try {
      await scan(code);
      expect(await (await fetch(`${journey.standIn.url}/stand-in`)).text()).toContain("503");
    } finally {
      await journey.test.owner.query({
        text: "alter table settlement_messages_away rename to settlement_messages",
      });
    }
    expect(await journey.statusOf(sessionId)).toBe("PROCESSING");
    // The bank sends its message again.
    await scan(code);
    expect(await journey.statusOf(sessionId)).toBe("SUCCEEDED");
  });
});

describe("the bank's statement", () => {
  /** Hands in one booked credit, as a bank's file would tell it. */
  async function booked(bankReference: string, ownId: string, amount = "5000"): Promise<void> {
    const entry = { direction: "CREDIT", amount, currency: "XOF", bookedOn: "2026-11-21" };
    const entries = [{ ...entry, bankReference, text: `PI-SPI ${ownId} MERCI` }];
    const providerAccountId = journey.account.callbackUrl.split("/").at(-1);
    accepted(await journey.operate("POST", "/tenant/bank-entries", { providerAccountId, entries }));
    await journey.test.drain();
  }

  it("confirms a payment whose callback never came, by the reference in the code", async () => {
    journey.standIn.faults.next("CALLBACK_MISSING");
    const { sessionId, chargeId, ownId, code } = await started();
    await scan(code);
    expect(await journey.statusOf(sessionId)).toBe("PROCESSING");
    await booked("BANK-1", ownId);
    expect(await journey.statusOf(sessionId)).toBe("SUCCEEDED");
    expect(await journey.payer.stored(chargeId, "provider_transaction_id")).toBe("BANK-1");
  });

  it("books nothing a second time when the callback came before", async () => {
    const { sessionId, chargeId, ownId, code } = await started();
    await scan(code);
    expect(await journey.statusOf(sessionId)).toBe("SUCCEEDED");
    const before = await journey.payer.wallet();
    await booked("BANK-2", ownId);
    expect(await journey.payer.wallet()).toEqual(before);
    expect(await journey.payer.stored(chargeId, "provider_transaction_id")).toMatch(/^T\d+$/);
  });
});

describe("the bank's callbacks", () => {
  const send = async (body: object, signature?: string) => {
    const headers = signature === undefined ? undefined : { "x-callback-signature": signature };
    const text = JSON.stringify(body);
    return (
      await fetch(journey.account.callbackUrl, { method: "POST", body: text, ...(headers && { headers }) })
    ).status;
  };
  const message = {
    id: "forged",
    reference: "",
    amount: "5000",
    currency: "XOF",
    status: "SETTLED",
    transactionId: "T-forged",
    occurredAt: "2026-11-21T10:00:00Z",
  };

  it("without a valid signature change nothing: 401", async () => {
    const { sessionId, chargeId } = await started();
    const reference = await journey.payer.stored<string>(chargeId, "provider_reference");
    const before = await messages();
    const seconds = Math.floor(journey.test.clock.nowMs() / 1_000);
    expect(await send({ ...message, reference })).toBe(401);
    expect(await send({ ...message, reference }, `t=${seconds},v1=${"0".repeat(64)}`)).toBe(401);
    expect([await journey.statusOf(sessionId), await messages()]).toEqual(["PROCESSING", before]);
  });

  const signed = (body: object) => {
    const seconds = Math.floor(journey.test.clock.nowMs() / 1_000);
    const { callbackSecret = "" } = piSpiStandIn.accountSettings(journey.standIn.url, "first");
    return send(body, hmacSignatureHeader(signatureScheme, callbackSecret, seconds, JSON.stringify(body)));
  };

  it("of one transfer in two messages tell one money, of two transfers at the same moment two", async () => {
    const before = (await queue()).length;
    const { chargeId } = await started();
    const reference = await journey.payer.stored<string>(chargeId, "provider_reference");
    const told = { ...message, reference, occurredAt: new Date(journey.test.clock.nowMs()).toISOString() };
    const tell = (id: string, transactionId: string) => signed({ ...told, id, transactionId });
    expect([await tell("one", "T-one"), await tell("again", "T-one")]).toEqual([204, 204]);
    await journey.test.app.callbacksSettled();
    expect(await queue()).toHaveLength(before);
    const other = await started();
    const otherReference = await journey.payer.stored<string>(other.chargeId, "provider_reference");
    const both = ["left", "right"].map((id) =>
      signed({ ...told, reference: otherReference, id, transactionId: `T-${id}` }),
    );
    expect(await Promise.all(both)).toEqual([204, 204]);
    await journey.test.app.callbacksSettled();
    expect(await queue()).toHaveLength(before + 1);
  });

  it("about a payment that is not there are 404 and are not kept", async () => {
    const before = await messages();
    const body = { ...message, reference: "0123456789AB" };
    expect(await signed(body)).toBe(404);
    expect(await messages()).toBe(before);
  });
});

describe("a refund of a payment by PI-SPI", () => {
  it("is refused at once: the platform has none, and nobody knows where the payer could be paid", async () => {
    const { sessionId, chargeId, code } = await started();
    await scan(code);
    expect(await journey.statusOf(sessionId)).toBe("SUCCEEDED");
    const { status, body } = await journey.refund(chargeId);
    expect([status, body.error]).toMatchObject([
      409,
      { code: "CHARGE_NOT_REFUNDABLE", details: { reason: "NO_WAY_BACK" } },
    ]);
  });
});
