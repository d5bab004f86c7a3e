import { connect } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { defaultLimits, type Limits } from "../../src/http/limits/index.ts";
import { HSTS } from "../../src/http/response-headers.ts";
import { type Answer, startTestApp, type TestApp } from "../harness/app.ts";
import { type SecondInstance, startSecondInstance } from "../harness/second-instance.ts";
import { testSeed } from "../harness/seed.ts";

/** Callers beyond their limit are told so, and when to come back; others are not affected. */
const seed = testSeed();
const MINUTE_MS = 60_000;
/** Small numbers, so that a flood is a hundred requests; the names, windows and rules are those of production. */
const limits: Limits = {
  ...defaultLimits,
  apiKey: { SANDBOX: { perSecond: 10 }, LIVE: { perSecond: 10 } },
  operator: { name: "operator", count: 10, windowMs: 1_000, burst: 20 },
  clientAddress: { name: "client_address", count: 50, windowMs: 1_000, burst: 200 },
};
let test: TestApp;
let second: SecondInstance;

beforeAll(async () => {
  console.info(`seed ${seed}`);
  test = await startTestApp({ seed, limits });
  second = await startSecondInstance(test, limits);
}, 60_000);
afterAll(async () => {
  await second?.stop();
  await test?.stop();
});
/** Every test begins with full buckets and empty windows. */
beforeEach(() => test.clock.advance(20 * MINUTE_MS));

const code = ({ status, body }: Pick<Answer, "status" | "body">) => `${status} ${body.error?.code}`;
const headersOf = ({ headers }: Answer) =>
  ["ratelimit-limit", "ratelimit-remaining", "ratelimit-reset", "retry-after"].map((name) =>
    headers.get(name),
  );

async function newSession(): Promise<string> {
  const made = await test.request("POST", "/checkout/sessions", {
    body: { amount: "5000", currency: "XOF", title: "Panier" },
  });
  expect(made.status).toBe(201);
  return made.body.data.id;
}
const complete = (id: string, phone: string) =>
  test.request("POST", `/checkout/pay/${id}/complete`, {
    apiKey: null,
    body: { paymentMethod: "MOBILE_MONEY", paymentDetails: { phone, operator: "MTN", countryCode: "CI" } },
  });
/** As a merchant's own page does. */
const look = (id: string) =>
  test.request("GET", `/checkout/pay/${id}/status`, {
    apiKey: null,
    headers: { origin: "https://shop.example" },
  });

describe("an API key", () => {
  it("reads on every answer how much is left, a refusal included", async () => {
    expect(headersOf(await test.request("GET", "/payments/wallets"))).toEqual(["10", "10", "0", null]);
    for (let index = 0; index < 12; index += 1) await test.request("GET", "/payments/wallets");
    const notFound = await test.request("GET", "/payments/charges/ch_none");
    expect(notFound.status).toBe(404);
    // 14 of the burst of 20 are used: six are left, and ten are available again in 0.4 s.
    expect(headersOf(notFound)).toEqual(["10", "6", "1", null]);
  });

  it("is refused beyond its burst, before its body is read, and let in again as told", async () => {
    for (let index = 0; index < 20; index += 1) await test.request("GET", "/payments/wallets");
    const refused = await test.request("POST", "/checkout/sessions", { body: { nonsense: true } });
    expect(code(refused)).toBe("429 RATE_LIMITED");
    expect(refused.body.error.details).toMatchObject({
      limit: "api_key",
      max: 10,
      windowSeconds: 1,
      retryAfterSeconds: 1,
    });
    expect(headersOf(refused)).toEqual(["10", "0", "1", "1"]);
    test.clock.advance(1_000);
    expect((await test.request("GET", "/payments/wallets")).status).toBe(200);
  });

  it("has no more on two instances than on one", async () => {
    const other = () =>
      second.app.http.app.inject({
        method: "GET",
        url: "/api/v1/payments/wallets",
        headers: { authorization: `Bearer ${test.apiKey}` },
      });
    let admitted = 0;
    for (let round = 0; round < 10; round += 1) {
      const answers = await Promise.all(
        Array.from({ length: 10 }, async (_none, index) =>
          index % 2 === 0
            ? (await test.request("GET", "/payments/wallets")).status
            : (await other()).statusCode,
        ),
      );
      admitted += answers.filter((status) => status === 200).length;
      test.clock.advance(100);
    }
    // The burst of 20, 10 a second for 0.9 s, and the documented fifth of a burst for the second instance.
    expect(admitted).toBeLessThanOrEqual(20 + 9 + 4);
    expect(admitted).toBeGreaterThanOrEqual(20);
  });

  it("has its own pace where it was given one", async () => {
    const made = await test.request("POST", `/merchant/merchants/${test.merchantId}/api-keys`, {
      body: { name: "Slow", permissions: ["merchant.wallets.read"], requestsPerSecond: 2 },
    });
    const apiKey = made.body.data.key;
    const outcomes = [];
    for (let index = 0; index < 5; index += 1) {
      outcomes.push((await test.request("GET", "/payments/wallets", { apiKey })).status);
    }
    expect(outcomes).toEqual([200, 200, 200, 200, 429]);
    expect((await test.request("GET", "/payments/wallets")).status).toBe(200);
  });

  it("is faster where an operator lets all keys of the merchant be", async () => {
    const { token } = await test.operator();
    const path = `/tenant/merchants/${test.merchantId}/request-limit`;
    const set = (requestsPerSecond: number | null) =>
      test.request("PUT", path, { apiKey: token, body: { mode: "SANDBOX", requestsPerSecond } });
    const raised = await set(30);
    expect(raised.body.data).toMatchObject({ requestsPerSecond: 30, isDefault: false });
    expect(headersOf(await test.request("GET", "/payments/wallets"))[0]).toBe("30");
    expect((await set(null)).body.data).toMatchObject({ requestsPerSecond: 25, isDefault: true });
    expect(headersOf(await test.request("GET", "/payments/wallets"))[0]).toBe("10");
    const { token: stranger } = await test.operator();
    const unknown = "/tenant/merchants/0199f2d0-7c1e-7a44-9b6e-2f6f0c1d2e3f/request-limit";
    const body = { mode: "SANDBOX", requestsPerSecond: 30 };
    expect(code(await test.request("PUT", unknown, { apiKey: stranger, body }))).toBe(
      "404 RESOURCE_NOT_FOUND",
    );
  });

  it("that floods the service uses up no payer's limit", async () => {
    const id = await newSession();
    const flood = Array.from({ length: 100 }, () => test.request("GET", "/payments/wallets"));
    const payer = await look(id);
    expect([payer.status, ...headersOf(payer)]).toEqual([200, "50", "50", "0", null]);
    const statuses = (await Promise.all(flood)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(80);
    expect((await complete(id, "+2250500000279")).status).toBe(200);
  });
});

describe("a payer", () => {
  it("may read a session 60 times a minute, a waiting read counting once", async () => {
    const id = await newSession();
    const waiting = test.request("GET", `/checkout/pay/${id}/status?waitMs=20`, { apiKey: null });
    await waiting;
    for (let index = 1; index < 60; index += 1) expect((await look(id)).status).toBe(200);
    const refused = await look(id);
    expect(code(refused)).toBe("429 RATE_LIMITED");
    expect(refused.body.error.details).toMatchObject({ limit: "session_reads", max: 60, windowSeconds: 60 });
    expect(refused.headers.get("access-control-expose-headers")).toContain("RateLimit-Remaining");
    // Another session is not affected.
    expect((await look(await newSession())).status).toBe(200);
  });

  it("may complete a session ten times in ten minutes", async () => {
    const id = await newSession();
    const outcomes = [];
    for (let index = 0; index < 11; index += 1) outcomes.push(code(await complete(id, "+225050000")));
    expect(outcomes.slice(0, 10)).toEqual(Array(10).fill("400 VALIDATION_ERROR"));
    expect(outcomes[10]).toBe("429 RATE_LIMITED");
    test.clock.advance(10 * MINUTE_MS);
    expect(code(await complete(id, "+225050000"))).toBe("400 VALIDATION_ERROR");
  });

  it("is asked on one phone five times in ten minutes, whoever asks, and a repeat of an attempt is none", async () => {
    const phone = "+2250500001059";
    const first = await newSession();
    for (let attempt = 0; attempt < 3; attempt += 1) {
      expect(code(await complete(first, phone))).toBe("409 PAYMENT_FAILED");
    }
    const charge = await test.request("POST", "/payments/charges", {
      headers: { "idempotency-key": "phone" },
      body: {
        amount: "5000",
        currency: "XOF",
        paymentMethod: "MOBILE_MONEY",
        paymentDetails: { phone, operator: "MTN", countryCode: "CI" },
      },
    });
    expect(charge.status).toBe(201);
    test.clock.advance(1_000);
    const other = await newSession();
    expect(code(await complete(other, phone))).toBe("409 PAYMENT_FAILED");
    const refused = await complete(other, phone);
    expect(code(refused)).toBe("429 RATE_LIMITED");
    expect(refused.body.error.details).toMatchObject({
      limit: "payer_phone",
      max: 5,
      retryAfterSeconds: 599,
    });
    expect(refused.headers.get("retry-after")).toBe("599");
    const status = await look(other);
    expect(status.body.data).toMatchObject({ status: "FAILED", attemptsRemaining: 4 });

    // One attempt, requested again while it runs: a payer's double click.
    const again = await newSession();
    const running = await Promise.all(
      [0, 1, 2, 3, 4, 5].map(async (index) => {
        if (index > 0) await new Promise((done) => setTimeout(done, 50));
        return (await complete(again, "+2250500002129")).status;
      }),
    );
    expect(running).toEqual(Array(6).fill(200));
  });

  it("is told so on the hosted page, in words", async () => {
    const id = await newSession();
    for (let index = 0; index < 60; index += 1) await look(id);
    const page = await test.request("GET", `${test.origin}/checkout/${id}`, { apiKey: null });
    expect(page.status).toBe(429);
    expect(page.headers.get("content-type")).toContain("text/html");
    expect(Number(page.headers.get("retry-after"))).toBeGreaterThan(0);
  });
});

describe("a payer's page", () => {
  /** Everything that a browser downloads for one page over an open connection, headers included. */
  const download = async (path: string, encodings: string): Promise<Buffer> => {
    const { hostname, port, host } = new URL(test.origin);
    const socket = connect(Number(port), hostname);
    socket.write(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\nAccept-Encoding: ${encodings}\r\n\r\n`);
    let bytes = Buffer.alloc(0);
    for await (const part of socket) {
      bytes = Buffer.concat([bytes, part]);
      const head = bytes.indexOf("\r\n\r\n") + 4;
      const length = /content-length: (\d+)/.exec(bytes.toString("latin1", 0, head))?.[1];
      if (head > 4 && bytes.length === head + Number(length)) break;
    }
    return bytes;
  };

  it("is refreshed without the script in at most 1 024 bytes, without headers that nobody reads", async () => {
    const id = await newSession();
    expect((await complete(id, "+2250500000010")).status).toBe(200);
    const browsers = [
      ["gzip, deflate", ""],
      // Over HTTPS: the service says so then, in one more header.
      ["gzip, deflate, br", `Strict-Transport-Security: ${HSTS}\r\n`],
    ] as const;
    for (const lang of ["fr", "en", "pt"]) {
      for (const [encodings, more] of browsers) {
        const bytes = await download(`/checkout/${id}?lang=${lang}&wait=2`, encodings);
        expect(bytes.toString("latin1")).toMatch(/^HTTP\/1\.1 200 OK\r\n(?!.*ratelimit).*keep-alive/is);
        expect(bytes.length + more.length, `${lang}, ${encodings}`).toBeLessThanOrEqual(1_024);
      }
    }
  });
});

describe("an address", () => {
  it("has a generous share of the public operations, and strangers with keys count for it", async () => {
    const strangers = await Promise.all(
      Array.from({ length: 100 }, () =>
        test.request("GET", "/payments/wallets", { apiKey: "svc_mk_sandbox_guess" }),
      ),
    );
    expect(new Set(strangers.map(code))).toEqual(new Set(["401 Invalid API key"]));
    const unknown = `/checkout/pay/cs_${"0".repeat(58)}`;
    const answers = await Promise.all(
      Array.from({ length: 110 }, () => test.request("GET", unknown, { apiKey: null })),
    );
    const counts = new Map<string, number>();
    for (const answer of answers) counts.set(code(answer), (counts.get(code(answer)) ?? 0) + 1);
    expect(counts).toEqual(
      new Map([
        ["404 CHECKOUT_SESSION_NOT_FOUND", 100],
        ["429 RATE_LIMITED", 10],
      ]),
    );
    // A caller with a key is not limited by others behind the same address.
    expect((await test.request("GET", "/payments/wallets")).status).toBe(200);
  });

  it("may try 50 log-ins in 15 minutes, at whichever accounts", async () => {
    const outcomes: string[] = [];
    for (let index = 0; index < 51; index += 1) {
      const body = { email: `nobody${index}@example.org`, password: "wrong wrong wrong" };
      outcomes.push(code(await test.request("POST", "/tenant/sessions", { apiKey: null, body })));
    }
    expect(outcomes.slice(0, 50)).toEqual(Array(50).fill("401 INVALID_CREDENTIALS"));
    expect(outcomes[50]).toBe("429 RATE_LIMITED");
  });
});

describe("what is never limited", () => {
  it.each(["/livez", "/readyz", "/api/v1/docs-json"])("%s", async (path) => {
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => test.request("GET", `${test.origin}${path}`, { apiKey: null })),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(answers[0]?.headers.get("ratelimit-limit")).toBeNull();
  });
});
