import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { money } from "../../kit/money.ts";
import type { Mode } from "../../kit/payment-terms.ts";
import type { Payer } from "../provider.ts";
import { createAsking } from "../testing/asking.ts";
import type { ContractSubject, Wish } from "../testing/contract-subject.ts";
import { describeProviderContract } from "../testing/contract-suite.ts";
import { nobody } from "../testing/questions.ts";
import { openStandInAccounts, type StandInAccounts } from "../testing/stand-in-accounts.ts";
import { VISIBLE_AFTER_MS } from "./answers.ts";
import { createMtnMomoConnector } from "./connector.ts";
import { mtnMomoStandIn } from "./stand-in.ts";

const suffixes: Partial<Record<Wish, string>> = {
  SUCCESS: "789",
  PENDING: "453",
  CALLBACK_TWICE: "789",
  CALLBACK_FIRST: "469",
  SLOW_DRIP: "789",
  PAYMENT_NOT_CONFIRMED: "463",
  INSUFFICIENT_FUNDS: "471",
  PAYER_NOT_FOUND: "455",
  LIMIT_EXCEEDED: "476",
  PROVIDER_UNAVAILABLE: "462",
  PAYMENT_CANCELLED: "451",
  RISK_BLOCKED: "457",
  INVALID_CURRENCY: "460",
  INVALID_AMOUNT: "789",
  UNKNOWN: "461",
};
const NO_RECIPIENT = "457";
const amount = money(12_000n, "XOF");

interface Side {
  readonly mode: Mode;
  readonly targetEnvironment: string;
  /** Everything of the number but its last three digits. */
  readonly numbers: string;
}
const live: Side = { mode: "LIVE", targetEnvironment: "mtnivorycoast", numbers: "+2250504030" };
const sandbox: Side = { mode: "SANDBOX", targetEnvironment: "sandbox", numbers: "+46733123" };

type Subject = ContractSubject & StandInAccounts;

async function open({ mode, targetEnvironment, numbers }: Side): Promise<Subject> {
  const accounts = await openStandInAccounts(mtnMomoStandIn, createMtnMomoConnector(), {
    mode,
    settings: () => ({ targetEnvironment }),
    refused: { collectionApiKey: "not-a-key" },
  });
  const { standIn } = accounts;
  const payer = (suffix: string): Payer => ({
    ...nobody,
    phone: `${numbers}${suffix}`,
    operator: "MTN",
    countryCode: "CI",
  });
  return {
    ...accounts,
    lateMs: VISIBLE_AFTER_MS,
    paymentLike: (wish) => {
      const suffix = suffixes[wish];
      if (suffix === undefined) return null;
      if (wish === "CALLBACK_TWICE") standIn.faults.next("CALLBACK_TWICE");
      if (wish === "SLOW_DRIP")
        standIn.faults.next("SILENT_AFTER", { method: "POST", path: /requesttopay$/ });
      const asked = wish === "INVALID_AMOUNT" ? money(0n, "XOF") : amount;
      return { method: "MOBILE_MONEY", amount: asked, payer: payer(suffix) };
    },
    payoutLike: (wish) => {
      const { phone, operator, countryCode } = payer(wish === "INVALID_RECIPIENT" ? NO_RECIPIENT : "789");
      return { amount, phone, operator, countryCode, iban: null, walletId: null, name: "Awa Koné" };
    },
    // The sandbox counts euros with the digits of the francs that were asked for.
    moved: async (kind, ownId) =>
      standIn.book
        .moved(kind, ownId)
        .map(({ minor, currency }) => money(currency === "EUR" ? minor / 100n : minor, "XOF")),
  };
}

describeProviderContract("mtn_momo in a live country", createMtnMomoConnector(), () => open(live));
describeProviderContract("mtn_momo in MTN's sandbox", createMtnMomoConnector(), () => open(sandbox));

describe.each([live, sandbox])("mtn_momo with targetEnvironment $targetEnvironment", (side) => {
  let subject: Subject;
  beforeAll(async () => {
    subject = await open(side);
  });
  afterAll(() => subject?.close());
  const calls = () => subject.of(subject.account);
  const { request, sent: pathsOf } = createAsking({
    subject: () => subject,
    ownIdOf: (count) => `0193f000-0000-4000-8000-${String(count).padStart(12, "0")}`,
    like: { amount, payer: { ...nobody, phone: `${side.numbers}789`, operator: "MTN", countryCode: "CI" } },
  });
  const tokenCalls = () => subject.network.history.filter(({ path }) => path.endsWith("/token/")).length;

  it("gives one token for many calls at a time, and another when it refuses the first", async () => {
    const before = tokenCalls();
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => calls().start(request())));
    expect(outcomes.every(({ kind }) => kind === "pending")).toBe(true);
    expect(tokenCalls() - before).toBe(1);
    subject.standIn.faults.next("EXPIRED_TOKEN");
    expect((await calls().start(request())).kind).toBe("pending");
    expect(tokenCalls() - before).toBe(2);
  });

  it("is asked for a new token before the old one ends", async () => {
    await calls().start(request());
    const before = tokenCalls();
    await subject.advance(3_541_000);
    expect((await calls().start(request())).kind).toBe("pending");
    expect(tokenCalls() - before).toBe(1);
  });

  it("has two tokens: one for payments, and one for refunds and payouts", async () => {
    const one = request();
    await calls().start(one);
    await subject.advance(3_000);
    const ids = request();
    const payment = { ...one, startedAtMs: 0, handle: null };
    const refund = { ...ids, amount, payment, payer: one.payer };
    subject.standIn.faults.next("EXPIRED_TOKEN");
    const paths = await pathsOf(() => calls().refund(refund));
    expect(paths).toContain("POST /disbursement/token/");
    expect(paths.at(-1)).toBe("POST /disbursement/v1_0/refund");
    expect(paths.filter((path) => path.includes("/collection/"))).toEqual([]);
  });

  it("sends nothing when its keys are refused: a payment fails at once, and operators are told", async () => {
    const calledByStranger = subject.of(subject.stranger);
    const one = request();
    const paths = await pathsOf(async () =>
      expect(await calledByStranger.start(one)).toEqual({
        kind: "failed",
        failureCode: "PROVIDER_UNAVAILABLE",
        providerCode: "HTTP_401",
        alarm: true,
        notSent: true,
      }),
    );
    expect(paths).toEqual(["POST /collection/token/"]);
    // Of a payment that was sent before the key was changed nothing is known.
    expect(await calledByStranger.query({ ...one, startedAtMs: 0, handle: null })).toEqual({
      kind: "unknown",
      reason: "token_http_401",
      alarm: true,
    });
    expect(subject.logged()).not.toContain("provider.call.failed");
  });

  it.each(["ERROR_BEFORE", "HTML", "TOO_MANY"] as const)(
    "leaves a payment unknown when its token meets %s",
    async (fault) => {
      await subject.advance(3_541_000);
      subject.standIn.faults.next(fault, { path: /token\/$/ });
      expect((await calls().start(request())).kind).toBe("unknown");
      // 429 holds back what follows.
      await subject.advance(6_000);
      expect((await calls().start(request())).kind).toBe("pending");
    },
  );

  it.each([
    [
      "481",
      { kind: "failed", failureCode: "PROVIDER_UNAVAILABLE", alarm: true, providerCode: "NOT_ALLOWED" },
    ],
    ["482", { kind: "pending" }],
    ["483", { kind: "failed", failureCode: "PROVIDER_UNAVAILABLE", alarm: true }],
    ["484", { kind: "failed", failureCode: "PROVIDER_UNAVAILABLE", alarm: true }],
    ["485", { kind: "failed", failureCode: "PROVIDER_UNAVAILABLE", alarm: true, providerCode: "FORBIDDEN" }],
  ])("a start that it answers with an error code, as for %s", async (suffix, outcome) => {
    const payer: Payer = { ...nobody, phone: `${side.numbers}${suffix}` };
    expect(await calls().start(request({ payer }))).toMatchObject(outcome);
  });

  it("may not show a payment that it has accepted for a while", async () => {
    const one = request({ payer: { ...nobody, phone: `${side.numbers}486` } });
    const question = { ...one, startedAtMs: subject.nowMs(), handle: null };
    await calls().start(one);
    expect(await calls().query(question)).toEqual({ kind: "unknown", reason: "not_visible_yet" });
    await subject.advance(6_000);
    expect((await calls().query(question)).kind).toBe("succeeded");
  });

  it("refuses every id but a UUID v4, and a request whose title it cannot read is cleaned first", async () => {
    const outcome = await calls().start(request({ ownId: "0193f000-0000-7000-8000-000000000001" }));
    expect(outcome).toMatchObject({ kind: "failed", failureCode: "UNKNOWN", alarm: true });
    const title = `L'été « à 50 % »\n\u0000😀 ${"très long ".repeat(40)}`;
    expect((await calls().start(request({ title }))).kind).toBe("pending");
    expect((await calls().start(request({ title: "سلة" }))).kind).toBe("pending");
  });

  it("says what its two wallets hold", async () => {
    const balances = async () => {
      const answer = await calls().balance();
      return answer.kind === "balances" ? answer.balances : [];
    };
    await subject.advance(3_000);
    const before = await balances();
    expect(before.map(({ wallet }) => wallet)).toEqual(["collection", "disbursement"]);
    await calls().start(request());
    await subject.advance(3_000);
    const [collection, disbursement] = await balances();
    const taken = (collection?.available.minor ?? 0n) - (before[0]?.available.minor ?? 0n);
    expect(taken).toBe(side === live ? 12_000n : 1_200_000n);
    expect(collection?.available.currency).toBe(side === live ? "XOF" : "EUR");
    expect(disbursement).toEqual(before[1]);
    subject.network.failNext("GARBAGE");
    expect((await calls().balance()).kind).toBe("unavailable");
  });
});
