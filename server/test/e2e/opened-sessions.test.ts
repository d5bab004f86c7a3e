import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { Refusal } from "../../src/kit/errors.ts";
import { parseSessionId, type SessionKey } from "../../src/kit/session-id.ts";
import { createOpenedSessions } from "../../src/modules/checkout/opened-sessions.ts";
import type { CheckoutSession } from "../../src/modules/payments/session/types.ts";
import { readSessions } from "../../src/modules/payments/store/read-sessions.ts";
import { startTestApp, type TestApp } from "../harness/app.ts";
import { expectInvariants } from "../harness/invariants.ts";
import { poolBatchWriter } from "../harness/pool-batch-writer.ts";
import { type SecondInstance, startSecondInstance } from "../harness/second-instance.ts";

/** The first attempt is decided on the session as created here; what has happened to it since takes precedence. */
let test: TestApp;
let second: SecondInstance;
beforeAll(async () => {
  test = await startTestApp();
  second = await startSecondInstance(test);
}, 60_000);
afterAll(async () => {
  await second?.stop();
  await test?.stop();
});
afterEach(() => expectInvariants(test.owner));

let payers = 0;
const payment = () => {
  payers += 1;
  return {
    paymentMethod: "MOBILE_MONEY" as const,
    paymentDetails: {
      phone: `+22505${String(payers).padStart(5, "0")}789`,
      operator: "MTN",
      countryCode: "CI",
    },
  };
};

async function newSession(body: object = {}): Promise<string> {
  const made = await test.request("POST", "/checkout/sessions", {
    body: { amount: "5000", currency: "XOF", title: "Panier", ...body },
  });
  expect(made.status).toBe(201);
  return made.body.data.id;
}
const complete = async (id: string, body: object = payment()) => {
  const { status, body: answer } = await test.request("POST", `/checkout/pay/${id}/complete`, {
    apiKey: null,
    body,
  });
  return `${status} ${answer.error?.code ?? answer.data.status}`;
};
const elsewhere = (id: string) =>
  second.app.checkout.complete(id, payment(), null, { ip: "127.0.0.1" }).then(
    ({ status }) => status,
    (error: unknown) => (error instanceof Refusal ? error.declaration.wire : error),
  );

describe("the first attempt", () => {
  it("pays what was just created", async () => {
    expect(await complete(await newSession())).toBe("200 PROCESSING");
  });
  it("finds what another instance has done meanwhile", async () => {
    const id = await newSession();
    expect(await elsewhere(id)).toBe("PROCESSING");
    expect(await complete(id)).toBe("409 CHECKOUT_SESSION_NOT_OPEN");
    await test.advance(6_000);
    expect(await complete(id)).toBe("409 CHECKOUT_SESSION_ALREADY_COMPLETED");
  });
  it("is told of that before anything else that is wrong with it", async () => {
    const id = await newSession({ allowedMethods: ["MOBILE_MONEY"] });
    expect(await elsewhere(id)).toBe("PROCESSING");
    const card = { paymentMethod: "CARD", paymentDetails: {} };
    expect(await complete(id, card)).toBe("409 CHECKOUT_SESSION_NOT_OPEN");
    const untouched = await newSession({ allowedMethods: ["MOBILE_MONEY"] });
    expect(await complete(untouched, card)).toBe("409 METHOD_NOT_ALLOWED_FOR_SESSION");
    expect(await complete(untouched)).toBe("200 PROCESSING");
  });
  it("finds a session that was cancelled, or has ended", async () => {
    const cancelled = await newSession();
    await test.request("POST", `/checkout/sessions/${cancelled}/cancel`, {});
    expect(await complete(cancelled)).toBe("409 CHECKOUT_SESSION_NOT_OPEN");
    const late = await newSession();
    await test.advance(31 * 60_000, 60_000);
    expect(await complete(late)).toBe("409 CHECKOUT_SESSION_EXPIRED");
  });
});

describe("what is kept", () => {
  const keyOf = (id: string): SessionKey => {
    const key = parseSessionId(test.keyring, id);
    if (key === null) throw new Error("a session id");
    return key;
  };
  const stored = async (id: string): Promise<CheckoutSession> => {
    const { merchantNo, id: sessionId } = keyOf(id);
    const loaded = await poolBatchWriter(test.db).run(readSessions, {
      merchantNo,
      sessionId,
      chargeId: null,
    });
    if (loaded === null) throw new Error("the session is there");
    return loaded.session;
  };

  it("is given once, to its own key, while the session can be paid; the oldest goes first", async () => {
    const [first, next] = [await newSession(), await newSession()];
    const [older, newer] = [await stored(first), await stored(next)];
    const opened = createOpenedSessions(1);
    opened.keep(older);
    opened.keep(newer);
    const nowMs = newer.createdAtMs;
    expect(opened.take(keyOf(first), nowMs)).toBeNull();
    expect(opened.take({ ...keyOf(next), merchantNo: other(newer) }, nowMs)).toBeNull();
    expect(opened.take(keyOf(next), nowMs)).toEqual({ session: newer, intent: null, charge: null });
    expect(opened.take(keyOf(next), nowMs)).toBeNull();
    opened.keep(newer);
    expect(opened.take(keyOf(next), newer.expiresAtMs)).toBeNull();
  });
});

const other = ({ merchantNo }: CheckoutSession) => (merchantNo + 1) as typeof merchantNo;
