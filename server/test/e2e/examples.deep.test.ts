import { spawn, spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestApp, type TestApp } from "../harness/app.ts";
import {
  type ExampleRuntime,
  exampleRuntimes,
  freePort,
  type ProgramResult,
  type RunningProgram,
  startExample,
} from "../harness/example-programs.ts";
import { passTime } from "../harness/passing-time.ts";

/**
 * The small shop of the guides, run in each language as its pages show it: an order is paid, fulfilled once by a verified webhook,
 * refunded; suppliers and staff are paid; the day is reconciled.
 */
const root = resolve(import.meta.dirname, "../../..");

beforeAll(() => {
  const compiler = join(root, "node_modules/typescript/bin/tsc");
  const { status, stdout } = spawnSync(
    process.execPath,
    [compiler, "-p", join(root, "sdk/js/tsconfig.json")],
    {
      encoding: "utf8",
    },
  );
  expect(stdout).toBe("");
  expect(status).toBe(0);
});

/** Each step of the service's clock, and how long the programs have for their part of it. */
const STEP_MS = 500;
/** Webhooks are signed with the service's time, which runs ahead of the programs'; they accept five minutes. */
const BEHIND_MS = 240_000;

for (const runtime of exampleRuntimes) {
  const { name, isInstalled } = runtime;
  if (!isInstalled)
    console.info(
      `skipped: the shop in ${name}, because this machine has no ${name} that its client supports`,
    );
  describe.skipIf(!isInstalled)(`the shop in ${name}`, () => shop(runtime));
}

describe("webhook handlers keep the bytes that are signed", () => {
  const secret = `whsec_${Buffer.from("a secret of thirty-two bytes, yes").toString("base64")}`;
  /** A body that no parser writes again as it was. */
  const body = '{"type": "payment.succeeded",  "id": "evt_1", "data": {"note": "\\u00e9"}}';
  const signed = (text: string) => {
    const at = new Date();
    return {
      "content-type": "application/json",
      "webhook-id": "evt_1",
      "webhook-timestamp": String(Math.floor(at.getTime() / 1_000)),
      "webhook-signature": new Webhook(secret).sign("evt_1", at, text),
    };
  };
  const requests = (): readonly (readonly [string, RequestInit, number])[] => [
    ["as it was sent", { method: "POST", body, headers: signed(body) }, 204],
    ["altered", { method: "POST", body: body.replace("  ", " "), headers: signed(body) }, 400],
    ["without a signature", { method: "POST", body }, 400],
  ];

  test("Fastify", async () => {
    const [node] = exampleRuntimes;
    if (node === undefined) throw new Error("Node runs this test");
    const port = await freePort();
    const env = { CAURIS_WEBHOOK_SECRET: secret };
    const handler = startExample(node, "webhook-handlers/fastify", { env, cwd: root, port });
    try {
      const url = `http://localhost:${port}/webhooks/cauris`;
      await expect.poll(() => statusOf(url)).toBe(404);
      for (const [what, request, status] of requests())
        expect((await fetch(url, request)).status, what).toBe(status);
      expect(handler.output()).toBe("received payment.succeeded evt_1\n");
    } finally {
      handler.stop();
    }
  });

  const php = exampleRuntimes.find(({ name }) => name === "php");
  test.skipIf(php?.isInstalled !== true).each(["laravel", "symfony", "wordpress"])(
    "%s, with its classes of requests as they are documented (skipped without PHP)",
    async (framework) => {
      const handlers = mkdtempSync(join(tmpdir(), "cauris-handlers-"));
      const port = await freePort();
      cpSync(join(root, "examples/webhook-handlers/php"), handlers, { recursive: true });
      symlinkSync(join(root, "sdk/php"), join(handlers, "cauris"));
      const program = join(root, "server/test/programs/webhook-frameworks.php");
      const env = { ...process.env, CAURIS_WEBHOOK_SECRET: secret, FRAMEWORK: framework, HANDLERS: handlers };
      const server = spawn("php", ["-S", `localhost:${port}`, program], { env });
      let printed = "";
      server.stderr.on("data", (part: Buffer) => {
        printed += part.toString("utf8");
      });
      try {
        const url = `http://localhost:${port}/`;
        await expect.poll(() => statusOf(url)).toBe(404);
        for (const [what, request, status] of requests())
          expect((await fetch(url, request)).status, `${what}\n${printed}`).toBe(status);
        expect(printed.match(/received payment.succeeded evt_1/g)).toHaveLength(1);
      } finally {
        server.kill("SIGKILL");
        rmSync(handlers, { recursive: true });
      }
    },
  );

  test("a route handler of Next.js", async () => {
    const { POST } = (await import(join(root, "examples/webhook-handlers/node/next-route.mjs"))) as {
      readonly POST: (request: Request) => Promise<Response>;
    };
    process.env.CAURIS_WEBHOOK_SECRET = secret;
    try {
      for (const [what, request, status] of requests())
        expect((await POST(new Request("http://localhost/", request))).status, what).toBe(status);
    } finally {
      delete process.env.CAURIS_WEBHOOK_SECRET;
    }
  });
});

/** The status of an answer; 0 without one. */
const statusOf = (url: string, request?: RequestInit): Promise<number> =>
  fetch(url, request).then(
    ({ status }) => status,
    () => 0,
  );

function shop(runtime: ExampleRuntime): void {
  let app: TestApp;
  let folder: string;
  let handler: RunningProgram;
  const servers: RunningProgram[] = [];
  let endTime: (() => Promise<void>) | undefined;

  beforeAll(async () => {
    app = await startTestApp({ startMs: Date.now() - BEHIND_MS });
    folder = mkdtempSync(join(tmpdir(), "cauris-shop-"));
    endTime = passTime(app, STEP_MS);
  });
  afterAll(async () => {
    for (const server of servers) server.stop();
    await endTime?.();
    await app.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const env = () => ({
    CAURIS_URL: app.origin,
    CAURIS_KEY: app.apiKey,
    CAURIS_MERCHANT: app.merchantId,
    ORDERS: join(folder, "orders"),
  });
  const run = (example: string, given: readonly string[] = [], input = ""): Promise<ProgramResult> =>
    startExample(runtime, example, { given, env: env(), cwd: folder, input }).ended;
  const serve = async (example: string, more: Readonly<Record<string, string>> = {}) => {
    const port = await freePort();
    const program = startExample(runtime, example, { env: { ...env(), ...more }, cwd: folder, port });
    servers.push(program);
    const origin = `http://localhost:${port}`;
    await expect.poll(() => statusOf(`${origin}/nothing`)).toBe(404);
    return { program, origin };
  };
  const available = async (): Promise<string> => {
    const { data } = (await app.request("GET", "/payments/wallets")).body;
    return data.find(({ currency }: { currency: string }) => currency === "XOF").available;
  };
  const today = (): string => new Date(app.clock.nowMs()).toISOString().slice(0, 10);

  test("takes an order, fulfils it once by a verified webhook, refunds it, and finds it in the books", async () => {
    const shopFront = await serve("accept-a-payment/hosted-page");
    const port = await freePort();
    const hooks = `http://localhost:${port}/webhooks/cauris`;
    const registered = await run("fulfil-once/register", [hooks]);
    const [secret = ""] = /whsec_\S+/.exec(registered.output) ?? [];
    expect(registered.status, registered.output).toBe(0);
    handler = startExample(runtime, "fulfil-once/webhook", {
      env: { ...env(), CAURIS_WEBHOOK_SECRET: secret },
      cwd: folder,
      port,
    });
    servers.push(handler);
    await expect.poll(() => statusOf(hooks, { method: "POST" })).toBe(400);
    const stranger = await run("fulfil-once/ping", [`${hooks}/other`]);
    expect(stranger.status).not.toBe(0);
    expect(stranger.output).toContain("Register it first.");
    const pinged = await run("fulfil-once/ping", [hooks]);
    expect(pinged.output).toMatch(/^pinged \S+ at http:\S+\n$/);

    const placed = await fetch(`${shopFront.origin}/orders`, { method: "POST", redirect: "manual" });
    expect(placed.status, shopFront.program.output()).toBe(303);
    const [sessionId = ""] = /cs_\w+/.exec(placed.headers.get("location") ?? "") ?? [];
    const thanks = async () => (await fetch(`${shopFront.origin}/thanks?session=${sessionId}`)).text();
    expect(await thanks()).toContain("n’a pas abouti");
    const paid = await app.request("POST", `/checkout/pay/${sessionId}/complete`, {
      apiKey: null,
      body: {
        paymentMethod: "MOBILE_MONEY",
        paymentDetails: { phone: "+2250500000789", operator: "MTN", countryCode: "CI" },
      },
    });
    const { chargeId } = paid.body.data;
    const [number = ""] = readdirSync(join(folder, "orders"))[0]?.split(".") ?? [];
    await expect.poll(() => handler.output()).toContain(`fulfilled ${number}\n`);
    await expect.poll(thanks).toContain("payée");

    // The service sends it again: nothing is delivered twice.
    const endpoints = `/merchant/merchants/${app.merchantId}/webhook-endpoints`;
    const endpoint = (await app.request("GET", endpoints)).body.data[0].id;
    const deliveries = await app.request("GET", `${endpoints}/${endpoint}/deliveries?type=payment.succeeded`);
    await app.request("POST", `${endpoints}/${endpoint}/deliveries/${deliveries.body.data[0].id}/resend`);
    await expect.poll(() => handler.output()).toContain(`already fulfilled ${number}`);
    // Another amount than the order's, or an altered body, fulfils nothing.
    const forged = await fetch(hooks, {
      method: "POST",
      headers: {
        "webhook-id": "evt_1",
        "webhook-timestamp": String(Math.floor(Date.now() / 1000)),
        "webhook-signature": "v1,AAAA",
      },
      body: '{"type":"payment.succeeded"}',
    });
    expect(forged.status).toBe(400);

    const books = await run("reconcile/reconcile", [today()]);
    expect(books.output).toMatch(/CHARGE CREDIT: 1, .*5.000/);
    expect(books.output).toMatch(/closing balance: 4925; differences: 0\n$/);

    const refund = await run("refund/refund", [chargeId, "1500", "return-1"]);
    expect(refund.output).toMatch(/^re_\w+: 1.500.* PENDING\nrefunded\n$/);
    const again = await run("refund/refund", [chargeId, "9000", "return-2"]);
    expect(again.status).toBe(1);
    expect(again.output).toContain("refused: REFUND_AMOUNT_EXCEEDS_REMAINING");
  }, 120_000);

  test("pays a supplier and the staff, each once", async () => {
    const invoice = ["Awa Koné", "+2250500000789", "MTN", "1000", "INV-88"];
    const supplier = await run("pay-suppliers-and-staff/supplier", invoice);
    expect(supplier.output).toMatch(/^available: \d+ XOF\nINV-88: PAID\n$/);
    const staff = JSON.stringify([
      { name: "Awa Koné", phone: "+2250500000789", operator: "MTN", salary: "300" },
      { name: "Koffi Yao", phone: "+2250500001789", operator: "MTN", salary: "900000" },
    ]);
    const salaries = await run("pay-suppliers-and-staff/staff", ["salaries-2026-11"], staff);
    expect(salaries.output).toContain("1 accepted, 1 refused\n");
    expect(salaries.output).toContain("salaries-2026-11 Koffi Yao: INSUFFICIENT_WALLET_BALANCE");
    // Run again, it is the same payout to the same beneficiary.
    expect((await run("pay-suppliers-and-staff/supplier", invoice)).output).toBe(
      supplier.output.replace(/available: \d+/, `available: ${await available()}`),
    );
    expect((await app.request("GET", "/payments/payouts?reference=INV-88")).body.meta.total).toBe(1);
    expect((await app.request("GET", "/payments/beneficiaries")).body.meta.total).toBe(2);
    const tooMuch = await run("pay-suppliers-and-staff/supplier", [
      ...invoice.slice(0, 3),
      "999999",
      "INV-89",
    ]);
    expect([tooMuch.status, tooMuch.output]).toEqual([
      1,
      expect.stringContaining("refused: INSUFFICIENT_WALLET_BALANCE"),
    ]);
  }, 120_000);

  test("charges a phone once, however often it is run, and does not take silence for a failure", async () => {
    const phone = ["+2250500000789", "MTN", "CI"];
    const [first, second, refused, page, link] = await Promise.all([
      run("unknown-outcomes/charge", ["A-1044", ...phone]).then(async (result) => [
        result,
        await run("unknown-outcomes/charge", ["A-1044", ...phone]),
      ]),
      run("unknown-outcomes/charge", ["A-1045", "+2250500000089", "MTN", "CI"]),
      run("unknown-outcomes/charge", ["A-1046", "12", "MTN", "CI"]),
      run("accept-a-payment/own-screens", phone),
      run("accept-a-payment/link"),
    ]);
    expect(first?.map(({ output }) => output)).toEqual(["A-1044: paid\n", "A-1044: paid\n"]);
    expect((await app.request("GET", "/payments/charges?reference=A-1044")).body.meta.total).toBe(1);
    expect(second.output).toMatch(/^A-1045: not paid, [A-Z_]+; a new attempt is safe\n$/);
    expect(refused.status).not.toBe(0);
    expect(refused.output).toContain("A-1046: VALIDATION_ERROR (req_");
    expect(page.output).toMatch(
      /to pay: 5.000.*\nways to pay: .*MTN.*\nnext: POLL; tell the payer: .+\npaid\n$/,
    );
    expect(link.output).toMatch(/^send: http\S+\/pay\/\S+\nprint: http\S+\nlink: CANCELLED\n$/);
    // What is not an order of this shop, and a sample, are accepted and fulfil nothing.
    await expect.poll(() => handler.output()).toContain("not an order of this shop: A-1043\n");
    await app.request("POST", "/sandbox/events", { body: { type: "payment.succeeded" } });
    const sampled = `/merchant/merchants/${app.merchantId}/webhook-endpoints`;
    const { id } = (await app.request("GET", sampled)).body.data[0];
    const statuses = async () => {
      const { body } = await app.request("GET", `${sampled}/${id}/deliveries?type=payment.succeeded`);
      return body.data.map(({ status }: { status: string }) => status);
    };
    await expect
      .poll(async () => (await statuses()).every((status: string) => status === "SUCCEEDED"))
      .toBe(true);
    expect(handler.output()).not.toContain("A-1042");
    // Money that no order explains is found.
    const books = await run("reconcile/reconcile", [today()]);
    expect(books.output).toContain("A-1044: 5000 booked, no fulfilled order\n");
    expect(books.output).toMatch(/differences: 2\n$/);
  }, 120_000);

  test("converts amounts exactly, and knows what is missing before real money", async () => {
    const money = await run("units-of-money/amounts");
    expect(money.output).toContain("12.50 EUR = 1250 minor units = 12.50: ");
    expect(money.output).toContain(
      "3 x 19.99 EUR = 59.97\nrefused: 12.5 XOF cannot be paid: XOF has no decimals",
    );
    const check = await run("go-live/check");
    expect(check.status).toBe(1);
    expect(check.output).toContain(
      "missing: CAURIS_URL is not https\nmissing: CAURIS_KEY is a sandbox key\n",
    );
    expect(check.output).toMatch(/MTN.* XOF: OPERATIONAL/);
  }, 60_000);
}
