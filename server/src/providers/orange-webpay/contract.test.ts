import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Money, money } from "../../kit/money.ts";
import type { Mode } from "../../kit/payment-terms.ts";
import type { AccountCalls } from "../calls.ts";
import type { PaymentOutcome, StartRequest } from "../provider.ts";
import { createAsking } from "../testing/asking.ts";
import type { ContractSubject, Wish } from "../testing/contract-subject.ts";
import { describeProviderContract } from "../testing/contract-suite.ts";
import { nobody } from "../testing/questions.ts";
import { openStandInAccounts, type StandInAccounts } from "../testing/stand-in-accounts.ts";
import { createOrangeWebpayConnector } from "./connector.ts";
import { orangeWebpayStandIn } from "./stand-in.ts";

const francs = (whole: bigint) => money(whole, "XOF");
/** Orange never learns the payer's number before its page: the amount says what happens. */
const amounts: Partial<Record<Wish, Money>> = {
  SUCCESS: francs(12_000n),
  PENDING: francs(12_453n),
  CALLBACK_TWICE: francs(12_000n),
  CALLBACK_FIRST: francs(12_469n),
  SLOW_DRIP: francs(12_000n),
  UNKNOWN: francs(12_451n),
  PAYMENT_CANCELLED: francs(12_452n),
  PROVIDER_UNAVAILABLE: francs(12_000n),
  // Orange takes whole units only.
  INVALID_AMOUNT: money(1_050n, "USD"),
};

interface Side {
  readonly mode: Mode;
  readonly country: string;
}
const live: Side = { mode: "LIVE", country: "ci" };
const sandbox: Side = { mode: "SANDBOX", country: "dev" };

type Subject = ContractSubject &
  StandInAccounts & {
    /** As `of`, and nobody opens the page. */
    readonly unattended: ContractSubject["of"];
  };

/** What a payer does on Orange's page. */
async function decide(outcome: PaymentOutcome, decision: "confirm" | "decline"): Promise<Response | null> {
  if (outcome.kind !== "pending" || outcome.nextStep.kind !== "REDIRECT") return null;
  const body = new URLSearchParams({ decision });
  return fetch(outcome.nextStep.actionUrl, { method: "POST", body, redirect: "manual" });
}

async function open({ mode, country }: Side): Promise<Subject> {
  const accounts = await openStandInAccounts(orangeWebpayStandIn, createOrangeWebpayConnector(), {
    mode,
    settings: () => ({ country }),
    refused: { clientSecret: "not-a-secret" },
  });
  const { standIn } = accounts;
  const attended = (calls: AccountCalls): AccountCalls => ({
    ...calls,
    start: async (request) => {
      const outcome = await calls.start(request);
      await decide(outcome, "confirm");
      return outcome;
    },
  });
  return {
    ...accounts,
    unattended: accounts.of,
    of: (one) => attended(accounts.of(one)),
    lateMs: 15_000,
    lostStart: "ENDS",
    paymentLike: (wish) => {
      const amount = amounts[wish];
      if (amount === undefined) return null;
      if (wish === "CALLBACK_TWICE") standIn.faults.next("CALLBACK_TWICE");
      if (wish === "SLOW_DRIP") standIn.faults.next("SILENT_AFTER", { path: /webpayment$/ });
      // Orange's gateway forgets the application, whatever its token says.
      if (wish === "PROVIDER_UNAVAILABLE")
        standIn.faults.next("EXPIRED_TOKEN", { path: /webpayment$/, times: 2 });
      return { method: "MOBILE_MONEY", amount, payer: { ...nobody, operator: "ORANGE", countryCode: "CI" } };
    },
    payoutLike: () => null,
  };
}

describeProviderContract("orange_webpay in a live country", createOrangeWebpayConnector(), () => open(live));
describeProviderContract("orange_webpay in its sandbox", createOrangeWebpayConnector(), () => open(sandbox));

describe.each([live, sandbox])("orange_webpay in the country $country", (side) => {
  let subject: Subject;
  beforeAll(async () => {
    subject = await open(side);
  });
  afterAll(() => subject?.close());
  const calls = () => subject.unattended(subject.account);
  const asking = createAsking({
    subject: () => subject,
    calls,
    ownIdOf: (count) => String(count).padStart(28, "0"),
    like: { amount: francs(12_000n), payer: nobody },
  });
  const { request } = asking;
  const started = (change: Partial<StartRequest> = {}) => asking.started(request(change));
  const tokenCalls = () => subject.network.history.filter(({ path }) => path.endsWith("/token")).length;

  it("sends the payer to its page, and keeps the token, the expiry and the page for later", async () => {
    const { outcome } = await started();
    expect(outcome).toMatchObject({
      kind: "pending",
      nextStep: {
        kind: "REDIRECT",
        actionUrl: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/payer-page\//),
      },
      handle: {
        payToken: expect.stringMatching(/^[0-9a-f]{64}$/),
        notifToken: expect.stringMatching(/^[0-9a-f]{32}$/),
        expiresAtMs: String(subject.nowMs() + 600_000),
      },
    });
    const page = outcome.kind === "pending" ? outcome.nextStep : null;
    const shown = await fetch(page?.kind === "REDIRECT" ? page.actionUrl : "");
    expect(await shown.text()).toContain("Orange Money");
  });

  it("leads back to the merchant, paid or not", async () => {
    for (const [decision, word] of [
      ["confirm", "succeeded"],
      ["decline", "pending"],
    ] as const) {
      const { outcome, question } = await started();
      const back = await decide(outcome, decision);
      expect(back?.headers.get("location")).toBe("https://merchant.example/back");
      expect((await calls().query(question)).kind).toBe(word);
    }
  });

  it("lets an abandoned page end twelve minutes after its start, and no sooner", async () => {
    const { question } = await started();
    await subject.advance(719_000);
    expect((await calls().query(question)).kind).toBe("pending");
    await subject.advance(1_000);
    expect(await calls().query(question)).toEqual({
      kind: "failed",
      failureCode: "PAYMENT_CANCELLED",
      providerCode: "INITIATED",
    });
  });

  it("keeps a confirmed payment in progress beyond its page's life", async () => {
    const { outcome, question } = await started({ amount: francs(12_453n) });
    await decide(outcome, "confirm");
    await subject.advance(3_600_000);
    expect(await calls().query(question)).toMatchObject({
      kind: "pending",
      nextStep: { kind: "REDIRECT" },
      handle: question.handle,
    });
  });

  it("is not believed when it has another amount on record: operators are told", async () => {
    subject.standIn.faults.next("WRONG_AMOUNT");
    const { outcome, question } = await started();
    await decide(outcome, "confirm");
    const answer = await calls().query(question);
    expect(answer).toMatchObject({ kind: "unknown", alarm: true });
    expect(answer.kind === "unknown" && answer.reason).toContain("another amount on record");
  });

  it("gives one token for many calls at a time, and another when it refuses the first", async () => {
    const before = tokenCalls();
    await Promise.all(Array.from({ length: 10 }, () => started()));
    expect(tokenCalls() - before).toBeLessThanOrEqual(1);
    const renewed = tokenCalls();
    subject.standIn.faults.next("EXPIRED_TOKEN");
    expect((await started()).outcome.kind).toBe("pending");
    expect(tokenCalls() - renewed).toBe(1);
  });

  it("sends nothing when its keys are refused: a payment fails at once, and operators are told", async () => {
    const before = subject.network.history.length;
    expect(await subject.unattended(subject.stranger).start(request())).toEqual({
      kind: "failed",
      failureCode: "PROVIDER_UNAVAILABLE",
      providerCode: "HTTP_401",
      alarm: true,
      notSent: true,
    });
    expect(subject.network.history.slice(before).map(({ path }) => path)).toEqual(["/oauth/v3/token"]);
  });

  it.each([
    ["another merchant's key", { merchantKey: "demo-merchant-key-second" }, { providerCode: "50" }],
    [
      "a country of the other mode",
      { country: side === live ? "dev" : "ci" },
      { providerCode: "COUNTRY_OF_ANOTHER_MODE", notSent: true },
    ],
  ])("refuses %s, and operators are told", async (_what, change, refusal) => {
    const account = { ...subject.account, settings: { ...subject.account.settings, ...change } };
    expect(await subject.unattended(account).start(request())).toEqual({
      kind: "failed",
      failureCode: "PROVIDER_UNAVAILABLE",
      ...refusal,
      alarm: true,
    });
  });

  it("takes no fraction of a unit, and no address of more than 120 characters", async () => {
    const before = subject.network.history.length;
    const fraction = await calls().start(request({ amount: money(1_050n, "USD") }));
    expect(fraction).toMatchObject({ kind: "failed", failureCode: "INVALID_AMOUNT" });
    const returnUrl = `https://merchant.example/${"x".repeat(100)}`;
    const long = await calls().start(request({ returnUrl }));
    expect(long).toMatchObject({ kind: "failed", providerCode: "RETURN_URL_TOO_LONG" });
    expect(subject.network.history.length).toBe(before);
  });

  it("is told a title that it can show in 30 characters", async () => {
    for (const title of ["L'été « à 50 % » — très long titre de panier", "سلة"])
      expect((await started({ title })).outcome.kind).toBe("pending");
    expect((await started({ locale: "pt" })).outcome.kind).toBe("pending");
  });
});
