import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { PaymentOutcome, Provider } from "../../src/providers/provider.ts";
import { type Account, type ConnectorSetup, openConnectorSetup } from "../harness/connector-setup.ts";
import { expectInvariants } from "../harness/invariants.ts";
import { mtn } from "../simulation/payer.ts";

/**
 * An attempt whose provider could not be reached goes on through the account of the next way, the simulator's. It never does
 * once something may have left.
 */
const notSent: PaymentOutcome = {
  kind: "failed",
  failureCode: "PROVIDER_UNAVAILABLE",
  providerCode: "NOT_SENT: refused",
  notSent: true,
};
let onStart: (reference: string) => Promise<PaymentOutcome>;
/** References that the connector was to start. */
let begun: string[];

const connector: Provider = {
  name: "unreachable",
  modes: ["SANDBOX"],
  capabilities: {
    callbacks: "NONE",
    calls: true,
    cancel: false,
    refund: "NONE",
    payout: false,
    nameCheck: false,
    statement: false,
    balance: false,
    methods: ["MOBILE_MONEY"],
    countries: "ANY",
    currencies: "ANY",
    failureCodes: ["PROVIDER_UNAVAILABLE"],
  },
  referenceForm: "UUID_V4",
  settings: [],
  start: async (_call, { reference }) => {
    begun.push(reference);
    return onStart(reference);
  },
  query: async () => ({ kind: "unknown", reason: "unreachable" }),
};

let setup: ConnectorSetup;
let account: Account;
beforeAll(async () => {
  setup = await openConnectorSetup(connector);
  account = await setup.addAccount({});
});
afterAll(() => setup?.test.stop());
afterEach(() => expectInvariants(setup.test.owner));

async function pay(outcome: PaymentOutcome | (() => Promise<PaymentOutcome>), suffix = "789") {
  begun = [];
  const start = async () => (typeof outcome === "function" ? outcome() : outcome);
  onStart = start;
  const session = await setup.payer.newSession();
  const answer = await setup.payer.complete(session.id, mtn(suffix));
  return { sessionId: session.id as string, answer, chargeId: answer.body.data?.chargeId as string };
}
const providerOf = (chargeId: string) => setup.payer.stored<string>(chargeId, "provider");
const statusOf = async (sessionId: string) => (await setup.payer.status(sessionId)).status as string;

describe("an attempt of which nothing was sent", () => {
  it("goes on through the next account, and is taken and booked there once", async () => {
    const before = await setup.payer.wallet();
    const { sessionId, chargeId, answer } = await pay(notSent);
    expect(answer.body.data).toMatchObject({ status: "PROCESSING", attemptNumber: 1 });
    expect(begun).toHaveLength(1);
    expect(await providerOf(chargeId)).toBe("simulator");
    // The id was in the first provider's own form; the simulator takes our reference.
    expect(await setup.payer.stored<string | null>(chargeId, "provider_reference")).toBeNull();
    await setup.test.advance(30_000);
    expect(await statusOf(sessionId)).toBe("SUCCEEDED");
    expect(await setup.payer.taken(chargeId)).toEqual([5_000]);
    expect((await setup.payer.wallet()).available).toBeGreaterThan(before.available);
    expect(begun).toHaveLength(1);
  });

  it("fails when no other account takes it, and the payer may try again", async () => {
    setup.network.failNext("REFUSED");
    const { sessionId, answer } = await pay(notSent);
    const details = { failureCode: "PROVIDER_UNAVAILABLE", retryable: true };
    expect([answer.status, answer.body.error]).toMatchObject([409, { code: "PAYMENT_FAILED", details }]);
    const again = await setup.payer.complete(sessionId, mtn("789", 2));
    expect(again.body.data).toMatchObject({ status: "PROCESSING", attemptNumber: 2 });
    await setup.test.advance(30_000);
    expect(await statusOf(sessionId)).toBe("SUCCEEDED");
  });

  it("fails when the calls have taken too long for another one", async () => {
    const { answer } = await pay(async () => {
      setup.test.clock.advance(4_000);
      return notSent;
    });
    expect(answer.body.error.details).toMatchObject({ failureCode: "PROVIDER_UNAVAILABLE" });
  });

  it("is not moved once its session has changed, and nobody is charged", async () => {
    let chargeId = "";
    const { sessionId } = await pay(async () => {
      const [row] = await setup.test.owner.query<{ chargeId: string }>({
        text: `update checkout_sessions set version = version + 1 where status = 'PROCESSING' returning charge_id as "chargeId"`,
      });
      chargeId = row?.chargeId ?? "";
      return notSent;
    });
    // The payer is answered as soon as the session has changed; the failure is recorded behind that.
    await expect.poll(() => statusOf(sessionId)).toBe("FAILED");
    const [charge] = await setup.test.owner.query<{ provider: string; status: string }>({
      text: "select provider, status from charges where id = $1",
      values: [chargeId],
    });
    expect(charge).toEqual({ provider: "unreachable", status: "FAILED" });
  });
});

describe("an attempt that may have left stays with its account", () => {
  const unknown: PaymentOutcome = { kind: "unknown", reason: "time-out" };
  const refused: PaymentOutcome = {
    kind: "failed",
    failureCode: "PROVIDER_UNAVAILABLE",
    providerCode: "HTTP_503",
  };

  it("when nobody knows", async () => {
    const { chargeId, answer } = await pay(unknown);
    expect(answer.body.data).toMatchObject({ status: "PROCESSING" });
    expect(await providerOf(chargeId)).toBe("unreachable");
  });

  it("when its provider has refused it", async () => {
    const { answer } = await pay(refused);
    expect(answer.body.error.details).toMatchObject({ failureCode: "PROVIDER_UNAVAILABLE" });
  });
});

it("the limits of a day are taken from the account that takes the payment", async () => {
  const limits = [{ currency: "XOF", perPayment: null, perDay: "5000" }];
  const limited = await setup.operate("PATCH", `/tenant/provider-accounts/${account.id}`, { limits });
  expect([limited.status, limited.body.error]).toEqual([200, null]);
  const first = await pay(notSent);
  expect(await providerOf(first.chargeId)).toBe("simulator");
  // Nothing of the limit was used: the next payment is tried there again.
  const second = await pay(notSent);
  expect(begun).toHaveLength(1);
  expect(await providerOf(second.chargeId)).toBe("simulator");
});
