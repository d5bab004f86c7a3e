import { describe, expect, it } from "vitest";
import { createRecordingLog } from "../../test/harness/log.ts";
import { createManualClock } from "../kit/clock.ts";
import { HttpOutError, type OutgoingRequest } from "../kit/http-out.ts";
import type { IncomingCallback } from "./callback.ts";
import { createAccountCalls } from "./calls.ts";
import { safePath } from "./exchanges.ts";
import { createPauses } from "./pauses.ts";
import {
  OutcomeUnknown,
  type PaymentOutcome,
  type Provider,
  type ProviderAccount,
  type ProviderReference,
  type StartRequest,
} from "./provider.ts";
import { createLogRecorder, type ProviderCallRecord, type ProviderCallRecorder } from "./recorder.ts";
import { createSimulatorConnector } from "./simulator/index.ts";
import {
  nobody,
  paymentQuestion,
  refundQuestion,
  refundRequest,
  transferQuestion,
} from "./testing/questions.ts";

const SECRET = "key/with+signs";
const account: ProviderAccount = {
  id: "0193f000-0000-7000-9000-000000000001",
  provider: "simulator",
  mode: "SANDBOX",
  settings: { baseUrl: "https://provider.example", apiKey: SECRET, callbackSecret: "callback-secret" },
};
const reference = "ref_1" as ProviderReference;
const question = paymentQuestion(reference);
const { amount } = question;
const noted: IncomingCallback = {
  method: "POST",
  authority: "pay.example",
  path: "/provider-callbacks/1",
  query: "",
  headers: {},
  rawBody: Buffer.alloc(0),
  nowMs: 0,
  receivedOpaque: null,
};

/** Calls of the simulator's connector with some functions replaced, over a network made by a test. */
function open(
  over: Partial<Provider> = {},
  {
    answer = async () => ({ status: 500, headers: {}, body: Buffer.alloc(0), cut: false }),
    settings = account.settings,
    recorder,
  }: {
    answer?: (request: OutgoingRequest) => Promise<{
      status: number;
      headers: Record<string, string>;
      body: Buffer;
      cut: boolean;
    }>;
    settings?: ProviderAccount["settings"];
    recorder?: ProviderCallRecorder;
  } = {},
) {
  const { log, lines } = createRecordingLog();
  const clock = createManualClock(1_000);
  const requests: OutgoingRequest[] = [];
  const records: ProviderCallRecord[] = [];
  const httpOut = (request: OutgoingRequest) => {
    requests.push(request);
    clock.advance(40);
    return answer(request);
  };
  const calls = createAccountCalls(
    {
      httpOut,
      clock,
      log,
      recorder: recorder ?? { record: (one) => records.push(one) },
      pauses: createPauses(),
    },
    { ...createSimulatorConnector(), ...over },
    { ...account, settings },
  );
  return { calls, clock, lines, requests, records };
}

const everyCall = ({ calls }: ReturnType<typeof open>) => [
  calls.query(question),
  calls.cancel(question),
  calls.refund(refundRequest(reference, reference, amount)),
  calls.queryRefund(refundQuestion(reference, reference, amount)),
  calls.queryPayout(transferQuestion(reference, amount)),
  calls.statement(0, 1),
  calls.balance(),
  calls.verifyCallback(noted),
];

describe("a call never throws", () => {
  it("a connector that rejects makes the outcome unknown, and its error is logged", async () => {
    const opened = open({}, { settings: {} });
    const outcomes = await Promise.all(everyCall(opened));
    expect(outcomes.map(({ kind }) => kind)).toEqual([
      ...Array.from({ length: 5 }, () => "unknown"),
      ...Array.from({ length: 3 }, () => "unavailable"),
    ]);
    expect(opened.lines.map(({ level, event }) => `${level} ${event}`)).toEqual(
      Array.from({ length: 8 }, () => "error provider.call.failed"),
    );
    expect(opened.requests).toEqual([]);
  });

  it("one that throws before it has made a promise neither", async () => {
    const { calls } = open({
      query: () => {
        throw new Error("no promise yet");
      },
    });
    expect((await calls.query(question)).kind).toBe("unknown");
  });

  it("one that could not even ask says so, and that is no fault of ours", async () => {
    const { calls, lines } = open({ query: () => Promise.reject(new OutcomeUnknown("token_http_401")) });
    expect(await calls.query(question)).toEqual({ kind: "unknown", reason: "token_http_401" });
    expect(lines).toEqual([]);
  });

  it("one that could not ask because of a key tells operators", async () => {
    const refused = new OutcomeUnknown("token_http_401", { alarm: true });
    const { calls } = open({ query: () => Promise.reject(refused) });
    expect(await calls.query(question)).toEqual({ kind: "unknown", reason: "token_http_401", alarm: true });
  });

  it("no answer is unknown, with the network's reason", async () => {
    const answer = () => Promise.reject(new HttpOutError("reset", "ECONNRESET"));
    const { calls, lines, records } = open({}, { answer });
    expect(await calls.query(question)).toEqual({ kind: "unknown", reason: "reset" });
    expect(lines).toEqual([]);
    expect(records[0]?.exchanges).toMatchObject([{ status: null, failure: "reset" }]);
  });

  it("what a connector does not offer is said without a call: a refund and a payout were not sent", async () => {
    const { cancel: _c, refund: _r, payout: _p, ...rest } = createSimulatorConnector();
    const without = createAccountCalls(
      {
        httpOut: () => expect.fail("called"),
        clock: createManualClock(0),
        log: createRecordingLog().log,
        recorder: { record: () => {} },
        pauses: createPauses(),
      },
      rest,
      account,
    );
    expect((await without.cancel(question)).kind).toBe("unknown");
    expect(await without.refund(refundRequest(reference, reference, amount))).toMatchObject({
      kind: "failed",
      providerCode: "NOT_OFFERED",
    });
    const { phone, operator, countryCode, walletId } = nobody;
    const to = { phone, operator, countryCode, walletId, iban: null, name: "Awa" };
    const payout = { reference, ownId: reference, amount, callbackUrl: "https://pay.example", ...to };
    expect(await without.payout(payout)).toMatchObject({ kind: "failed", providerCode: "NOT_OFFERED" });
  });
});

const startRequest: StartRequest = {
  reference,
  ownId: reference,
  method: "MOBILE_MONEY",
  amount,
  payer: nobody,
  title: "Order",
  merchantName: "Maison Akwaba",
  locale: "fr",
  returnUrl: "https://pay.example/return",
  callbackUrl: "https://pay.example/callback",
  expiresAtMs: 900_000,
};
const answering =
  (status: number, headers: Record<string, string> = {}) =>
  async () => ({
    status,
    headers,
    body: Buffer.alloc(0),
    cut: false,
  });

describe("a start of which no byte has left", () => {
  const unreachable = (sent: boolean) => async () => {
    throw new HttpOutError("refused", "ECONNREFUSED", sent);
  };
  const lateRefusal: Partial<Provider> = {
    start: async ({ http }) => {
      await http({ method: "POST", url: "https://provider.example/pay", headers: {} }).catch(() => {});
      await http({ method: "POST", url: "https://provider.example/pay", headers: {} });
      return expect.fail("the second request fails too");
    },
  };

  it("has failed for good: the payer may try again at once", async () => {
    const { calls, records } = open({}, { answer: unreachable(false) });
    const failed = {
      kind: "failed",
      failureCode: "PROVIDER_UNAVAILABLE",
      providerCode: "NOT_SENT: refused",
      notSent: true,
    };
    expect(await calls.start(startRequest)).toEqual(failed);
    expect(records).toMatchObject([{ outcome: "failed", failureCode: "PROVIDER_UNAVAILABLE" }]);
    // The same for a connector that tries twice.
    expect(await open(lateRefusal, { answer: unreachable(false) }).calls.start(startRequest)).toEqual(failed);
  });

  it("is unknown as soon as one of its requests may have arrived", async () => {
    expect(await open({}, { answer: unreachable(true) }).calls.start(startRequest)).toEqual({
      kind: "unknown",
      reason: "refused",
    });
    let requests = 0;
    const firstArrives = async () => {
      requests += 1;
      throw new HttpOutError("reset", "ECONNRESET", requests === 1);
    };
    const { calls } = open(lateRefusal, { answer: firstArrives });
    expect((await calls.start(startRequest)).kind).toBe("unknown");
    expect(requests).toBe(2);
  });

  it("a query, a refund and a payout stay unknown: they are made again by themselves", async () => {
    const opened = open({}, { answer: unreachable(false) });
    expect(await opened.calls.query(question)).toEqual({ kind: "unknown", reason: "refused" });
    const refund = await opened.calls.refund(refundRequest(reference, reference, amount));
    expect(refund).toEqual({ kind: "unknown", reason: "refused" });
  });
});

describe("status 429", () => {
  it("holds back calls of its kind to the account until its pause is over", async () => {
    const { calls, clock, lines, records, requests } = open(
      {},
      { answer: answering(429, { "retry-after": "7" }) },
    );
    const first = await calls.start(startRequest);
    expect(first).toMatchObject({ kind: "unknown", askAfterMs: 7_000 });
    clock.advance(6_000);
    expect(await calls.start(startRequest)).toMatchObject({ kind: "unknown", askAfterMs: 1_000 });
    expect(requests).toHaveLength(1);
    // Another kind is asked: its pause is its own.
    expect((await calls.query(question)).kind).toBe("unknown");
    expect(requests).toHaveLength(2);
    clock.advance(1_000);
    await calls.start(startRequest);
    expect(requests).toHaveLength(3);
    expect(
      records.map(({ action, byProvider, exchanges }) => [action, byProvider, exchanges.length]),
    ).toEqual([
      ["start", true, 1],
      ["start", false, 0],
      ["query", true, 1],
      ["start", true, 1],
    ]);
    expect(lines.map(({ event }) => event)).toEqual([
      "provider.call.paused",
      "provider.call.paused",
      "provider.call.paused",
    ]);
  });

  it("of a name check: it is unavailable during the pause", async () => {
    const { calls, requests } = open({}, { answer: answering(429) });
    const { phone, operator, countryCode, walletId } = nobody;
    const asked = {
      phone,
      operator,
      countryCode,
      walletId,
      iban: null,
      name: "Awa",
      currency: "XOF",
    } as const;
    expect((await calls.verifyBeneficiary(asked)).kind).toBe("unavailable");
    expect(await calls.verifyBeneficiary(asked)).toEqual({
      kind: "unavailable",
      reason: "held back: the provider asked for a pause",
    });
    expect(requests).toHaveLength(1);
  });
});

describe("the test of an account", () => {
  const nothing = question;

  it("is the connector's own, and a failure is a problem", async () => {
    const passing = open({ test: async () => ({ kind: "passed" }) });
    expect(await passing.calls.test(nothing)).toEqual({ kind: "passed" });
    const failing = open({ test: () => Promise.reject(new HttpOutError("tls", "CERT_HAS_EXPIRED")) });
    expect(await failing.calls.test(nothing)).toMatchObject({ problem: "CERTIFICATE", reason: "tls" });
  });

  it("is a query about an unknown payment when the connector has no test of its own", async () => {
    const known = open({ query: async () => ({ kind: "not_found" }) });
    expect(await known.calls.test(nothing)).toEqual({ kind: "passed" });
    const refused = open({ query: async () => ({ kind: "unknown", reason: "http_401" }) });
    expect(await refused.calls.test(nothing)).toMatchObject({ problem: "KEY_REFUSED", reason: "http_401" });
  });
});

describe("a handle", () => {
  const start = (handle: Record<string, string>) => {
    const outcome: PaymentOutcome = { kind: "unknown", reason: "http_500", handle };
    return open({ query: async () => outcome });
  };

  it("of 2 048 bytes as JSON is passed on; of one more the outcome stands without it", async () => {
    const exact = { id: `${"é".repeat((2_048 - '{"id":""}'.length - 1) / 2)}a` };
    expect(Buffer.byteLength(JSON.stringify(exact))).toBe(2_048);
    expect(await start(exact).calls.query(question)).toMatchObject({ handle: exact });
    const { calls, lines } = start({ id: `${exact.id}a` });
    expect(await calls.query(question)).toEqual({ kind: "unknown", reason: "http_500" });
    expect(lines.map(({ event }) => event)).toEqual(["provider.handle.refused"]);
  });
});

describe("an account's time-outs", () => {
  const timeoutOf = async (settings: Record<string, string>) => {
    const opened = open({}, { settings: { ...account.settings, ...settings } });
    await opened.calls.query(question);
    return opened.requests[0]?.timeoutMs;
  };

  it("are 10 s, or what the account says", async () => {
    expect(await timeoutOf({})).toBe(10_000);
    expect(await timeoutOf({ timeoutMs: "2500" })).toBe(2_500);
  });

  it("bound what a connector asks for: it may wait shorter, never longer", async () => {
    const asking = (timeoutMs: number): Partial<Provider> => ({
      query: async ({ http }) => {
        await http({ method: "GET", url: "https://provider.example/x", headers: {}, timeoutMs });
        return { kind: "unknown", reason: "test" };
      },
    });
    for (const [wish, given] of [
      [4_000, 4_000],
      [60_000, 10_000],
    ] as const) {
      const { calls, requests } = open(asking(wish));
      await calls.query(question);
      expect(requests[0]?.timeoutMs).toBe(given);
    }
  });
});

describe("what all exchanges of a call share", () => {
  const twice: Partial<Provider> = {
    query: async ({ http }) => {
      await http({ method: "POST", url: "https://provider.example/token", headers: {} });
      await http({ method: "GET", url: "https://provider.example/x", headers: {} });
      return { kind: "not_found" };
    },
  };

  it("the time: what the first one took is missing to the second", async () => {
    const { calls, requests } = open(twice);
    await calls.query(question);
    expect(requests.map(({ timeoutMs }) => timeoutMs)).toEqual([10_000, 9_960]);
  });

  it("the time to connect: 3 s, or what the account says, within the whole", async () => {
    const connectTimeouts = async (own: Record<string, string>) => {
      const { calls, requests } = open(twice, { settings: { ...account.settings, ...own } });
      await calls.query(question);
      return requests.map(({ connectTimeoutMs }) => connectTimeoutMs);
    };
    expect(await connectTimeouts({})).toEqual([3_000, 3_000]);
    expect(await connectTimeouts({ connectTimeoutMs: "500" })).toEqual([500, 500]);
    expect(await connectTimeouts({ timeoutMs: "1000" })).toEqual([1_000, 960]);
  });

  it("the account's certificate, where it has one", async () => {
    const shown = { certificate: "ownCertificate", privateKey: "ownKey" };
    const pair = { certificate: "a certificate", privateKey: "a key" };
    const certificates = async (own: Record<string, string>) => {
      const settings = { ...account.settings, ...own };
      const { calls, requests } = open({ ...twice, clientCertificate: shown }, { settings });
      await calls.query(question);
      return requests.map(({ clientCertificate }) => clientCertificate);
    };
    const own = { ownCertificate: pair.certificate, ownKey: pair.privateKey };
    expect(await certificates(own)).toEqual([pair, pair]);
    expect(await certificates({})).toEqual([undefined, undefined]);
  });
});

describe("what is recorded of a call", () => {
  it("who was asked what, each exchange, and the provider's own words", async () => {
    const answer = async () => ({
      status: 422,
      headers: { "x-request-id": "their-7" },
      body: Buffer.from('{"error":{"code":"INSUFFICIENT_BALANCE","message":"no"}}'),
      cut: false,
    });
    const { calls, records } = open({}, { answer });
    const outcome = await calls.query(question);
    expect(outcome.kind).toBe("failed");
    expect(records).toEqual([
      {
        accountId: account.id,
        provider: "simulator",
        action: "query",
        reference,
        startedAtMs: 1_000,
        durationMs: 40,
        outcome: "failed",
        byProvider: true,
        failureCode: "UNKNOWN",
        alarm: false,
        code: "INSUFFICIENT_BALANCE",
        exchanges: [
          {
            method: "GET",
            path: "/v1/payments/ref_1",
            status: 422,
            failure: null,
            sent: true,
            durationMs: 40,
            theirRequestId: "their-7",
          },
        ],
      },
    ]);
  });

  it("neither a secret of the account nor a value of the query", () => {
    const url = `https://provider.example/v1/${encodeURIComponent(SECRET)}/pay?phone=225&key=${SECRET}`;
    expect(safePath(url, [SECRET, ""])).toBe("/v1/[secret]/pay?phone=…&key=…");
    expect(safePath("no address", [SECRET])).toBe("");
  });

  it("each address with its own path, also after another one", async () => {
    const paths = ["/first", "/second", "/second?phone=1", "/first", "", "/first"];
    const { calls, records } = open({
      query: async ({ http }) => {
        for (const path of paths)
          await http({ method: "GET", url: `https://provider.example${path}`, headers: {} });
        return { kind: "not_found" };
      },
    });
    await calls.query(question);
    expect(records[0]?.exchanges.map(({ path }) => path)).toEqual([
      "/first",
      "/second",
      "/second?phone=…",
      "/first",
      "/",
      "/first",
    ]);
  });

  it("what a connector notes in place of a path that holds a phone number", async () => {
    const { calls, records } = open({
      query: async ({ http }) => {
        const url = "https://provider.example/holders/2250504030789";
        await http({ method: "GET", url, headers: {}, notedPath: "/holders/{phone}" });
        return { kind: "unknown", reason: "test" };
      },
    });
    await calls.query(question);
    expect(records[0]?.exchanges[0]?.path).toBe("/holders/{phone}");
  });

  it("ten exchanges at most, and a recorder that fails spoils nothing", async () => {
    const chatty: Partial<Provider> = {
      query: async ({ http }) => {
        for (let count = 0; count < 12; count += 1) {
          await http({ method: "GET", url: "https://provider.example/x", headers: {} });
        }
        return { kind: "not_found" };
      },
    };
    const { calls, records } = open(chatty);
    await calls.query(question);
    expect(records[0]?.exchanges).toHaveLength(10);
    const broken: ProviderCallRecorder = {
      record: () => {
        throw new Error("the disk is full");
      },
    };
    const failing = open(chatty, { recorder: broken });
    expect((await failing.calls.query(question)).kind).toBe("not_found");
    expect(failing.lines.map(({ event }) => event)).toEqual(["provider.call.not_recorded"]);
  });

  it("one line of the log at level debug, of bounded length", async () => {
    const { log, lines } = createRecordingLog();
    const long = "x".repeat(5_000);
    const { calls } = open(
      {
        query: async ({ http }) => {
          await http({ method: "GET", url: `https://provider.example/${long}`, headers: {} });
          return { kind: "failed", failureCode: "UNKNOWN", providerCode: long };
        },
      },
      { recorder: createLogRecorder(log) },
    );
    await calls.query(question);
    expect(lines).toMatchObject([{ level: "debug", event: "provider.call" }]);
    expect(JSON.stringify(lines).length).toBeLessThan(1_000);
  });
});
