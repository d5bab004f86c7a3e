import { execFile } from "node:child_process";
import { once } from "node:events";
import { readFile, rm, stat } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { allTenantPermissions } from "../../src/http/permissions.ts";
import { createServiceHome, type ServiceHome, type ServiceProcess } from "../harness/service-process.ts";

/**
 * The first start as a newcomer sees it: the built service, only a port and a data folder set. Every error is one line
 * that says what to do.
 */
const run = promisify(execFile);
/** An empty value counts as absent. */
const unset = { HOST: "", LOG_LEVEL: "", LOG_FORMAT: "", RATE_LIMITS: "" };
const START_MS_MAX = 60_000;

let home: ServiceHome;
let service: ServiceProcess;
let sandbox: Sandbox;

interface Sandbox {
  readonly baseUrl: string;
  readonly merchantId: string;
  readonly apiKey: string;
  readonly checkoutUrl: string;
  readonly payerWallets: readonly Record<string, string>[];
  readonly dashboard: (Login & { readonly url: string }) | null;
  readonly consoleUrl: string;
  readonly operator: Login | null;
  readonly secondOperator: Login | null;
}

interface Login {
  readonly email: string;
  readonly password: string;
}

beforeAll(async () => {
  home = await createServiceHome(unset);
  service = await home.start();
  sandbox = await sandboxOf(home);
}, START_MS_MAX * 2);
afterAll(() => home?.remove(), START_MS_MAX);

/** `sandbox.json` with its checkout page: the last step of a start. */
async function sandboxOf(place: ServiceHome): Promise<Sandbox> {
  for (let tries = 0; tries < 200; tries += 1) {
    const text = await readFile(join(place.dataDir, "sandbox.json"), "utf8").catch(() => "{}");
    const content = JSON.parse(text);
    if (typeof content.checkoutUrl === "string") return content;
    await sleep(50);
  }
  throw new Error("sandbox.json was never finished");
}

const ask = (path: string, apiKey: string, init: RequestInit = {}) =>
  fetch(`${sandbox.baseUrl}${path}`, { ...init, headers: { authorization: `Bearer ${apiKey}` } });

/** The lines that it wrote, without empty ones. */
const linesOf = ({ output }: ServiceProcess): readonly string[] =>
  output()
    .split("\n")
    .filter((line) => line.trim() !== "");

describe("the first start", () => {
  it("writes sandbox.json with exactly what a program needs, for its owner's eyes alone", async () => {
    expect(Object.keys(sandbox)).toEqual([
      "baseUrl",
      "merchantId",
      "apiKey",
      "approverApiKey",
      "checkoutUrl",
      "payerWallets",
      "dashboard",
      "consoleUrl",
      "operator",
      "secondOperator",
      "demonstration",
    ]);
    expect(sandbox.baseUrl).toBe(`http://localhost:${home.port}/api/v1`);
    expect(sandbox.merchantId).toMatch(/^[0-9a-f-]{36}$/);
    expect(sandbox.apiKey).toMatch(/^svc_mk_sandbox_[0-9A-Za-z]{38}$/);
    expect(sandbox.payerWallets.length).toBeGreaterThan(0);
    for (const wallet of sandbox.payerWallets) {
      expect(Object.keys(wallet)).toEqual(["walletId", "phone", "pin", "currency", "balance"]);
    }
    for (const file of ["sandbox.json", "master.key"]) {
      expect([file, (await stat(join(home.dataDir, file))).mode & 0o777]).toEqual([file, 0o600]);
    }
  });
  it("gives a key with every permission, to a merchant with empty wallets in XOF and EUR", async () => {
    const wallets = await (await ask("/payments/wallets", sandbox.apiKey)).json();
    expect(
      wallets.data.map(({ currency, balance, merchantId }: Record<string, string>) => [
        currency,
        balance,
        merchantId,
      ]),
    ).toEqual(
      expect.arrayContaining([
        ["XOF", "0", sandbox.merchantId],
        ["EUR", "0.00", sandbox.merchantId],
      ]),
    );
    const document = await (await fetch(`${sandbox.baseUrl}/docs-json`)).json();
    for (const [path, item] of Object.entries<Record<string, Record<string, unknown>>>(document.paths)) {
      const permission = String(item.get?.["x-permission"]);
      if (!permission.startsWith("merchant.") || path.replace("{merchantId}", "").includes("{")) continue;
      // A search asks for what is looked for.
      const parameters = (item.get?.parameters ?? []) as readonly { in: string; required?: boolean }[];
      if (parameters.some((one) => one.in === "query" && one.required === true)) continue;
      const answer = await ask(path.replace("{merchantId}", sandbox.merchantId), sandbox.apiKey);
      expect([path, answer.status]).toEqual([path, 200]);
      await answer.text();
    }
  });
  it("gives two operators who can log in and do everything, for acts that need two people", async () => {
    for (const login of [sandbox.operator, sandbox.secondOperator]) {
      const answer = await fetch(`${sandbox.baseUrl}/tenant/sessions`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(login),
      });
      expect(answer.status).toBe(201);
      const { data } = await answer.json();
      expect(data.operator).toMatchObject({
        permissions: allTenantPermissions,
      });
      expect((await ask("/tenant/operators", data.token)).status).toBe(200);
    }
  });
  it("gives the merchant's owner, who can log in to pages", async () => {
    const { email, password, url } = sandbox.dashboard ?? { email: "", password: "", url: "" };
    expect(url).toBe(`http://localhost:${home.port}/dashboard`);
    const answer = await fetch(`${sandbox.baseUrl}/auth/merchant/log-in`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "cauris-request": "1",
        origin: `http://localhost:${home.port}`,
      },
      body: JSON.stringify({ email, password }),
    });
    expect([answer.status, (await answer.json()).data.email]).toEqual([200, "owner@cauris.example"]);
  });
  it("gives the addresses of dashboard and console, which lead to their log-in", async () => {
    for (const [url, path] of [
      [sandbox.dashboard?.url ?? "", "/login?next=%2Fdashboard"],
      [sandbox.consoleUrl, "/console/login?next=%2Fconsole"],
    ] as const) {
      const answer = await fetch(url, { redirect: "manual" });
      expect([answer.status, answer.headers.get("location")]).toEqual([303, path]);
      expect(service.output()).toContain(url);
    }
  });
  it("offers a checkout page that opens and can be paid by every method", async () => {
    const page = await fetch(sandbox.checkoutUrl);
    expect([page.status, page.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
    expect(await page.text()).toContain('<html lang="fr"');
    const id = sandbox.checkoutUrl.split("/").at(-1);
    const view = await (await fetch(`${sandbox.baseUrl}/checkout/pay/${id}`)).json();
    expect(view.data.status).toBe("OPEN");
    expect(view.data.allowedMethods.toSorted()).toEqual([
      "BANK_TRANSFER",
      "CARD",
      "MOBILE_MONEY",
      "QR",
      "WALLET",
    ]);
  });
  it("tells a person all of it, and the curl line works as it stands", async () => {
    const text = service.output();
    for (const shown of [
      sandbox.baseUrl,
      `${sandbox.baseUrl}/docs`,
      sandbox.apiKey,
      sandbox.checkoutUrl,
      join(home.dataDir, "sandbox.json"),
    ]) {
      expect(text).toContain(shown);
    }
    expect(text).toMatch(/Starting PostgreSQL/);
    const line = linesOf(service).find((one) => one.trim().startsWith("curl "));
    const { stdout } = await run("bash", ["-c", line ?? "false"]);
    expect(JSON.parse(stdout)).toMatchObject({ success: true, data: { status: "OPEN", mode: "SANDBOX" } });
  });
  it("answers its probes and its documentation at the addresses shown", async () => {
    for (const address of [
      `${service.origin}/livez`,
      `${service.origin}/readyz`,
      `${sandbox.baseUrl}/docs`,
    ]) {
      const answer = await fetch(address);
      expect([address, answer.status]).toEqual([address, 200]);
      await answer.text();
    }
  });
});

describe("a start that cannot be", () => {
  /** It exits with 1, and its last line says why. */
  async function refusedWith(attempt: ServiceProcess): Promise<string> {
    const { code } = await attempt.exited;
    const lines = linesOf(attempt);
    expect([code, lines.join("\n")]).toEqual([1, expect.stringMatching(/Cauris could not start: /)]);
    expect(attempt.output()).not.toMatch(/^\s+at .*:\d+:\d+\)?$/m);
    return lines.at(-1) ?? "";
  }
  it.each([
    ["PORT", "abc", /PORT must be a whole number from 0 to 65535; "abc" is not\./],
    ["PORT", "70000", /PORT must be .*; "70000" is not\./],
    ["LOG_LEVEL", "loud", /LOG_LEVEL must be one of .*; "loud" is not\./],
    ["PUBLIC_URL", "localhost", /PUBLIC_URL must be .*; "localhost" is not\./],
    ["CAURIS_PROT", "3000", /CAURIS_PROT is not a setting\. The settings are /],
    [
      "DATABASE_URL",
      "mysql://u:hunter2@h/x",
      /DATABASE_URL must be a postgres:\/\/ address, of one server or of several, .*; its value is not\./,
    ],
    ["MASTER_KEY", "hunter2", /MASTER_KEY must be .*; its value is not\./],
  ])("%s=%s is said in one line", async (name, value, line) => {
    const attempt = home.spawn({ env: { [name]: value } });
    expect(await refusedWith(attempt)).toMatch(line);
    expect(linesOf(attempt)).toHaveLength(1);
    expect(attempt.output()).not.toContain("hunter2");
  });
  it("a port that another program has", async () => {
    const taken = createServer().listen(0, "0.0.0.0");
    await once(taken, "listening");
    const address = taken.address();
    const port = typeof address === "object" && address !== null ? address.port : 0;
    const second = await createServiceHome(unset);
    try {
      const line = await refusedWith(second.spawn({ port }));
      expect(line).toContain(`port ${port} is in use by another program; choose another one with PORT`);
      // Nothing was created in vain.
      expect(await stat(second.dataDir).catch(() => null)).toBeNull();
    } finally {
      taken.close();
      await second.remove();
    }
  });
  it("a data folder that is none, with the path and what to do", async () => {
    const file = join(home.dataDir, "master.key");
    const line = await refusedWith(home.spawn({ env: { PORT: "0", DATA_DIR: join(file, "data") } }));
    expect(line).toContain(
      `The data folder ${join(file, "data")} cannot be used (ENOTDIR): a part of its path is a file.`,
    );
  });
  it("a data folder that another instance uses, which goes on unharmed", async () => {
    const line = await refusedWith(home.spawn({ env: { PORT: "0" } }));
    expect(line).toContain(home.dataDir);
    expect((await ask("/payments/wallets", sandbox.apiKey)).status).toBe(200);
    expect((await sandboxOf(home)).apiKey).toBe(sandbox.apiKey);
  });
});

/** Last: it ends the service that the other tests use. */
describe("the next start", () => {
  it("ends at once when asked, keeps key, merchant and money, and opens a fresh checkout page", {
    timeout: START_MS_MAX * 2,
  }, async () => {
    expect((await service.stop()).code).toBe(0);
    service = await home.start();
    await waitForOutput("Cauris is ready");
    const again = await sandboxOf(home);
    const { apiKey, merchantId, operator, secondOperator } = sandbox;
    expect(again).toMatchObject({ apiKey, merchantId, operator, secondOperator });
    expect(again.payerWallets).toEqual(sandbox.payerWallets);
    expect(again.checkoutUrl).not.toBe(sandbox.checkoutUrl);
    for (const url of [again.checkoutUrl, sandbox.checkoutUrl]) expect((await fetch(url)).status).toBe(200);
    const wallets = await (await ask("/payments/wallets", sandbox.apiKey)).json();
    expect(wallets.data).toHaveLength(2);
  });
  it("makes a new key when the file is gone, and the lost one opens nothing any more", {
    timeout: START_MS_MAX * 2,
  }, async () => {
    await service.stop();
    await rm(join(home.dataDir, "sandbox.json"));
    service = await home.start();
    await waitForOutput("Cauris is ready");
    const again = await sandboxOf(home);
    expect(again.merchantId).toBe(sandbox.merchantId);
    expect(again.apiKey).not.toBe(sandbox.apiKey);
    expect(again.operator?.email).toBe(sandbox.operator?.email);
    expect(again.operator?.password).not.toBe(sandbox.operator?.password);
    expect((await ask("/payments/wallets", again.apiKey)).status).toBe(200);
    expect((await ask("/payments/wallets", sandbox.apiKey)).status).toBe(401);
  });
});

/** A password that a person chose is written nowhere, and no start resets it. */
describe("a start after an operator chose a password", () => {
  it("leaves it alone, with the file and without", { timeout: START_MS_MAX * 2 }, async () => {
    const { operator } = await sandboxOf(home);
    if (operator === null) throw new Error("nobody has changed the password yet");
    const send = (path: string, body: unknown, token = "") =>
      fetch(`${sandbox.baseUrl}${path}`, {
        method: "POST",
        headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
        body: JSON.stringify(body),
      });
    const { data } = await (await send("/tenant/sessions", operator)).json();
    const newPassword = "cheval batterie agrafe correct";
    const change = { currentPassword: operator.password, newPassword };
    expect((await send("/tenant/me/password", change, data.token)).status).toBe(200);
    for (const fileIsThere of [true, false]) {
      await service.stop();
      if (!fileIsThere) await rm(join(home.dataDir, "sandbox.json"));
      service = await home.start();
      await waitForOutput("Cauris is ready");
      const again = await sandboxOf(home);
      expect([again.operator, again.secondOperator === null]).toEqual([null, false]);
      const login = { email: operator.email, password: newPassword };
      expect((await send("/tenant/sessions", login)).status).toBe(201);
    }
  });
});

async function waitForOutput(text: string): Promise<void> {
  for (let tries = 0; tries < 200 && !service.output().includes(text); tries += 1) await sleep(50);
  expect(service.output()).toContain(text);
}
