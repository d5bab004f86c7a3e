import { createPrivateKey } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { otherKey } from "../../../test/harness/certificates.ts";
import { money } from "../../kit/money.ts";
import type { Holder } from "../../stand-ins/stand-in.ts";
import type { IncomingCallback } from "../callback.ts";
import { signatureHeaders } from "../http-signing.ts";
import type { Payer, ProviderAccount, ProviderReference } from "../provider.ts";
import { createAsking } from "../testing/asking.ts";
import type { ContractSubject, Wish } from "../testing/contract-subject.ts";
import { describeProviderContract } from "../testing/contract-suite.ts";
import { nobody } from "../testing/questions.ts";
import { openStandInAccounts, type StandInAccounts } from "../testing/stand-in-accounts.ts";
import { createPawapayConnector } from "./connector.ts";
import { pawapayStandIn } from "./stand-in/index.ts";

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
  PAYMENT_IN_PROGRESS: "059",
  PAYER_NOT_FOUND: "029",
  LIMIT_EXCEEDED: "019",
  INVALID_RECIPIENT: "089",
  AMOUNT_OUT_OF_BOUNDS: "079",
  INVALID_AMOUNT: "099",
  INVALID_CURRENCY: "109",
  PROVIDER_UNAVAILABLE: "169",
  PAYMENT_CANCELLED: "199",
  UNKNOWN: "069",
};
const amount = money(12_000n, "XOF");

type Subject = ContractSubject & StandInAccounts;

/** `holder`: whose account is tested; the second one signs its requests. */
async function open(holder: Holder = "first"): Promise<Subject> {
  const accounts = await openStandInAccounts(pawapayStandIn, createPawapayConnector(), {
    holder,
    refused: { apiToken: "not-a-token" },
  });
  return {
    ...accounts,
    forgeries: (callback) => forgeries(callback, accounts.nowMs()),
    lateMs: 15 * 60_000,
    paymentLike: (wish) => {
      const suffix = suffixes[wish];
      return suffix === undefined ? null : { method: "MOBILE_MONEY", amount, payer: payer(suffix) };
    },
    payoutLike: (wish) => {
      const { phone, operator, countryCode } = payer(suffixes[wish] ?? "789");
      return { amount, phone, operator, countryCode, iban: null, walletId: null, name: "Awa Koné" };
    },
  };
}

/** Variants of a callback: another key, another method, host or path, a signature of other parts or of another time. */
function forgeries(callback: IncomingCallback, nowMs: number): readonly IncomingCallback[] {
  const { headers, authority, path, rawBody } = callback;
  const trueKeyId = /keyid="([^"]+)"/.exec(headers["signature-input"] ?? "")?.[1] ?? "";
  const signedBy = (keyId: string): IncomingCallback => {
    const own = signatureHeaders(
      { method: "POST", url: `http://${authority}${path}`, headers, body: rawBody.toString() },
      { keyId, key: createPrivateKey(otherKey), encoding: "der" },
      { label: "sig-pp", components: ["@method", "@authority", "@path", "content-digest"], lifeSeconds: 60 },
      nowMs,
    );
    return { ...callback, headers: { ...headers, ...own } };
  };
  const withHeader = (name: string, change: (value: string) => string): IncomingCallback => ({
    ...callback,
    headers: { ...headers, [name]: change(headers[name] ?? "") },
  });
  return [
    signedBy(trueKeyId),
    signedBy("HTTP_EC_P256_KEY:99"),
    { ...callback, method: "PUT" },
    { ...callback, authority: "evil.example" },
    { ...callback, path: `${path}/more` },
    withHeader("signature", () => "sig-pp=:AAAA:"),
    withHeader("signature-input", (input) => input.replace('"@path" ', "")),
    withHeader("signature-input", (input) =>
      input.replace(/created=(\d+)/, (_all, t) => `created=${Number(t) + 1}`),
    ),
    withHeader("content-digest", () => ""),
    withHeader("signature-date", () => "2026-01-01T00:00:00Z"),
  ];
}

describeProviderContract("pawaPay", createPawapayConnector(), open);

describe("pawaPay", () => {
  let subject: Subject;
  beforeAll(async () => {
    subject = await open();
  });
  afterAll(async () => {
    await subject?.close();
  });
  const asking = createAsking({
    subject: () => subject,
    ownIdOf: (count) => `0193f000-0000-4000-8000-${String(count).padStart(12, "0")}`,
    like: { amount, payer: payer("789") },
  });
  /** What starts a payment, and asks about it. */
  const request = (like: Partial<Payer> = {}) => ({
    ...asking.request({ payer: { ...payer("789"), ...like } }),
    startedAtMs: subject.nowMs(),
    handle: null,
  });
  const calls = () => subject.of(subject.account);
  const reported = async (): Promise<IncomingCallback> => {
    await calls().start(request());
    await subject.advance(3_000);
    const [callback] = subject.takeCallbacks();
    return callback ?? expect.fail("it reports");
  };
  const kindOf = async (callback: IncomingCallback, through = subject.account) =>
    (await subject.of(through).verifyCallback({ ...callback, nowMs: subject.nowMs() })).kind;
  const dashboard = (path: string, body: object = {}) =>
    fetch(`${subject.standIn.url}/dashboard/${path}`, { method: "POST", body: JSON.stringify(body) });
  const sentTo = (path: string) => subject.network.history.filter((one) => one.path === path).length;

  it("is asked to report again while its key cannot be fetched, and accepted afterwards", async () => {
    const callback = await reported();
    for (const fault of ["TIMEOUT_BEFORE", "ERROR_500", "GARBAGE"] as const) {
      subject.network.failNext(fault);
      expect(await kindOf(callback)).toBe("unavailable");
    }
    expect(await kindOf(callback)).toBe("accepted");
  });

  it("is asked for its key once, for many reports and whatever key a forger names", async () => {
    const callback = await reported();
    const before = sentTo("/v2/public-key/http");
    expect(await kindOf(callback)).toBe("accepted");
    const named = (keyId: string) => ({
      ...callback,
      headers: {
        ...callback.headers,
        "signature-input": (callback.headers["signature-input"] ?? "").replace(
          /keyid="[^"]+"/,
          `keyid="${keyId}"`,
        ),
      },
    });
    for (let round = 0; round < 10; round += 1) expect(await kindOf(named(`K:${round}`))).toBe("refused");
    expect(sentTo("/v2/public-key/http") - before).toBeLessThanOrEqual(1);
  });

  it("may change its key: the next report is checked with the new one", async () => {
    await dashboard("rotate-key");
    await subject.advance(60_000);
    expect(await kindOf(await reported())).toBe("accepted");
  });

  it("is believed by the account's own key and key id only, where they are set", async () => {
    const callback = await reported();
    const keyId = /keyid="([^"]+)"/.exec(callback.headers["signature-input"] ?? "")?.[1] ?? "";
    const [published] = (await (await fetch(`${subject.standIn.url}/v2/public-key/http`)).json()) as {
      key: string;
    }[];
    const before = sentTo("/v2/public-key/http");
    const having = (settings: Readonly<Record<string, string>>) => ({
      ...subject.account,
      settings: { ...subject.account.settings, ...settings },
    });
    const own = { callbackPublicKey: published?.key ?? "" };
    expect(await kindOf(callback, having(own))).toBe("accepted");
    expect(await kindOf(callback, having({ ...own, callbackKeyId: keyId }))).toBe("accepted");
    expect(await kindOf(callback, having({ ...own, callbackKeyId: "ANOTHER:1" }))).toBe("refused");
    expect(await kindOf(callback, having({ callbackKeyId: "ANOTHER:1" }))).toBe("refused");
    expect(sentTo("/v2/public-key/http")).toBe(before);
  });

  it("is taken at its unsigned word as a hint only while its configuration says that it does not sign", async () => {
    const callback = await reported();
    const unsigned = { ...callback, headers: { "content-type": "application/json" } };
    expect(await kindOf(unsigned)).toBe("refused");
    await dashboard("callback-signing", { holder: "first", signed: false });
    // The configuration is kept for ten minutes.
    expect(await kindOf(unsigned)).toBe("refused");
    await subject.advance(600_000);
    const before = sentTo("/v2/active-conf");
    for (let round = 0; round < 5; round += 1) expect(await kindOf(unsigned)).toBe("accepted");
    expect(sentTo("/v2/active-conf") - before).toBe(1);
    // A wrong signature is never better than none.
    expect(await kindOf({ ...callback, rawBody: Buffer.from('{"depositId":"x"}') })).toBe("refused");

    await dashboard("callback-signing", { holder: "first", signed: true });
    await subject.advance(600_000);
    subject.network.failNext("ERROR_500");
    expect(await kindOf(unsigned)).toBe("unavailable");
    // The failure holds for a moment, so that a flood of unsigned callbacks costs no flood of questions.
    expect(await kindOf(unsigned)).toBe("unavailable");
    await subject.advance(5_000);
    expect(await kindOf(unsigned)).toBe("refused");
  });

  it("leads a payer of Wave to the page that it names a moment later", async () => {
    const wave = request({ phone: "+2250704030789", operator: "WAVE" });
    const poll = { kind: "POLL", pollAfterMs: 3_000, instructions: null };
    expect(await calls().start(wave)).toEqual({ kind: "pending", nextStep: poll });
    expect(await calls().query(wave)).toEqual({ kind: "pending", nextStep: poll });
    await subject.advance(1_000);
    const outcome = await calls().query(wave);
    const step = outcome.kind === "pending" ? outcome.nextStep : expect.fail(outcome.kind);
    const actionUrl = step.kind === "REDIRECT" ? step.actionUrl : expect.fail(step.kind);
    expect(outcome).toMatchObject({ handle: { page: actionUrl } });
    const [callback] = subject.takeCallbacks();
    expect(callback === undefined ? null : await kindOf(callback)).toBe("accepted");
    const body = new URLSearchParams({ decision: "confirm" });
    const paid = await fetch(actionUrl, { method: "POST", body, redirect: "manual" });
    expect(paid.headers.get("location")).toBe("https://merchant.example/back");
    expect(await calls().query(wave)).toMatchObject({ kind: "succeeded", amount });
  });

  it("gets the one-time password of an operator that wants one", async () => {
    const orange = { phone: "+22607345678", operator: "ORANGE", countryCode: "BF" };
    expect(await calls().start(request({ ...orange, otp: "123456" }))).toMatchObject({ kind: "pending" });
    expect(await calls().start(request(orange))).toEqual({
      kind: "failed",
      failureCode: "UNKNOWN",
      providerCode: "MISSING_PARAMETER",
      alarm: true,
    });
  });

  it("is never asked about an operator that it does not serve", async () => {
    const before = subject.network.history.length;
    const moov = request({ phone: "+2250104030789", operator: "MOOV" });
    expect(await calls().start(moov)).toEqual({
      kind: "failed",
      failureCode: "PROVIDER_UNAVAILABLE",
      providerCode: "OPERATOR_NOT_SERVED",
    });
    expect(subject.network.history.length).toBe(before);
  });

  it("is sent decimals only for operators that take them, and never trailing zeros", async () => {
    const inCongo = (operator: string, minor: bigint) => ({
      ...request({ phone: "+243813456789", operator, countryCode: "CD" }),
      amount: money(minor, "USD"),
    });
    const tried = async (operator: string, minor: bigint) => {
      const one = inCongo(operator, minor);
      const started = await calls().start(one);
      await subject.advance(3_000);
      return started.kind === "failed" ? started : calls().query(one);
    };
    expect(await tried("VODACOM", 1_250n)).toMatchObject({ kind: "succeeded", amount: { minor: 1_250n } });
    expect(await tried("VODACOM", 1_200n)).toMatchObject({ kind: "succeeded", amount: { minor: 1_200n } });
    expect(await tried("ORANGE", 1_200n)).toMatchObject({ kind: "succeeded" });
    const before = subject.network.history.length;
    expect(await tried("ORANGE", 1_250n)).toMatchObject({
      failureCode: "INVALID_AMOUNT",
      providerCode: "DECIMALS_NOT_ALLOWED",
    });
    expect(subject.network.history.length).toBe(before);
  });

  it("tells what each of its wallets holds", async () => {
    const answer = await calls().balance();
    const balances = answer.kind === "balances" ? answer.balances : expect.fail(answer.kind);
    expect(balances.find(({ wallet }) => wallet === "CMR")).toEqual({
      wallet: "CMR",
      available: money(1_000_000n, "XAF"),
    });
    subject.network.failNext("ERROR_500");
    expect((await calls().balance()).kind).toBe("unavailable");
  });

  it("alarms operators about a refused key, and calls a refused start a failure", async () => {
    const strange = subject.of(subject.stranger);
    expect(await strange.start(request())).toMatchObject({
      kind: "failed",
      failureCode: "PROVIDER_UNAVAILABLE",
      providerCode: "AUTHENTICATION_ERROR",
      alarm: true,
    });
    expect(await strange.query(request())).toEqual({ kind: "unknown", reason: "http_403", alarm: true });
  });
});

describe("an account of pawaPay that signs its requests", () => {
  let subject: Subject;
  beforeAll(async () => {
    subject = await open("second");
  });
  afterAll(async () => {
    await subject?.close();
  });
  const payout = (through: ProviderAccount, ownId: string) => {
    const like = subject.payoutLike("SUCCESS") ?? expect.fail("it can pay out");
    const ids = { ownId, reference: "ref-1" as ProviderReference };
    return subject.of(through).payout({ ...like, ...ids, callbackUrl: subject.callbackUrl(ownId) });
  };

  it("is served, and one that does not sign is refused with the reason", async () => {
    const { account } = subject;
    expect(await payout(account, "0193f000-0000-4000-8000-000000000001")).toEqual({ kind: "pending" });
    const { signRequests: _on, ...unsigned } = account.settings;
    const plain = { ...account, settings: unsigned };
    expect(await payout(plain, "0193f000-0000-4000-8000-000000000002")).toMatchObject({
      failureCode: "PROVIDER_UNAVAILABLE",
      providerCode: "HTTP_SIGNATURE_ERROR",
      alarm: true,
    });
  });

  it("sends nothing when it has no key to sign with", async () => {
    const { requestPrivateKey: _key, ...keyless } = subject.account.settings;
    const before = subject.network.history.length;
    expect(
      await payout({ ...subject.account, settings: keyless }, "0193f000-0000-4000-8000-000000000003"),
    ).toEqual({
      kind: "failed",
      failureCode: "PROVIDER_UNAVAILABLE",
      providerCode: "REQUEST_KEY_MISSING",
      alarm: true,
    });
    expect(subject.network.history.length).toBe(before);
  });
});
