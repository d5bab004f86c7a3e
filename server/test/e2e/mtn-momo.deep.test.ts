import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { Mode } from "../../src/kit/payment-terms.ts";
import { createSeededRandom } from "../../src/kit/random.ts";
import { MTN_MOMO } from "../../src/providers/mtn-momo/connector.ts";
import { mtnMomoStandIn } from "../../src/providers/mtn-momo/stand-in.ts";
import { opaqueOf } from "../../src/providers/own-id.ts";
import { openStandIn, type RunningStandIn } from "../../src/stand-ins/open.ts";
import type { Answer } from "../harness/app.ts";
import { type Account, type ConnectorSetup, openConnectorSetup } from "../harness/connector-setup.ts";
import { expectInvariants } from "../harness/invariants.ts";
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

const done = (answer: Answer): Answer["body"] => {
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
  return answer.body.data;
};

describe.each(sides)("MTN MoMo in $mode mode, targetEnvironment $targetEnvironment", (side) => {
  let setup: ConnectorSetup;
  let standIn: RunningStandIn;
  let account: Account;
  beforeAll(async () => {
    setup = await openConnectorSetup(MTN_MOMO, { mode: side.mode });
    standIn = await openStandIn(mtnMomoStandIn, { clock: setup.test.clock, random: createSeededRandom(1) });
    const settings = mtnMomoStandIn.accountSettings(standIn.url, "first");
    account = await setup.addAccount({ ...settings, targetEnvironment: side.targetEnvironment });
  });
  afterAll(async () => {
    await standIn?.close();
    await setup?.test.stop();
  });
  afterEach(async () => {
    standIn.faults.calm();
    await expectInvariants(setup.test.owner);
  });

  /** A payment that is waited for: its charge and the id under which MTN knows it. */
  async function started(suffix = "789", amount = "5000") {
    const session = await setup.payer.newSession({ amount });
    const { chargeId } = done(await setup.payer.complete(session.id, mtn(suffix)));
    const ownId = (await setup.payer.stored<string>(chargeId, "provider_reference")) ?? "";
    expect(ownId).toMatch(uuidV4);
    return { sessionId: session.id as string, chargeId: chargeId as string, ownId };
  }
  /** MTN settles and reports by itself: no background work of ours runs. */
  async function reported(afterMs = 3_000): Promise<void> {
    setup.test.clock.advance(afterMs);
    await standIn.report();
    await setup.test.app.callbacksSettled();
  }
  const statusOf = async (sessionId: string) => (await setup.payer.status(sessionId)).status as string;
  /** What moved under an id, in francs: the sandbox counts euros with the same digits. */
  const moved = (kind: "PAYMENT" | "REFUND" | "PAYOUT", ownId: string) =>
    standIn.book.moved(kind, ownId).map(({ minor, currency }) => (currency === "EUR" ? minor / 100n : minor));
  async function paid(suffix = "789") {
    const one = await started(suffix);
    await reported();
    expect(await statusOf(one.sessionId)).toBe("SUCCEEDED");
    return one;
  }
  let unique = 0;
  const keyed = () => {
    unique += 1;
    return { "idempotency-key": `mtn ${unique}` };
  };
  const lastOwnId = async (table: "refunds" | "payouts") => {
    const [row] = await setup.test.owner.query<{ ownId: string }>({
      text: `select provider_reference as "ownId" from ${table} order by created_at desc limit 1`,
    });
    return row?.ownId ?? "";
  };

  describe("a payment", () => {
    it("succeeds by the callback alone, with one question, and pays the merchant's wallet", async () => {
      const before = await setup.payer.wallet();
      const { sessionId, ownId } = await started();
      expect(await statusOf(sessionId)).toBe("PROCESSING");
      const asked = setup.network.history.length;
      await reported();
      expect(await statusOf(sessionId)).toBe("SUCCEEDED");
      const paths = setup.network.history.slice(asked).map(({ method, path }) => `${method} ${path}`);
      expect(paths).toEqual([`GET /collection/v1_0/requesttopay/${ownId}`]);
      expect(moved("PAYMENT", ownId)).toEqual([5_000n]);
      const wallet = await setup.payer.wallet();
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
      await reported();
      expect(await setup.payer.status(sessionId)).toMatchObject({ status: "FAILED", failureCode });
      expect(moved("PAYMENT", ownId)).toEqual([]);
    });

    it("may be tried again after a failure, under another id", async () => {
      const first = await started("451");
      await reported();
      expect(await statusOf(first.sessionId)).toBe("FAILED");
      const { chargeId } = done(await setup.payer.complete(first.sessionId, mtn("789")));
      await reported();
      expect(await statusOf(first.sessionId)).toBe("SUCCEEDED");
      const second = (await setup.payer.stored<string>(chargeId, "provider_reference")) ?? "";
      expect([moved("PAYMENT", first.ownId), moved("PAYMENT", second)]).toEqual([[], [5_000n]]);
    });

    it.each(["481", "483", "484", "485"])(
      "that MTN refuses in its answer, as for %s, fails at once",
      async (suffix) => {
        const session = await setup.payer.newSession();
        const { status, body } = await setup.payer.complete(session.id, mtn(suffix));
        const details = { failureCode: "PROVIDER_UNAVAILABLE" };
        expect([status, body.error]).toMatchObject([409, { code: "PAYMENT_FAILED", details }]);
      },
    );

    it.each(["482", "486"])(
      "that MTN takes although it answers otherwise, as for %s, is asked about until it is known",
      async (suffix) => {
        const { sessionId, ownId } = await started(suffix);
        expect(await statusOf(sessionId)).toBe("PROCESSING");
        await setup.test.advance(30_000);
        expect(await statusOf(sessionId)).toBe("SUCCEEDED");
        expect(moved("PAYMENT", ownId)).toEqual([5_000n]);
      },
    );

    it.each(["SILENT_AFTER", "RESET_AFTER", "ERROR_AFTER", "HTML"] as const)(
      "whose answer met %s is unknown, found by its id, and taken once",
      async (fault) => {
        standIn.faults.next(fault, { method: "POST", path: /requesttopay$/ });
        const { sessionId, ownId } = await started();
        expect(await statusOf(sessionId)).toBe("PROCESSING");
        await setup.test.advance(6_000);
        expect(await statusOf(sessionId)).toBe("SUCCEEDED");
        expect(moved("PAYMENT", ownId)).toEqual([5_000n]);
      },
      30_000,
    );

    it.each(["RESET_BEFORE", "ERROR_BEFORE", "TOO_MANY"] as const)(
      "that met %s is sent again under the same id, once 404 is final",
      async (fault) => {
        standIn.faults.next(fault, { method: "POST", path: /requesttopay$/ });
        const { sessionId, ownId } = await started();
        await setup.test.advance(15_000);
        expect(standIn.book.find("PAYMENT", "first", ownId)).toBeNull();
        await setup.test.advance(20_000);
        await reported();
        expect(await statusOf(sessionId)).toBe("SUCCEEDED");
        expect(moved("PAYMENT", ownId)).toEqual([5_000n]);
      },
    );

    it("goes on when its token ends in mid-flight", async () => {
      const { sessionId } = await started();
      standIn.faults.next("EXPIRED_TOKEN", { method: "GET" });
      await reported();
      expect(await statusOf(sessionId)).toBe("SUCCEEDED");
    });

    it("whose callback is missing succeeds by our own question; a late and a doubled one change nothing", async () => {
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
      const wallet = await setup.payer.wallet();
      await reported(60_000);
      expect(await setup.payer.wallet()).toEqual(wallet);

      standIn.faults.next("CALLBACK_TWICE");
      const third = await paid();
      expect(moved("PAYMENT", third.ownId)).toEqual([5_000n]);
    });

    it("whose callback overtakes the answer to its start succeeds", async () => {
      const { sessionId } = await started("469");
      await setup.test.app.callbacksSettled();
      await setup.test.advance(3_000);
      expect(await statusOf(sessionId)).toBe("SUCCEEDED");
    });

    it("that the payer approves after hours succeeds late", async () => {
      const { sessionId, ownId } = await started("453");
      await setup.test.advance(2 * 3_600_000, 300_000);
      expect(await statusOf(sessionId)).toBe("PROCESSING");
      expect(standIn.book.end({ kind: "PAYMENT", holder: "first", id: ownId }, "SUCCESS")).toBe(true);
      await setup.test.advance(1_000_000, 100_000);
      expect(await statusOf(sessionId)).toBe("SUCCEEDED");
    });

    it("of another amount waits for an operator and does not pay the session", async () => {
      standIn.faults.next("WRONG_AMOUNT");
      const { sessionId, chargeId } = await started();
      await reported();
      expect(await statusOf(sessionId)).toBe("PROCESSING");
      expect(await setup.payer.stored(chargeId, "review_reason")).toBe("AMOUNT_MISMATCH");
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
      expect(await send(account.callbackUrl)).toBe(404);
      expect(await send(`${account.callbackUrl}/${other}`)).toBe(404);
      expect(await send(`${account.callbackUrl}/nothing`)).toBe(404);
      const before = setup.network.history.length;
      expect(await send(`${account.callbackUrl}/${opaque}`)).toBe(204);
      await setup.test.app.callbacksSettled();
      expect(await send(`${account.callbackUrl}/${ownId}`, "POST")).toBe(204);
      await setup.test.app.callbacksSettled();
      // Each message that anybody could write costs a question, and changes nothing.
      expect(setup.network.history.length - before).toBe(2);
      expect(await statusOf(sessionId)).toBe("PROCESSING");
    });
  });

  describe("a refund", () => {
    const refund = async (chargeId: string, body: object = {}) =>
      done(
        await setup.test.request("POST", `/payments/charges/${chargeId}/refunds`, { body, headers: keyed() }),
      );
    const refundOf = async (id: string) => done(await setup.test.request("GET", `/payments/refunds/${id}`));

    it("of the whole goes back on MTN's rail, by the id of the collection", async () => {
      const { chargeId, ownId } = await paid();
      const made = await refund(chargeId);
      expect(made.route).toBe("ORIGINAL_RAIL");
      await setup.test.advance(60_000, 5_000);
      expect((await refundOf(made.id)).status).toBe("SUCCEEDED");
      expect(moved("REFUND", await lastOwnId("refunds"))).toEqual([5_000n]);
      expect(standIn.book.refunded("first", ownId)).toBeGreaterThan(0n);
    });

    it("of a part is paid out to the payer: MTN is only asked for the whole", async () => {
      const { chargeId } = await paid();
      const made = await refund(chargeId, { amount: "1200" });
      expect(made.route).toBe("PAYOUT_TO_PAYER");
      await setup.test.advance(60_000, 5_000);
      expect((await refundOf(made.id)).status).toBe("SUCCEEDED");
      expect(moved("PAYOUT", await lastOwnId("refunds"))).toEqual([1_200n]);
    });

    it("whose answer was lost is found by its id, and made once", async () => {
      const { chargeId } = await paid();
      standIn.faults.next("RESET_AFTER", { method: "POST", path: /refund$/ });
      const made = await refund(chargeId);
      await setup.test.advance(120_000, 5_000);
      expect((await refundOf(made.id)).status).toBe("SUCCEEDED");
      expect(moved("REFUND", await lastOwnId("refunds"))).toEqual([5_000n]);
    });

    it.each([
      ["490", "INSUFFICIENT_FUNDS"],
      ["491", "INVALID_RECIPIENT"],
    ])("that fails (%s) says %s, and the merchant has the money again", async (suffix, failureCode) => {
      const { chargeId } = await paid(suffix);
      const before = await setup.payer.wallet();
      const made = await refund(chargeId);
      await setup.test.advance(120_000, 5_000);
      expect(await refundOf(made.id)).toMatchObject({ status: "FAILED", failureCode });
      expect((await setup.payer.wallet()).balance).toBe(before.balance);
    });
  });

  describe("a payout", () => {
    async function payout(suffix: string): Promise<string> {
      const wallets: readonly { id: string; currency: string }[] = done(
        await setup.test.request("GET", "/payments/wallets"),
      );
      const details = { phone: `+2250500000${suffix}`, operator: "MTN" };
      const person = { name: "Awa Koné", type: "MOBILE_MONEY", details, currency: "XOF" };
      const beneficiary = done(await setup.test.request("POST", "/payments/beneficiaries", { body: person }));
      await setup.test.advance(25 * 3_600_000, 3_600_000);
      const walletId = wallets.find(({ currency }) => currency === "XOF")?.id;
      const body = { walletId, beneficiaryId: beneficiary.id, amount: "700" };
      return done(await setup.test.request("POST", "/payments/payouts", { body, headers: keyed() })).id;
    }
    const payoutOf = async (id: string) => done(await setup.test.request("GET", `/payments/payouts/${id}`));

    it.each(["SILENT_AFTER", "RESET_AFTER", "ERROR_AFTER"] as const)(
      "is sent once, also when its answer meets %s",
      async (fault) => {
        const id = await payout("789");
        standIn.faults.next(fault, { method: "POST", path: /transfer$/ });
        await setup.test.advance(120_000, 5_000);
        expect((await payoutOf(id)).status).toBe("PAID");
        expect(moved("PAYOUT", await lastOwnId("payouts"))).toEqual([700n]);
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
        const before = await setup.payer.wallet();
        const id = await payout(suffix);
        await setup.test.advance(120_000, 5_000);
        expect(await payoutOf(id)).toMatchObject({ status: "FAILED", failureCode: code });
        expect((await setup.payer.wallet()).available).toBe(before.available);
      },
    );

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

  const swedish = (phone: string) => ({
    paymentMethod: "MOBILE_MONEY",
    paymentDetails: { phone, operator: "MTN", countryCode: "CI" },
  });
  const swedishRefused = async (phone: string) => {
    const session = await setup.payer.newSession({ amount: "5000" });
    const { status, body } = await setup.payer.complete(session.id, swedish(phone));
    expect(status).toBe(400);
    expect(body.error.details.fields).toMatchObject([{ path: "paymentDetails.phone", rule: "phone" }]);
    expect(await statusOf(session.id)).toBe("OPEN");
  };
  if (side.mode === "SANDBOX")
    it("takes the Swedish numbers of MTN's sandbox, and no other foreign number", async () => {
      const session = await setup.payer.newSession({ amount: "5000" });
      done(await setup.payer.complete(session.id, swedish("+46733123455")));
      await reported();
      expect(await setup.payer.status(session.id)).toMatchObject({
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
      const rule = { mode: side.mode, method: "CARD", subTenantId: account.subTenantId };
      const refused = await setup.operate("POST", "/tenant/routing/rules", rule);
      expect(refused.body.error.details.fields).toMatchObject([
        {
          path: "method",
          rule: "provider",
          message: "method: the sub-tenant's accounts do not serve CARD (mtn_momo).",
        },
      ]);
      const change = { methods: ["MOBILE_MONEY", "CARD"] };
      const beyond = await setup.operate("PATCH", `/tenant/provider-accounts/${account.id}`, change);
      expect(beyond.body.error.details.fields).toMatchObject([
        { path: "methods", rule: "provider", message: "methods: mtn_momo does not serve CARD." },
      ]);
    });
});
