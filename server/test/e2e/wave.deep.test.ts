import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { createSeededRandom } from "../../src/kit/random.ts";
import { hmacSignatureHeader } from "../../src/providers/hmac-signatures.ts";
import { SIGNATURE_HEADER, signatureScheme } from "../../src/providers/wave/connector.ts";
import { WAVE } from "../../src/providers/wave/settings.ts";
import { waveStandIn } from "../../src/providers/wave/stand-in.ts";
import type { Entry } from "../../src/stand-ins/book.ts";
import { openStandIn, type RunningStandIn } from "../../src/stand-ins/open.ts";
import type { Answer } from "../harness/app.ts";
import { type Account, type ConnectorSetup, openConnectorSetup } from "../harness/connector-setup.ts";
import { expectInvariants } from "../harness/invariants.ts";

/** Whole payments, refunds and payouts in live mode through the running service and a stand-in of Wave, over HTTP. */
let setup: ConnectorSetup;
let standIn: RunningStandIn;
let account: Account;
let secret: string;
const byWave = {
  paymentMethod: "MOBILE_MONEY",
  paymentDetails: { phone: "+2250504030201", operator: "WAVE", countryCode: "CI" },
};
const byCode = { paymentMethod: "QR", paymentDetails: { scheme: "WAVE", countryCode: "CI" } };

async function open(method: "MOBILE_MONEY" | "QR"): Promise<void> {
  setup = await openConnectorSetup(WAVE, { mode: "LIVE", method });
  standIn = await openStandIn(waveStandIn, { clock: setup.test.clock, random: createSeededRandom(4) });
  const settings = waveStandIn.accountSettings(standIn.url, "first");
  secret = settings.webhookSecret ?? "";
  account = await setup.addAccount(settings);
  standIn.setCallbackUrl("first", account.callbackUrl);
}
async function close(): Promise<void> {
  await standIn?.close();
  await setup?.test.stop();
}
afterEach(async () => {
  standIn.faults.calm();
  await expectInvariants(setup.test.owner);
});

const done = (answer: Answer): Answer["body"] => {
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
  return answer.body.data;
};

/** The amount decides what the stand-in does. */
async function started(amount = "5000", by: object = byWave) {
  const session = await setup.payer.newSession({ amount });
  const answer = done(await setup.payer.complete(session.id, by));
  return { sessionId: session.id as string, chargeId: answer.chargeId as string, answer };
}

/** Wave settles and reports by itself: no background work of ours runs. */
async function reported(afterMs = 3_000): Promise<void> {
  setup.test.clock.advance(afterMs);
  await standIn.report();
  await setup.test.app.callbacksSettled();
}

const statusOf = async (sessionId: string) => (await setup.payer.status(sessionId)).status as string;
/** The newest session in Wave's book. */
const newest = (): Entry => standIn.book.list().find(({ kind }) => kind === "PAYMENT") ?? expect.fail("none");
const taken = () =>
  standIn.book
    .list()
    .filter(
      (one) => one.reference === newest().reference && one.kind === "PAYMENT" && one.status === "SUCCEEDED",
    );

async function paid(amount = "5000") {
  const one = await started(amount);
  await reported();
  expect(await statusOf(one.sessionId)).toBe("SUCCEEDED");
  return one;
}

let unique = 0;
const keyed = () => {
  unique += 1;
  return { "idempotency-key": `wave ${unique}` };
};

describe("a payment through Wave", () => {
  beforeAll(() => open("MOBILE_MONEY"));
  afterAll(close);

  it("sends the payer to Wave, succeeds by the signed webhook with one question, and pays the wallet", async () => {
    const before = await setup.payer.wallet();
    const { sessionId, answer } = await started();
    expect(answer).toMatchObject({ nextStep: "REDIRECT" });
    expect(answer.actionUrl).toContain(`${standIn.url}/payer-page/`);
    const asked = setup.network.history.length;
    await reported();
    expect(await statusOf(sessionId)).toBe("SUCCEEDED");
    const paths = setup.network.history.slice(asked).map(({ method, path }) => `${method} ${path}`);
    expect(paths).toEqual([`GET /v1/checkout/sessions/${newest().id}`]);
    expect((await setup.payer.wallet()).balance).toBeGreaterThan(before.balance);
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
    await reported();
    await setup.test.advance(15_000);
    expect(await setup.payer.status(sessionId)).toMatchObject({ status: "FAILED", failureCode });
    expect(taken()).toEqual([]);
  });

  it.each([
    ["169", "PROVIDER_UNAVAILABLE"],
    ["5000001", "INVALID_AMOUNT"],
  ])("of %s is refused at once as %s", async (amount, failureCode) => {
    const session = await setup.payer.newSession({ amount });
    const { status, body } = await setup.payer.complete(session.id, byWave);
    expect([status, body.error]).toMatchObject([409, { code: "PAYMENT_FAILED", details: { failureCode } }]);
  });

  it.each(["SILENT_AFTER", "RESET_AFTER", "ERROR_AFTER", "HTML"] as const)(
    "whose answer met %s is found by our reference, never made again, and paid once",
    async (fault) => {
      standIn.faults.next(fault, { method: "POST", path: /sessions$/ });
      const { sessionId } = await started();
      expect(await statusOf(sessionId)).toBe("PROCESSING");
      await setup.test.advance(10_000);
      await reported();
      expect(await statusOf(sessionId)).toBe("SUCCEEDED");
      const { reference } = newest();
      expect(standIn.book.list().filter((one) => one.reference === reference)).toHaveLength(1);
    },
    30_000,
  );

  it("whose creation never arrived took nothing: it fails, and the payer may try again", async () => {
    standIn.faults.next("RESET_BEFORE", { method: "POST", path: /sessions$/ });
    const { sessionId } = await started();
    await setup.test.advance(10_000);
    expect(await statusOf(sessionId)).toBe("PROCESSING");
    await setup.test.advance(20_000);
    const status = await setup.payer.status(sessionId);
    expect(status).toMatchObject({ status: "FAILED", failureCode: "PROVIDER_UNAVAILABLE" });
    done(await setup.payer.complete(sessionId, byWave));
    await reported();
    expect(await statusOf(sessionId)).toBe("SUCCEEDED");
  });

  it("whose webhook is missing succeeds by our own question, and a late one changes nothing", async () => {
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
    const events = (await setup.test.owner.query({ text: "select 1 from events" })).length;
    await reported(60_000);
    expect((await setup.test.owner.query({ text: "select 1 from events" })).length).toBe(events);
  });

  it("that is reported twice is booked once", async () => {
    const before = await setup.payer.wallet();
    const { sessionId } = await started("5179");
    await reported();
    expect(await statusOf(sessionId)).toBe("SUCCEEDED");
    const once = await setup.payer.wallet();
    await reported();
    expect(await setup.payer.wallet()).toEqual(once);
    expect(once.balance - before.balance).toBeLessThanOrEqual(5_179);
  });

  it("of another amount waits for an operator and does not pay the session", async () => {
    standIn.faults.next("WRONG_AMOUNT");
    const { sessionId, chargeId } = await started();
    await reported();
    expect(await statusOf(sessionId)).toBe("PROCESSING");
    expect(await setup.payer.stored(chargeId, "review_reason")).toBe("AMOUNT_MISMATCH");
  });

  it("that nobody makes is closed at Wave when it expires here, so that it cannot be paid any more", async () => {
    const { sessionId } = await started("5129");
    await setup.test.advance(40 * 60_000, 60_000);
    expect(await setup.payer.status(sessionId)).toMatchObject({ failureCode: "PAYMENT_CANCELLED" });
    expect(newest().status).toBe("FAILED");
  });

  it("is not believed when its webhook is forged, old or about nothing of ours", async () => {
    const { sessionId } = await started("5129");
    const { reference, id } = newest();
    const send = async (data: object, key = secret, ageSeconds = 0, type = "checkout.session.completed") => {
      const body = JSON.stringify({ id: "EV_1", type, data });
      const seconds = Math.floor(setup.test.clock.nowMs() / 1_000) - ageSeconds;
      const headers = { [SIGNATURE_HEADER]: hmacSignatureHeader(signatureScheme, key, seconds, body) };
      return (await fetch(account.callbackUrl, { method: "POST", headers, body })).status;
    };
    const ours = { id, client_reference: reference, payment_status: "succeeded" };
    const asked = () => setup.network.history.length;
    const before = asked();
    expect(await send(ours, "another secret")).toBe(401);
    expect(await send(ours, secret, 301)).toBe(401);
    expect((await fetch(account.callbackUrl, { method: "POST", body: JSON.stringify(ours) })).status).toBe(
      401,
    );
    expect(await send({ ...ours, client_reference: "nothing" })).toBe(404);
    expect(await send({}, secret, 0, "test.test_event")).toBe(204);
    expect(asked()).toBe(before);
    // It says what is not so: the question tells the truth.
    expect(await send(ours)).toBe(204);
    await setup.test.app.callbacksSettled();
    expect(asked()).toBe(before + 1);
    expect(await statusOf(sessionId)).toBe("PROCESSING");
  });

  describe("is refunded", () => {
    const refund = async (chargeId: string, body: object) =>
      done(
        await setup.test.request("POST", `/payments/charges/${chargeId}/refunds`, { body, headers: keyed() }),
      );
    const refundOf = async (id: string) => done(await setup.test.request("GET", `/payments/refunds/${id}`));

    it("as a whole by its session, once, and only when Wave's list shows it", async () => {
      const { chargeId } = await paid();
      const { reference } = newest();
      const made = await refund(chargeId, {});
      expect(made.route).toBe("ORIGINAL_RAIL");
      await setup.test.advance(120_000, 5_000);
      expect((await refundOf(made.id)).status).toBe("SUCCEEDED");
      const refunds = standIn.book
        .list()
        .filter((one) => one.kind === "REFUND" && one.reference === reference);
      expect(refunds.map(({ amount }) => amount.minor)).toEqual([5_000n]);
    });

    it("once, also when the answer is lost", async () => {
      const { chargeId } = await paid();
      const { reference } = newest();
      standIn.faults.next("RESET_AFTER", { method: "POST", path: /refund$/ });
      const made = await refund(chargeId, {});
      await setup.test.advance(120_000, 5_000);
      expect((await refundOf(made.id)).status).toBe("SUCCEEDED");
      const refunds = standIn.book
        .list()
        .filter((one) => one.kind === "REFUND" && one.reference === reference);
      expect(refunds).toHaveLength(1);
    });

    it("in part by a payout to the payer", async () => {
      const { chargeId } = await paid();
      const made = await refund(chargeId, { amount: "1200" });
      expect(made.route).toBe("PAYOUT_TO_PAYER");
      await setup.test.advance(120_000, 5_000);
      expect((await refundOf(made.id)).status).toBe("SUCCEEDED");
      const [sent] = standIn.book.list().filter(({ kind }) => kind === "PAYOUT");
      expect([sent?.amount.minor, sent?.party]).toEqual([1_200n, "+2250504030201"]);
    });
  });

  describe("and a payout through Wave", () => {
    beforeAll(() => paid());
    const beneficiary = async (suffix: string) => {
      const details = { phone: `+2250504030${suffix}`, operator: "WAVE", countryCode: "CI" };
      const body = { name: "Awa Koné", type: "MOBILE_MONEY", details, currency: "XOF" };
      return done(await setup.test.request("POST", "/payments/beneficiaries", { body }));
    };
    const payoutTo = async (beneficiaryId: string): Promise<string> => {
      const wallets: readonly { id: string; currency: string }[] = done(
        await setup.test.request("GET", "/payments/wallets"),
      );
      const walletId = wallets.find(({ currency }) => currency === "XOF")?.id;
      const body = { walletId, beneficiaryId, amount: "700" };
      return done(await setup.test.request("POST", "/payments/payouts", { body, headers: keyed() })).id;
    };
    const payoutOf = async (id: string) => done(await setup.test.request("GET", `/payments/payouts/${id}`));
    const sent = () =>
      standIn.book.list().filter((one) => one.kind === "PAYOUT" && one.amount.minor === 700n);

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
      await setup.test.advance(25 * 3_600_000, 3_600_000);
      const before = sent().length;
      standIn.faults.next("RESET_AFTER", { method: "POST", path: /payout$/ });
      const id = await payoutTo(beneficiaryId);
      await setup.test.advance(120_000, 5_000);
      expect((await payoutOf(id)).status).toBe("PAID");
      expect(sent().length - before).toBe(1);
    });

    it("fails with Wave's reason, and gives the money back", async () => {
      const { id: beneficiaryId } = await beneficiary("149");
      await setup.test.advance(25 * 3_600_000, 3_600_000);
      const before = await setup.payer.wallet();
      const id = await payoutTo(beneficiaryId);
      await setup.test.advance(60_000, 5_000);
      expect(await payoutOf(id)).toMatchObject({ status: "FAILED", failureCode: "RISK_BLOCKED" });
      expect((await setup.payer.wallet()).available).toBe(before.available);
    });
  });
});

describe("a code through Wave", () => {
  beforeAll(() => open("QR"));
  afterAll(close);

  it("is Wave's address, also as a link for the phone that shows it, and is paid", async () => {
    const { sessionId, answer } = await started("5000", byCode);
    expect(answer).toMatchObject({ nextStep: "DISPLAY_QR" });
    const launch = newest();
    expect(answer.qrPayload).toContain(launch.id);
    expect(answer.actionUrl).toBe(answer.qrPayload);
    await reported();
    expect(await statusOf(sessionId)).toBe("SUCCEEDED");
  });
});
