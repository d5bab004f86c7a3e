import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { money } from "../../kit/money.ts";
import type { PayoutRequest, StartRequest } from "../provider.ts";
import { createAsking } from "../testing/asking.ts";
import type { ContractSubject, Wish } from "../testing/contract-subject.ts";
import { describeProviderContract } from "../testing/contract-suite.ts";
import { hmacForgeries } from "../testing/forgeries.ts";
import { nobody } from "../testing/questions.ts";
import { openStandInAccounts, type StandInAccounts } from "../testing/stand-in-accounts.ts";
import { createWaveConnector, SIGNATURE_HEADER, signatureScheme } from "./connector.ts";
import { waveStandIn } from "./stand-in.ts";

/** Amounts by which the stand-in is asked to behave; it never learns the payer's number. */
const amounts: Partial<Record<Wish, bigint>> = {
  SUCCESS: 12_000n,
  PENDING: 12_129n,
  CALLBACK_TWICE: 12_179n,
  CALLBACK_FIRST: 12_269n,
  SLOW_DRIP: 12_299n,
  INSUFFICIENT_FUNDS: 12_049n,
  PAYER_NOT_FOUND: 12_029n,
  LIMIT_EXCEEDED: 12_019n,
  INVALID_AMOUNT: 5_000_001n,
  PROVIDER_UNAVAILABLE: 169n,
  PAYMENT_CANCELLED: 12_119n,
  RISK_BLOCKED: 12_149n,
  UNKNOWN: 12_069n,
};
const payoutSuffixes: Readonly<Record<string, string>> = {
  SUCCESS: "789",
  PENDING: "129",
  INVALID_RECIPIENT: "089",
};

async function open(): Promise<ContractSubject & StandInAccounts> {
  const accounts = await openStandInAccounts(waveStandIn, createWaveConnector(), {
    refused: { apiKey: "wave_ci_prod_not-a-key" },
  });
  const secret = accounts.account.settings.webhookSecret ?? "";
  return {
    ...accounts,
    forgeries: (callback) => [
      ...hmacForgeries(callback, { header: SIGNATURE_HEADER, scheme: signatureScheme, secret }),
      {
        ...callback,
        headers: { ...callback.headers, [SIGNATURE_HEADER]: "", authorization: `Bearer ${secret}` },
      },
    ],
    lateMs: 16_000,
    lostStart: "FOUND",
    refundsByPayment: true,
    silentPayouts: true,
    paymentLike: (wish) => {
      if (wish === "INVALID_CURRENCY") {
        return { method: "MOBILE_MONEY", amount: money(12_000n, "GNF"), payer: nobody };
      }
      const minor = amounts[wish];
      return minor === undefined
        ? null
        : { method: "MOBILE_MONEY", amount: money(minor, "XOF"), payer: nobody };
    },
    payoutLike: (wish) => {
      const suffix = payoutSuffixes[wish];
      return suffix === undefined ? null : payoutTo(suffix);
    },
    moved: async (kind, ownId, paymentId) =>
      accounts.standIn.book
        .list()
        .filter((one) => one.kind === kind && one.status === "SUCCEEDED")
        .filter(({ reference }) => reference === (kind === "REFUND" ? paymentId : ownId))
        .map(({ amount }) => amount),
  };
}

function payoutTo(suffix: string): Omit<PayoutRequest, "reference" | "ownId" | "callbackUrl"> {
  const recipient = { phone: `+2250504030${suffix}`, operator: "WAVE", countryCode: "CI", name: "Awa Koné" };
  return { ...recipient, amount: money(12_000n, "XOF"), iban: null, walletId: null };
}

describeProviderContract("Wave", createWaveConnector(), open);

describe("Wave", () => {
  let subject: Awaited<ReturnType<typeof open>>;
  beforeAll(async () => {
    subject = await open();
  });
  afterAll(async () => {
    await subject?.close();
  });
  const calls = () => subject.of(subject.account);
  const asking = createAsking({
    subject: () => subject,
    like: { amount: money(12_000n, "XOF"), payer: nobody },
  });
  const { ids, started } = asking;
  const request = (minor = 12_000n, change: Partial<StartRequest> = {}) =>
    asking.request({ amount: money(minor, "XOF"), ...change });

  it("sends the payer to its page, and shows the address of the page as a code", async () => {
    const { outcome } = await started(request());
    expect(outcome).toMatchObject({ nextStep: { kind: "REDIRECT" } });
    const code = await started(request(12_000n, { method: "QR", payer: { ...nobody, qrScheme: "WAVE" } }));
    const nextStep = code.outcome.kind === "pending" ? code.outcome.nextStep : null;
    expect(nextStep).toMatchObject({ kind: "DISPLAY_QR", qrPayload: expect.stringContaining("http") });
    expect(nextStep?.kind === "DISPLAY_QR" && nextStep.actionUrl === nextStep.qrPayload).toBe(true);
    expect(await calls().query(code.question)).toMatchObject({ kind: "pending", nextStep });
  });

  it("ends a session that nobody paid when our attempt ends, so that it cannot be paid afterwards", async () => {
    const { question } = await started(request(12_129n));
    expect((await calls().query(question)).kind).toBe("pending");
    await subject.advance(61_000);
    const ended = { kind: "failed", failureCode: "PAYMENT_CANCELLED", providerCode: "expired" };
    expect(await calls().query(question)).toMatchObject(ended);
    const [entry] = subject.standIn.book.list();
    expect(entry?.status).toBe("FAILED");
  });

  it("is paid when the payer pays while the session is being expired", async () => {
    const { question } = await started(request(12_129n));
    const [entry] = subject.standIn.book.list();
    if (entry === undefined) throw new Error("it is in the book");
    subject.network.failNext(null, "TIMEOUT_BEFORE");
    expect((await calls().cancel(question)).kind).toBe("unknown");
    subject.standIn.book.end(entry, "SUCCESS");
    expect(await calls().cancel(question)).toMatchObject({ kind: "succeeded", amount: question.amount });
  });

  it("finds the paid session where the network delivered the creation twice", async () => {
    subject.network.failNext("DUPLICATE");
    const { question } = await started(request());
    await subject.advance(10_000);
    expect(await calls().query({ ...question, handle: null })).toMatchObject({ kind: "succeeded" });
    expect(await subject.moved("PAYMENT", question.ownId)).toEqual([question.amount]);
  });

  it.each(["TOO_MANY", "ERROR_BEFORE"] as const)(
    "%s leaves a start unknown, without an alarm",
    async (fault) => {
      subject.standIn.faults.next(fault);
      const { outcome } = await started(request());
      const reason = fault === "TOO_MANY" ? "http_429" : "http_503";
      expect(outcome).toMatchObject({ kind: "unknown", reason });
      expect(outcome).not.toHaveProperty("alarm");
      // Until then, 429 holds back every other start.
      await subject.advance(60_000);
    },
  );

  it("alarms operators about a refused key: a start fails, and a query is unknown", async () => {
    const stranger = subject.of(subject.stranger);
    const { question } = await started(request());
    const code = "no-matching-api-key";
    const failed = { kind: "failed", failureCode: "PROVIDER_UNAVAILABLE", providerCode: code, alarm: true };
    expect(await stranger.start(request())).toEqual(failed);
    expect(await stranger.query(question)).toEqual({ kind: "unknown", reason: `401_${code}`, alarm: true });
    expect(await stranger.payout({ ...ids(), ...payoutTo("789"), callbackUrl: "" })).toEqual(failed);
  });

  it("refuses a part of a payment before anything is sent", async () => {
    const { question } = await started(request());
    const before = subject.network.history.length;
    const part = { ...ids(), amount: money(100n, "XOF"), payment: question, payer: nobody, callbackUrl: "" };
    expect(await calls().refund(part)).toMatchObject({ kind: "failed", providerCode: "ONLY_WHOLE_REFUNDS" });
    expect(subject.network.history.length).toBe(before);
  });

  it("counts an accepted refund that its list never shows as done after a quarter of an hour", async () => {
    const { question } = await started(request());
    const refund = { ...ids(), amount: question.amount, startedAtMs: subject.nowMs(), payment: question };
    const accepted = { ...refund, handle: { accepted: "yes" } };
    expect(await calls().queryRefund(accepted)).toMatchObject({ kind: "pending" });
    await subject.advance(15 * 60_000);
    subject.network.failNext("GARBAGE");
    expect(await calls().queryRefund(accepted), "an unreadable list says nothing").toMatchObject({
      kind: "unknown",
    });
    expect(await calls().queryRefund(accepted)).toMatchObject({ kind: "succeeded", amount: question.amount });
    expect(await calls().queryRefund({ ...refund, handle: null })).toEqual({ kind: "not_found" });
  });

  it.each([
    ["019", "LIMIT_EXCEEDED", "recipient-limit-exceeded", undefined],
    ["039", "INVALID_RECIPIENT", "country-mismatch", undefined],
    ["049", "INSUFFICIENT_FUNDS", "insufficient-funds", undefined],
    ["089", "INVALID_RECIPIENT", "recipient-account-inactive", undefined],
    ["109", "RISK_BLOCKED", "recipient-minor", undefined],
    ["149", "RISK_BLOCKED", "recipient-account-blocked", undefined],
    ["169", "PROVIDER_UNAVAILABLE", "aggregated-merchant-required", true],
    ["069", "UNKNOWN", "a-code-never-seen", true],
  ])("a payout to …%s fails with %s (%s)", async (suffix, failureCode, providerCode, alarm) => {
    const one = { ...ids(), ...payoutTo(suffix), callbackUrl: "" };
    const first = await calls().payout(one);
    await subject.advance(3_000);
    const question = { ...one, startedAtMs: subject.nowMs(), handle: null };
    const outcome = first.kind === "failed" ? first : await calls().queryPayout(question);
    expect(outcome).toMatchObject({ kind: "failed", failureCode, providerCode });
    expect("alarm" in outcome ? outcome.alarm : undefined).toBe(alarm);
  });

  it("treats another payout under a used key as unknown, and the first one stays as it is", async () => {
    const one = { ...ids(), ...payoutTo("789"), callbackUrl: "" };
    await calls().payout(one);
    const other = await calls().payout({ ...one, amount: money(13_000n, "XOF") });
    expect(other).toEqual({ kind: "unknown", reason: "http_409_idempotency-mismatch" });
    await subject.advance(3_000);
    expect(await subject.moved("PAYOUT", one.ownId)).toEqual([one.amount]);
  });

  it("tells of a payout that was taken back: failed when asked, reversed in the statement", async () => {
    const fromMs = subject.nowMs();
    const one = { ...ids(), ...payoutTo("789"), callbackUrl: "" };
    await calls().payout(one);
    await subject.advance(3_000);
    const entry = subject.standIn.book.list().find(({ reference }) => reference === one.reference);
    if (entry === undefined) throw new Error("it is in the book");
    subject.standIn.book.amend(entry, { reversed: "yes" });
    const question = { ...one, startedAtMs: fromMs, handle: null };
    expect(await calls().queryPayout(question)).toMatchObject({ kind: "failed", providerCode: "reversed" });
    const told = await calls().statement(fromMs, subject.nowMs() + 1);
    const lines = told.kind === "lines" ? told.lines : [];
    expect(lines.map(({ status, amount }) => [status, amount])).toEqual([
      ["SUCCEEDED", one.amount],
      ["REVERSED", one.amount],
    ]);
  });

  it.each([
    ["789", { kind: "match" }],
    ["389", { kind: "mismatch" }],
    ["399", { kind: "not_known" }],
    ["089", { kind: "no_account" }],
  ])("compares the name of the holder of …%s: %o", async (suffix, verdict) => {
    const { amount, ...recipient } = payoutTo(suffix);
    expect(await calls().verifyBeneficiary({ ...recipient, currency: amount.currency })).toEqual(verdict);
  });

  it("lists a day over several pages, with gross amounts and fees, refunds and payouts", async () => {
    const fromMs = subject.nowMs();
    for (let made = 0; made < 60; made += 1) await started(request(10_000n));
    await subject.advance(3_000);
    const { question } = await started(request(20_000n));
    await calls().payout({ ...ids(), ...payoutTo("789"), callbackUrl: "" });
    await subject.advance(3_000);
    await calls().refund({
      ...ids(),
      amount: question.amount,
      payment: question,
      payer: nobody,
      callbackUrl: "",
    });
    const told = await calls().statement(fromMs, subject.nowMs() + 1);
    const lines = told.kind === "lines" ? told.lines : [];
    const shown = lines.slice(-3).map(({ type, amount, fee }) => [type, amount.minor, fee?.minor]);
    expect(lines).toHaveLength(63);
    expect(shown).toEqual(
      expect.arrayContaining([
        ["PAYMENT", 20_000n, 200n],
        ["REFUND", 20_000n, -200n],
        ["PAYOUT", 12_000n, 120n],
      ]),
    );
  });

  it("says what the wallet holds", async () => {
    const told = await calls().balance();
    expect(told).toMatchObject({
      kind: "balances",
      balances: [{ wallet: null, available: { currency: "XOF" } }],
    });
    subject.network.failNext("GARBAGE");
    expect((await calls().balance()).kind).toBe("unavailable");
  });
});
