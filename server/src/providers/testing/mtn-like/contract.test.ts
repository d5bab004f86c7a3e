import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { money } from "../../../kit/money.ts";
import type { Payer, ProviderAccount, ProviderReference, StartRequest } from "../../provider.ts";
import type { ContractSubject, Wish } from "../contract-subject.ts";
import { describeProviderContract } from "../contract-suite.ts";
import { nobody } from "../questions.ts";
import { openStandInWorld } from "../stand-in-world.ts";
import { createMtnConnector, MTN_LIKE } from "./connector.ts";
import { type MtnServer, type MtnUser, openMtnServer } from "./server.ts";

const users: readonly MtnUser[] = ["first", "second"].map((name) => ({
  apiUser: `user-${name}`,
  apiKey: `planted-key-${name}`,
  subscriptionKey: `planted-subscription-${name}`,
}));
const accountOf = (id: string, baseUrl: string, user: MtnUser | undefined): ProviderAccount => ({
  id,
  provider: MTN_LIKE,
  mode: "SANDBOX",
  settings: { baseUrl, targetEnvironment: "mtnivorycoast", timeoutMs: "1000", ...user },
});
const payer = (suffix: string): Payer => ({
  ...nobody,
  phone: `+2250504030${suffix}`,
  operator: "MTN",
  countryCode: "CI",
});

const suffixes: Partial<Record<Wish, string>> = {
  SUCCESS: "789",
  PENDING: "129",
  CALLBACK_TWICE: "179",
  CALLBACK_FIRST: "269",
  SLOW_DRIP: "299",
  PAYMENT_NOT_CONFIRMED: "039",
  INSUFFICIENT_FUNDS: "049",
  PAYER_NOT_FOUND: "029",
  LIMIT_EXCEEDED: "019",
  INVALID_RECIPIENT: "089",
  PROVIDER_UNAVAILABLE: "169",
  PAYMENT_CANCELLED: "119",
  RISK_BLOCKED: "149",
  UNKNOWN: "069",
};
const amount = money(12_000n, "XOF");
/** Amounts that it refuses at once, whoever pays. */
const amounts: Partial<Record<Wish, typeof amount>> = {
  INVALID_AMOUNT: money(0n, "XOF"),
  INVALID_CURRENCY: money(12_000n, "GNF"),
};

async function open(): Promise<ContractSubject & { readonly server: MtnServer }> {
  const world = await openStandInWorld(createMtnConnector());
  const server = await openMtnServer({ clock: world.clock, users });
  const account = accountOf("0193f000-0000-7000-9000-000000000001", server.url, users[0]);
  return {
    ...world,
    server,
    account,
    otherAccount: accountOf("0193f000-0000-7000-9000-000000000002", server.url, users[1]),
    stranger: { ...account, settings: { ...account.settings, apiKey: "not-a-key" } },
    callbackUrl: (ownId) => world.inbox.addressOf(account.id, ownId),
    takeCallbacks: world.inbox.take,
    nowMs: world.clock.nowMs,
    lateMs: 0,
    advance: world.advance(server),
    paymentLike: (wish) => {
      const suffix = suffixes[wish] ?? (wish in amounts ? "789" : null);
      if (suffix === null) return null;
      return { method: "MOBILE_MONEY", amount: amounts[wish] ?? amount, payer: payer(suffix) };
    },
    payoutLike: (wish) => {
      const { phone, operator, countryCode } = payer(suffixes[wish] ?? "789");
      return { amount, phone, operator, countryCode, iban: null, walletId: null, name: "Awa Koné" };
    },
    moved: async (kind, ownId) => server.book.moved(kind, ownId),
    close: () => world.close(server),
  };
}

describeProviderContract("a provider like MTN", createMtnConnector(), open);

describe("a provider like MTN", () => {
  let subject: Awaited<ReturnType<typeof open>>;
  beforeAll(async () => {
    subject = await open();
  });
  afterAll(async () => {
    await subject?.close();
  });
  let count = 0;
  const request = (): StartRequest => {
    count += 1;
    const ownId = `0193f000-0000-4000-8000-${String(count).padStart(12, "0")}`;
    const wished = subject.paymentLike("SUCCESS");
    if (wished === null) throw new Error("it can succeed");
    return {
      ...wished,
      reference: `ref-${count}` as ProviderReference,
      ownId,
      title: "Panier",
      locale: "fr",
      returnUrl: "https://merchant.example/back",
      callbackUrl: subject.callbackUrl(ownId),
      expiresAtMs: subject.nowMs() + 60_000,
    };
  };

  it("gives one token for many calls at a time, and another when it refuses the first", async () => {
    const calls = subject.of(subject.account);
    const before = subject.server.tokens();
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => calls.start(request())));
    expect(outcomes.every(({ kind }) => kind === "pending")).toBe(true);
    expect(subject.server.tokens() - before).toBe(1);
    subject.server.revokeTokens();
    expect((await calls.start(request())).kind).toBe("pending");
    expect(subject.server.tokens() - before).toBe(2);
  });

  it("is asked for a new token before the old one ends", async () => {
    const calls = subject.of(subject.account);
    await calls.start(request());
    const before = subject.server.tokens();
    await subject.advance(3_541_000);
    expect((await calls.start(request())).kind).toBe("pending");
    expect(subject.server.tokens() - before).toBe(1);
  });

  it("that refuses to give a token leaves everything unknown, and that is no fault of ours", async () => {
    expect(await subject.of(subject.stranger).start(request())).toEqual({
      kind: "unknown",
      reason: "token_http_401",
    });
    expect(subject.logged()).not.toContain("provider.call.failed");
  });

  it("refuses every id but a UUID v4", async () => {
    const calls = subject.of(subject.account);
    const outcome = await calls.start({ ...request(), ownId: "0193f000-0000-7000-8000-000000000001" });
    expect(outcome).toMatchObject({ kind: "failed", providerCode: "VALIDATION_ERROR" });
  });

  it("tells its own number with a success: a handle that a refund needs", async () => {
    const calls = subject.of(subject.account);
    const one = request();
    await calls.start(one);
    await subject.advance(3_000);
    const { reference, ownId, method } = one;
    const question = { reference, ownId, method, amount, startedAtMs: 0, handle: null };
    const outcome = await calls.query(question);
    expect(outcome).toMatchObject({ handle: { financialTransactionId: expect.stringMatching(/^T\d{8}$/) } });
    const before = subject.network.history.length;
    const handle = outcome.kind === "succeeded" ? (outcome.handle ?? null) : null;
    const ids = request();
    const payment = { ...question, handle };
    const refund = { ...ids, amount, payment, callbackUrl: subject.callbackUrl(ids.ownId) };
    expect((await calls.refund(refund)).kind).toBe("pending");
    const asked = subject.network.history.slice(before).map(({ path }) => path);
    expect(asked).toEqual(["/disbursement/token/", "/disbursement/v1_0/refund"]);
  });
});
