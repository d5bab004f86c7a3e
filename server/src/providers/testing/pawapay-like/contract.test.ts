import { createPrivateKey } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { otherKey } from "../../../../test/harness/certificates.ts";
import { money } from "../../../kit/money.ts";
import type { IncomingCallback } from "../../callback.ts";
import type { Payer, ProviderAccount, ProviderReference } from "../../provider.ts";
import type { ContractSubject, Wish } from "../contract-subject.ts";
import { describeProviderContract } from "../contract-suite.ts";
import { nobody } from "../questions.ts";
import { openStandInWorld } from "../stand-in-world.ts";
import { createPawaConnector, PAWAPAY_LIKE } from "./connector.ts";
import { openPawaServer, type PawaServer, signedHeaders } from "./server.ts";

const FIRST = "0193f000-0000-7000-9000-000000000001";
const SECOND = "0193f000-0000-7000-9000-000000000002";
const tokens = { [FIRST]: "planted-token-first", [SECOND]: "planted-token-second" };
const accountOf = (id: string, baseUrl: string, apiToken: string): ProviderAccount => ({
  id,
  provider: PAWAPAY_LIKE,
  mode: "SANDBOX",
  settings: { baseUrl, apiToken, timeoutMs: "1000" },
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
  PAYMENT_IN_PROGRESS: "059",
  PAYER_NOT_FOUND: "029",
  LIMIT_EXCEEDED: "019",
  INVALID_RECIPIENT: "089",
  AMOUNT_OUT_OF_BOUNDS: "079",
  INVALID_AMOUNT: "099",
  INVALID_CURRENCY: "109",
  PROVIDER_UNAVAILABLE: "169",
  UNKNOWN: "069",
};
const amount = money(12_000n, "XOF");

async function open(): Promise<ContractSubject & { readonly server: PawaServer }> {
  const world = await openStandInWorld(createPawaConnector());
  const merchants = Object.entries(tokens).map(([id, apiToken]) => ({
    apiToken,
    callbackUrl: world.inbox.addressOf(id),
  }));
  const server = await openPawaServer({ clock: world.clock, merchants });
  const account = accountOf(FIRST, server.url, tokens[FIRST]);
  return {
    ...world,
    server,
    account,
    otherAccount: accountOf(SECOND, server.url, tokens[SECOND]),
    stranger: accountOf(FIRST, server.url, "not-a-token"),
    callbackUrl: () => world.inbox.addressOf(FIRST),
    takeCallbacks: world.inbox.take,
    forgeries: (callback) => forgeries(callback, world.clock.nowMs()),
    nowMs: world.clock.nowMs,
    lateMs: 15 * 60_000,
    advance: world.advance(server),
    paymentLike: (wish) => {
      const suffix = suffixes[wish];
      return suffix === undefined ? null : { method: "MOBILE_MONEY", amount, payer: payer(suffix) };
    },
    payoutLike: (wish) => {
      const { phone, operator, countryCode } = payer(suffixes[wish] ?? "789");
      return { amount, phone, operator, countryCode, iban: null, walletId: null, name: "Awa Koné" };
    },
    moved: async (kind, ownId) => server.book.moved(kind, ownId),
    close: () => world.close(server),
  };
}

/** Variants of a callback: another key, another method, host or path, a signature of other parts or of another time. */
function forgeries(callback: IncomingCallback, nowMs: number): readonly IncomingCallback[] {
  const { headers, authority, path, rawBody } = callback;
  const keyId = /keyid="([^"]+)"/.exec(headers["signature-input"] ?? "")?.[1] ?? "";
  const signedBy = (key: string, keyName: string): IncomingCallback => {
    const report = {
      url: `http://${authority}${path}`,
      body: rawBody.toString(),
      nowMs,
      encoding: "der",
    } as const;
    const own = signedHeaders({ ...report, key: createPrivateKey(key), keyId: keyName });
    return { ...callback, headers: { ...headers, ...own } };
  };
  const withHeader = (name: string, change: (value: string) => string): IncomingCallback => ({
    ...callback,
    headers: { ...headers, [name]: change(headers[name] ?? "") },
  });
  return [
    signedBy(otherKey, keyId),
    signedBy(otherKey, "HTTP_EC_P256_KEY:99"),
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

describeProviderContract("a provider like pawaPay", createPawaConnector(), open);

describe("a provider like pawaPay", () => {
  let subject: Awaited<ReturnType<typeof open>>;
  beforeAll(async () => {
    subject = await open();
  });
  afterAll(async () => {
    await subject?.close();
  });
  let count = 0;
  const reported = async (): Promise<IncomingCallback> => {
    count += 1;
    const ownId = `0193f000-0000-4000-8000-${String(count).padStart(12, "0")}`;
    const wished = subject.paymentLike("SUCCESS");
    if (wished === null) throw new Error("it can succeed");
    await subject.of(subject.account).start({
      ...wished,
      reference: `ref-${count}` as ProviderReference,
      ownId,
      title: "Panier",
      locale: "fr",
      returnUrl: "https://merchant.example/back",
      callbackUrl: subject.callbackUrl(ownId),
      expiresAtMs: subject.nowMs() + 60_000,
    });
    await subject.advance(3_000);
    const [callback] = subject.takeCallbacks();
    if (callback === undefined) throw new Error("it reports");
    return callback;
  };
  const kindOf = async (callback: IncomingCallback) =>
    (await subject.of(subject.account).verifyCallback({ ...callback, nowMs: subject.nowMs() })).kind;

  it("whose key cannot be fetched is told to report again, and believed when it can", async () => {
    const callback = await reported();
    for (const fault of ["TIMEOUT_BEFORE", "ERROR_500", "GARBAGE"] as const) {
      subject.network.failNext(fault);
      expect(await kindOf(callback)).toBe("unavailable");
    }
    expect(await kindOf(callback)).toBe("accepted");
  });

  it("is asked for its key once, for many reports and whatever key a forger names", async () => {
    const callback = await reported();
    const before = subject.server.keysAsked();
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
    expect(subject.server.keysAsked() - before).toBeLessThanOrEqual(1);
  });

  it("may change its key: the next report is checked with the new one", async () => {
    subject.server.rotateKey();
    await subject.advance(60_000);
    expect(await kindOf(await reported())).toBe("accepted");
  });
});
