import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Answer, startTestApp, type TestApp } from "../../test/harness/app.ts";
import { createTestDatabase, type TestDatabase } from "../../test/harness/database.ts";
import { quietLog } from "../../test/harness/log.ts";
import { createSampleServer } from "../../test/harness/sample-http.ts";
import { errors } from "./errors.ts";
import { guardPlugin } from "./guarded-plugin.ts";
import { defaultLimits } from "./limits/index.ts";

describe("while there is too much", () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  it("a plugin is turned away with Retry-After before it does anything, whatever its own errors look like", async () => {
    const ranks: string[] = [];
    let served = 0;
    const plugin = guardPlugin(
      {
        rank: "paying",
        log: quietLog,
        count: () => null,
        isOwn: ({ headers }) => headers["x-own"] === "1",
        overload: {
          admit: (rank) => {
            ranks.push(rank);
            throw errors.SERVICE_UNAVAILABLE({ reason: "overloaded" }, 3);
          },
          countLate: () => {},
          start: () => () => {},
        },
      },
      async (scope) => {
        scope.setErrorHandler((_error, _request, reply) => reply.code(500).send("mine"));
        scope.post("/notices", async () => {
          served += 1;
          return "served";
        });
      },
    );
    const server = await createSampleServer(database.db, { plugins: [plugin] });
    const refused = await server.app.inject({ method: "POST", url: "/notices" });
    expect([refused.statusCode, refused.headers["retry-after"], served]).toEqual([503, "3", 0]);
    expect(refused.json().error).toMatchObject({ code: "SERVICE_UNAVAILABLE" });
    const own = await server.app.inject({ method: "POST", url: "/notices", headers: { "x-own": "1" } });
    expect([own.statusCode, served, ranks]).toEqual([200, 1, ["paying"]]);
    await server.stop();
  });
});

describe("an address that asks too often", () => {
  const BURST = 5;
  let app: TestApp;
  beforeAll(async () => {
    const few = { count: 1, windowMs: 1_000, burst: BURST };
    app = await startTestApp({
      trustedProxies: ["127.0.0.1"],
      limits: {
        ...defaultLimits,
        clientAddress: { ...defaultLimits.clientAddress, ...few },
        callbackAddress: { ...defaultLimits.callbackAddress, ...few },
      },
    });
  }, 60_000);
  afterAll(() => app?.stop());
  beforeEach(() => app.clock.advance(60_000));

  const from = (ip: string) => ({ apiKey: null, headers: { "x-forwarded-for": ip } });
  const call = (method: string, path: string, ip: string) =>
    app.request(method, `${app.origin}${path}`, from(ip));
  async function statusesOf(times: number, ask: () => Promise<Answer>): Promise<readonly number[]> {
    const found: number[] = [];
    for (let index = 0; index < times; index += 1) found.push((await ask()).status);
    return found;
  }

  it.each([
    ["a notice of a provider", "POST", "/provider-callbacks/0190aaaa-0000-7000-8000-000000000001", 404],
    ["the simulator's page", "GET", "/simulator", 200],
    ["the simulator's API", "GET", "/simulator/v1/statement", 401],
  ])("is refused %s with RATE_LIMITED, and others are not", async (_what, method, path, usual) => {
    const ip = "203.0.113.5";
    expect(await statusesOf(BURST, () => call(method, path, ip))).toEqual(
      Array.from({ length: BURST }, () => usual),
    );
    const refused = await call(method, path, ip);
    expect([refused.status, refused.body.error.code]).toEqual([429, "RATE_LIMITED"]);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThanOrEqual(1);
    expect((await call(method, path, "203.0.113.6")).status).toBe(usual);
  });

  it("and a notice that was refused loses nothing: the payment is asked about", async () => {
    const ip = "127.0.0.1";
    const path = "/provider-callbacks/0190aaaa-0000-7000-8000-000000000001";
    const made = await app.request("POST", "/payments/charges", {
      headers: { "idempotency-key": "unheard", "sandbox-scenario": "success" },
      body: {
        amount: "5000",
        currency: "XOF",
        paymentMethod: "MOBILE_MONEY",
        paymentDetails: { phone: "+2250512345678", operator: "MTN", countryCode: "CI" },
      },
    });
    expect(made.body.data.status).toBe("PROCESSING");
    // The simulator sends its own callbacks from this address.
    await statusesOf(BURST + 1, () => call("POST", path, ip));
    expect((await call("POST", path, ip)).status).toBe(429);
    await app.advance(20_000);
    const after = await app.request("GET", `/payments/charges/${made.body.data.id}`);
    expect(after.body.data.status).toBe("SUCCEEDED");
  });
});
