import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { createSeededRandom } from "../../src/kit/random.ts";
import { hmacSignatureHeader } from "../../src/providers/hmac-signatures.ts";
import { SIGNATURE_HEADER, signatureScheme } from "../../src/providers/orange-sonatel/connector.ts";
import { ORANGE_SONATEL } from "../../src/providers/orange-sonatel/settings.ts";
import { sonatelStandIn } from "../../src/providers/orange-sonatel/stand-in.ts";
import type { Entry } from "../../src/stand-ins/book.ts";
import { openStandIn, type RunningStandIn } from "../../src/stand-ins/open.ts";
import type { Answer } from "../harness/app.ts";
import { type Account, type ConnectorSetup, openConnectorSetup } from "../harness/connector-setup.ts";
import { expectInvariants } from "../harness/invariants.ts";

/** Whole payments, refunds and payouts in live mode through the running service and a stand-in of Orange Sonatel. */
let setup: ConnectorSetup;
let standIn: RunningStandIn;
let account: Account;
let settings: Readonly<Record<string, string>>;
const byPassword = (suffix = "789", otp = "123456") => ({
  paymentMethod: "MOBILE_MONEY",
  paymentDetails: { phone: `+221771234${suffix}`, operator: "ORANGE", countryCode: "SN", otp },
});
const byCode = { paymentMethod: "QR", paymentDetails: { scheme: "ORANGE", countryCode: "SN" } };

async function open(method: "MOBILE_MONEY" | "QR"): Promise<void> {
  setup = await openConnectorSetup(ORANGE_SONATEL, { mode: "LIVE", method });
  standIn = await openStandIn(sonatelStandIn, { clock: setup.test.clock, random: createSeededRandom(3) });
  settings = sonatelStandIn.accountSettings(standIn.url, "first");
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

async function started(by: object, amount = "5000") {
  const session = await setup.payer.newSession({ amount });
  const answer = done(await setup.payer.complete(session.id, by));
  return { sessionId: session.id as string, chargeId: answer.chargeId as string, answer };
}

/** Orange settles and reports by itself: no background work of ours runs. */
async function reported(afterMs = 3_000): Promise<void> {
  setup.test.clock.advance(afterMs);
  await standIn.report();
  await setup.test.app.callbacksSettled();
}

const statusOf = async (sessionId: string) => (await setup.payer.status(sessionId)).status as string;
const ofKind = (kind: Entry["kind"]) => standIn.book.list().filter((one) => one.kind === kind);
const newest = (): Entry => ofKind("PAYMENT")[0] ?? expect.fail("nothing is in the book");
const asksFor = (path: string) => setup.network.history.filter((one) => one.path === path).length;
let unique = 0;
const keyed = () => {
  unique += 1;
  return { "idempotency-key": `sonatel ${unique}` };
};
const refund = async (chargeId: string, body: object) =>
  done(await setup.test.request("POST", `/payments/charges/${chargeId}/refunds`, { body, headers: keyed() }));
const refundOf = async (id: string) => done(await setup.test.request("GET", `/payments/refunds/${id}`));

describe("a code through Orange Sonatel", () => {
  beforeAll(() => open("QR"));
  afterAll(close);

  it("is shown with a link, succeeds by the signed callback, and is refunded in parts to who paid", async () => {
    const { sessionId, chargeId, answer } = await started(byCode);
    expect(answer).toMatchObject({ nextStep: "DISPLAY_QR" });
    expect(answer.qrPayload).toContain("/s/MP");
    expect(answer.actionUrl).toContain("/payer-page/");
    await reported();
    expect(await statusOf(sessionId)).toBe("SUCCEEDED");
    for (const amount of ["1200", "3800"]) {
      const made = await refund(chargeId, { amount });
      expect(made.route).toBe("ORIGINAL_RAIL");
      await setup.test.advance(60_000, 5_000);
      expect((await refundOf(made.id)).status).toBe("SUCCEEDED");
    }
    const sent = ofKind("PAYOUT").map(({ amount, party }) => [amount.minor, party]);
    expect(sent).toEqual([
      [3_800n, "771234567"],
      [1_200n, "771234567"],
    ]);
  });

  it("whose answer was lost took nothing: it fails, and the payer may try again", async () => {
    standIn.faults.next("RESET_AFTER", { method: "POST", path: /qrcode$/ });
    const { sessionId } = await started(byCode, "5129");
    await setup.test.advance(10_000);
    expect(await statusOf(sessionId)).toBe("PROCESSING");
    await setup.test.advance(20_000);
    const status = await setup.payer.status(sessionId);
    expect(status).toMatchObject({ status: "FAILED", failureCode: "PROVIDER_UNAVAILABLE" });
    done(await setup.payer.complete(sessionId, byCode));
  });

  it("that nobody pays ends when it is not valid any more", async () => {
    const { sessionId } = await started(byCode, "5129");
    await setup.test.advance(10 * 60_000, 60_000);
    expect(await statusOf(sessionId)).toBe("PROCESSING");
    await setup.test.advance(40 * 60_000, 60_000);
    expect(await setup.payer.status(sessionId)).toMatchObject({ failureCode: "PAYMENT_CANCELLED" });
  });

  it("of less than ten francs is refused", async () => {
    const session = await setup.payer.newSession({ amount: "9" });
    const { body } = await setup.payer.complete(session.id, byCode);
    expect(body.error).toMatchObject({ details: { failureCode: "AMOUNT_OUT_OF_BOUNDS" } });
  });

  it("of another amount waits for an operator and does not pay the session", async () => {
    standIn.faults.next("WRONG_AMOUNT");
    const { sessionId, chargeId } = await started(byCode);
    await reported();
    expect(await statusOf(sessionId)).toBe("PROCESSING");
    expect(await setup.payer.stored(chargeId, "review_reason")).toBe("AMOUNT_MISMATCH");
  });
});

describe("a payment by password through Orange Sonatel", () => {
  beforeAll(() => open("MOBILE_MONEY"));
  afterAll(close);

  it("succeeds by the signed callback, and pays the merchant's wallet", async () => {
    const before = await setup.payer.wallet();
    const { sessionId, answer } = await started(byPassword());
    expect(answer).toMatchObject({ nextStep: "POLL" });
    await reported();
    expect(await statusOf(sessionId)).toBe("SUCCEEDED");
    expect((await setup.payer.wallet()).balance).toBeGreaterThan(before.balance);
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
    const session = await setup.payer.newSession();
    const { status, body } = await setup.payer.complete(session.id, byPassword(suffix));
    expect([status, body.error]).toMatchObject([409, { code: "PAYMENT_FAILED", details: { failureCode } }]);
  });

  it.each([
    ["069", "UNKNOWN"],
    ["119", "PAYMENT_CANCELLED"],
  ])("from …%s fails later as %s, and the payer may try again", async (suffix, failureCode) => {
    const { sessionId } = await started(byPassword(suffix));
    await reported();
    expect(await setup.payer.status(sessionId)).toMatchObject({ status: "FAILED", failureCode });
    done(await setup.payer.complete(sessionId, byPassword()));
    await reported();
    expect(await statusOf(sessionId)).toBe("SUCCEEDED");
  });

  it.each(["SILENT_AFTER", "RESET_AFTER", "ERROR_AFTER", "HTML"] as const)(
    "whose answer met %s is found by our reference, and never made again",
    async (fault) => {
      standIn.faults.next(fault, { method: "POST", path: /onestep$/ });
      const before = asksFor("/api/eWallet/v1/payments/onestep");
      const { sessionId } = await started(byPassword());
      await setup.test.advance(10_000);
      expect(await statusOf(sessionId)).toBe("SUCCEEDED");
      expect(asksFor("/api/eWallet/v1/payments/onestep") - before).toBe(1);
    },
    30_000,
  );

  it("whose outcome is open (51) is found by our reference, and never made again", async () => {
    const before = asksFor("/api/eWallet/v1/payments/onestep");
    const { sessionId } = await started(byPassword("519"));
    await setup.test.advance(10_000);
    expect(await statusOf(sessionId)).toBe("SUCCEEDED");
    expect(asksFor("/api/eWallet/v1/payments/onestep") - before).toBe(1);
  });

  it("that never arrived fails after a quarter of an hour, unsent", async () => {
    standIn.faults.next("RESET_BEFORE", { method: "POST", path: /onestep$/ });
    const before = ofKind("PAYMENT").length;
    const { sessionId } = await started(byPassword());
    await setup.test.advance(13 * 60_000, 30_000);
    expect(await statusOf(sessionId)).toBe("PROCESSING");
    // The first question after that comes within the session's half hour.
    await setup.test.advance(12 * 60_000, 60_000);
    expect(await setup.payer.status(sessionId)).toMatchObject({ failureCode: "PROVIDER_UNAVAILABLE" });
    expect(ofKind("PAYMENT").length).toBe(before);
  });

  it("whose callback is missing succeeds by our own question; a late or doubled one changes nothing", async () => {
    standIn.faults.next("CALLBACK_MISSING");
    const first = await started(byPassword());
    await reported();
    await setup.test.advance(12_000);
    expect(await statusOf(first.sessionId)).toBe("SUCCEEDED");
    standIn.faults.next("CALLBACK_LATE", { delayMs: 60_000 });
    const second = await started(byPassword("179"));
    await reported();
    await setup.test.advance(30_000);
    expect(await statusOf(second.sessionId)).toBe("SUCCEEDED");
    const events = (await setup.test.owner.query({ text: "select 1 from events" })).length;
    await reported(60_000);
    expect((await setup.test.owner.query({ text: "select 1 from events" })).length).toBe(events);
  });

  it("is not believed when its callback is forged, old, without its key or about nothing of ours", async () => {
    const { sessionId } = await started(byPassword("129"));
    const { reference } = newest();
    const send = async (
      about: string | null,
      { key = settings.callbackSecret ?? "", age = 0, basic = settings.callbackApiKey } = {},
    ) => {
      const body = JSON.stringify({ reference: about, type: "MERCHANT_PAYMENT", status: "SUCCESS" });
      const seconds = Math.floor(setup.test.clock.nowMs() / 1_000) - age;
      const signature = hmacSignatureHeader(signatureScheme, key, seconds, body);
      const headers = { [SIGNATURE_HEADER]: signature, authorization: `Basic ${basic}` };
      return (await fetch(account.callbackUrl, { method: "POST", headers, body })).status;
    };
    const before = setup.network.history.length;
    expect(await send(reference, { key: "another secret" })).toBe(401);
    expect(await send(reference, { age: 301 })).toBe(401);
    expect(await send(reference, { basic: "another" })).toBe(401);
    expect(await send("nothing")).toBe(404);
    expect(setup.network.history.length).toBe(before);
    // It says what is not so: the question tells the truth.
    expect(await send(reference)).toBe(204);
    await setup.test.app.callbacksSettled();
    expect(setup.network.history.length).toBeGreaterThan(before);
    expect(await statusOf(sessionId)).toBe("PROCESSING");
  });

  describe("and a payout through Orange Sonatel", () => {
    beforeAll(async () => {
      await started(byPassword());
      await reported();
    });
    const payoutTo = async (suffix: string): Promise<string> => {
      const wallets: readonly { id: string; currency: string }[] = done(
        await setup.test.request("GET", "/payments/wallets"),
      );
      const details = { phone: `+221771234${suffix}`, operator: "ORANGE", countryCode: "SN" };
      const person = { name: "Awa Ndiaye", type: "MOBILE_MONEY", details, currency: "XOF" };
      const beneficiary = done(await setup.test.request("POST", "/payments/beneficiaries", { body: person }));
      expect(beneficiary.nameCheck).toBe("NOT_CHECKED");
      await setup.test.advance(25 * 3_600_000, 3_600_000);
      const walletId = wallets.find(({ currency }) => currency === "XOF")?.id;
      const body = { walletId, beneficiaryId: beneficiary.id, amount: "700" };
      return done(await setup.test.request("POST", "/payments/payouts", { body, headers: keyed() })).id;
    };
    const payoutOf = async (id: string) => done(await setup.test.request("GET", `/payments/payouts/${id}`));
    const sent = () => ofKind("PAYOUT").filter(({ amount }) => amount.minor === 700n).length;

    it.each(["789", "519"])("to …%s is made once, also when the answer is lost", async (suffix) => {
      const before = sent();
      if (suffix === "789") standIn.faults.next("RESET_AFTER", { method: "POST", path: /cashins$/ });
      const id = await payoutTo(suffix);
      await setup.test.advance(120_000, 5_000);
      expect((await payoutOf(id)).status).toBe("PAID");
      expect(sent() - before).toBe(1);
    });

    it("that never arrived stays unknown: it is never sent again by itself", async () => {
      const before = sent();
      standIn.faults.next("RESET_BEFORE", { method: "POST", path: /cashins$/ });
      const id = await payoutTo("789");
      await setup.test.advance(45 * 60_000, 60_000);
      expect((await payoutOf(id)).status).toBe("IN_RECONCILIATION");
      expect(sent()).toBe(before);
    });

    it("that is refused fails with the reason, and gives the money back", async () => {
      const before = await setup.payer.wallet();
      const id = await payoutTo("149");
      await setup.test.advance(60_000, 5_000);
      expect(await payoutOf(id)).toMatchObject({ status: "FAILED", failureCode: "RISK_BLOCKED" });
      expect((await setup.payer.wallet()).available).toBe(before.available);
    });
  });
});
