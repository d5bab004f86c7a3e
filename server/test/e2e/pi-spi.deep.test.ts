import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { createSeededRandom } from "../../src/kit/random.ts";
import { hmacSignatureHeader } from "../../src/providers/hmac-signatures.ts";
import { signatureScheme } from "../../src/providers/pi-spi/callbacks.ts";
import { PI_SPI } from "../../src/providers/pi-spi/connector.ts";
import { piSpiStandIn } from "../../src/providers/pi-spi/stand-in/index.ts";
import { openStandIn, type RunningStandIn } from "../../src/stand-ins/open.ts";
import type { Answer } from "../harness/app.ts";
import { type Account, type ConnectorSetup, openConnectorSetup } from "../harness/connector-setup.ts";
import { expectInvariants } from "../harness/invariants.ts";

/** Codes of PI-SPI in live mode: the bank's word is all that there is, so it has to be kept, compared and never doubled. */
let setup: ConnectorSetup;
let standIn: RunningStandIn;
let account: Account;
beforeAll(async () => {
  setup = await openConnectorSetup(PI_SPI, { mode: "LIVE", method: "QR" });
  standIn = await openStandIn(piSpiStandIn, { clock: setup.test.clock, random: createSeededRandom(1) });
  account = await setup.addAccount(piSpiStandIn.accountSettings(standIn.url, "first"));
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
const byCode = { paymentMethod: "QR", paymentDetails: { scheme: "PI_SPI", countryCode: "CI" } };

async function started(amount = "5000") {
  const session = await setup.payer.newSession({ amount });
  const answer = done(await setup.payer.complete(session.id, byCode));
  expect(answer.nextStep).toBe("DISPLAY_QR");
  return {
    sessionId: session.id as string,
    chargeId: answer.chargeId as string,
    code: answer.qrPayload as string,
  };
}

/** The payer's application pays a code, and the bank reports what happened. */
async function scan(code: string, how: object = {}): Promise<void> {
  const body = JSON.stringify({ code, ...how });
  const headers = { "content-type": "application/json" };
  const response = await fetch(`${standIn.url}/scan`, { method: "POST", headers, body });
  expect(response.status).toBe(200);
  await reported();
}

async function reported(afterMs = 3_000): Promise<void> {
  setup.test.clock.advance(afterMs);
  await standIn.report();
  await setup.test.app.callbacksSettled();
}

const statusOf = async (sessionId: string) => (await setup.payer.status(sessionId)).status as string;
const messages = async () =>
  (await setup.test.owner.query({ text: "select 1 from settlement_messages" })).length;

describe("a payment by a code of PI-SPI", () => {
  it("succeeds by the bank's callback alone, and calls nobody", async () => {
    const before = await setup.payer.wallet();
    const { sessionId, code, chargeId } = await started();
    expect(await statusOf(sessionId)).toBe("PROCESSING");
    const called = setup.network.history.length;
    await scan(code);
    expect(await statusOf(sessionId)).toBe("SUCCEEDED");
    expect(setup.network.history.length).toBe(called);
    expect(await setup.payer.stored(chargeId, "provider_transaction_id")).toMatch(/^T\d+$/);
    expect((await setup.payer.wallet()).balance).toBeGreaterThan(before.balance);
  });

  it("shows the code on the payer's page", async () => {
    const { sessionId } = await started();
    const page = await (await fetch(`${setup.test.origin}/checkout/${sessionId}`)).text();
    expect(page).toContain("<svg");
  });

  it("that the bank rejects fails as UNKNOWN, and the payer may try again", async () => {
    const { sessionId, code } = await started();
    await scan(code, { outcome: "REJECTED" });
    expect(await setup.payer.status(sessionId)).toMatchObject({ status: "FAILED", failureCode: "UNKNOWN" });
    const again = done(await setup.payer.complete(sessionId, byCode));
    expect(again.qrPayload).not.toBe(code);
    await scan(again.qrPayload);
    expect(await statusOf(sessionId)).toBe("SUCCEEDED");
  });

  it("of another amount waits for an operator", async () => {
    const { sessionId, chargeId, code } = await started();
    await scan(code, { amount: "4999" });
    expect(await statusOf(sessionId)).toBe("PROCESSING");
    expect(await setup.payer.stored(chargeId, "review_reason")).toBe("AMOUNT_MISMATCH");
  });

  it("that is reported twice is booked and remembered once", async () => {
    const before = [await setup.payer.wallet(), await messages()] as const;
    const { sessionId, code } = await started();
    await scan(code, { reports: 2 });
    expect(await statusOf(sessionId)).toBe("SUCCEEDED");
    expect(await messages()).toBe(before[1] + 1);
    expect((await setup.payer.wallet()).balance - before[0].balance).toBeLessThanOrEqual(5_000);
  });

  it("that the payer pays twice by the same code is booked once, and the second money is remembered", async () => {
    const before = await messages();
    const { sessionId, code } = await started();
    await scan(code);
    expect(await statusOf(sessionId)).toBe("SUCCEEDED");
    const once = await setup.payer.wallet();
    await scan(code);
    expect(await setup.payer.wallet()).toEqual(once);
    expect(await messages()).toBe(before + 2);
  });

  it("that nobody pays is cancelled after the code's life and the bank's delay; money that comes later is late", async () => {
    const { sessionId, chargeId, code } = await started();
    const expiresAt = Date.parse((await setup.payer.session(sessionId)).expiresAt);
    await setup.test.advance(expiresAt - setup.test.clock.nowMs() + 14 * 60_000, 60_000);
    expect(await setup.payer.stored(chargeId, "failure_code")).toBeNull();
    await setup.test.advance(20 * 60_000, 60_000);
    expect(await setup.payer.stored(chargeId, "failure_code")).toBe("PAYMENT_CANCELLED");
    await scan(code);
    await setup.test.drain();
    expect(await setup.payer.stored(chargeId, "status")).toBe("SUCCEEDED");
    expect(await setup.payer.stored(chargeId, "late")).toBe(true);
  });

  it("whose callback came when the database took no message is told again and then succeeds", async () => {
    const { sessionId, code } = await started();
    await setup.test.owner.query({
      text: "alter table settlement_messages rename to settlement_messages_away",
    });
    try {
      await scan(code);
      expect(await (await fetch(`${standIn.url}/stand-in`)).text()).toContain("503");
    } finally {
      await setup.test.owner.query({
        text: "alter table settlement_messages_away rename to settlement_messages",
      });
    }
    expect(await statusOf(sessionId)).toBe("PROCESSING");
    // The bank sends its message again.
    await scan(code);
    expect(await statusOf(sessionId)).toBe("SUCCEEDED");
  });
});

describe("the bank's statement", () => {
  /** Hands in one booked credit, as a bank's file would tell it. */
  async function booked(bankReference: string, ownId: string, amount = "5000"): Promise<void> {
    const entry = { direction: "CREDIT", amount, currency: "XOF", bookedOn: "2026-11-21" };
    const entries = [{ ...entry, bankReference, text: `PI-SPI ${ownId} MERCI` }];
    const providerAccountId = account.callbackUrl.split("/").at(-1);
    done(await setup.operate("POST", "/tenant/bank-entries", { providerAccountId, entries }));
    await setup.test.drain();
  }

  it("confirms a payment whose callback never came, by the reference in the code", async () => {
    standIn.faults.next("CALLBACK_MISSING");
    const { sessionId, chargeId, code } = await started();
    await scan(code);
    expect(await statusOf(sessionId)).toBe("PROCESSING");
    await booked("BANK-1", (await setup.payer.stored<string>(chargeId, "provider_reference")) ?? "");
    expect(await statusOf(sessionId)).toBe("SUCCEEDED");
    expect(await setup.payer.stored(chargeId, "provider_transaction_id")).toBe("BANK-1");
  });

  it("books nothing a second time when the callback came before", async () => {
    const { sessionId, chargeId, code } = await started();
    await scan(code);
    expect(await statusOf(sessionId)).toBe("SUCCEEDED");
    const before = await setup.payer.wallet();
    await booked("BANK-2", (await setup.payer.stored<string>(chargeId, "provider_reference")) ?? "");
    expect(await setup.payer.wallet()).toEqual(before);
    expect(await setup.payer.stored(chargeId, "provider_transaction_id")).toMatch(/^T\d+$/);
  });
});

describe("the bank's callbacks", () => {
  const send = async (body: object, signature?: string) => {
    const headers = signature === undefined ? undefined : { "x-callback-signature": signature };
    const text = JSON.stringify(body);
    return (await fetch(account.callbackUrl, { method: "POST", body: text, ...(headers && { headers }) }))
      .status;
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
    const reference = await setup.payer.stored<string>(chargeId, "provider_reference");
    const before = await messages();
    const seconds = Math.floor(setup.test.clock.nowMs() / 1_000);
    expect(await send({ ...message, reference })).toBe(401);
    expect(await send({ ...message, reference }, `t=${seconds},v1=${"0".repeat(64)}`)).toBe(401);
    expect([await statusOf(sessionId), await messages()]).toEqual(["PROCESSING", before]);
  });

  it("about a payment that is not there are 404 and are not kept", async () => {
    const before = await messages();
    const body = { ...message, reference: "0123456789AB" };
    const seconds = Math.floor(setup.test.clock.nowMs() / 1_000);
    const { callbackSecret = "" } = piSpiStandIn.accountSettings(standIn.url, "first");
    const signature = hmacSignatureHeader(signatureScheme, callbackSecret, seconds, JSON.stringify(body));
    expect(await send(body, signature)).toBe(404);
    expect(await messages()).toBe(before);
  });
});

describe("a refund of a payment by PI-SPI", () => {
  it("is refused at once: the platform has none, and nobody knows where the payer could be paid", async () => {
    const { sessionId, chargeId, code } = await started();
    await scan(code);
    expect(await statusOf(sessionId)).toBe("SUCCEEDED");
    const headers = { "idempotency-key": "pi-spi refund" };
    const path = `/payments/charges/${chargeId}/refunds`;
    const { status, body } = await setup.test.request("POST", path, { body: {}, headers });
    expect([status, body.error]).toMatchObject([
      409,
      { code: "CHARGE_NOT_REFUNDABLE", details: { reason: "NO_WAY_BACK" } },
    ]);
  });
});
