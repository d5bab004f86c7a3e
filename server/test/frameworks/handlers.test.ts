import { execFile, spawn } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { Webhook } from "standardwebhooks";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { freePort } from "../harness/example-programs.ts";

/**
 * `npm run test:frameworks`: the webhook handlers of the guides in the frameworks themselves, installed from npm and PyPI into a temporary
 * folder. Fastify's runs with every change (`examples.deep.test.ts`).
 */
const root = resolve(import.meta.dirname, "../../..");
const examples = join(root, "examples/webhook-handlers");
const run = promisify(execFile);

const INSTALL_TIMEOUT_MS = 900_000;
/** Next.js builds its application first. */
const START = { timeout: 180_000, interval: 250 };

// Of `npm run`: the settings of this repository are not those of an application.
const plainEnv = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name)));

const secret = `whsec_${Buffer.from("a secret of thirty-two bytes, yes").toString("base64")}`;
/** A body that no parser writes again as it was. */
const body = '{"type": "payment.succeeded",  "id": "evt_1", "data": {"note": "\\u00e9"}}';
const signed = () => {
  const at = new Date();
  return {
    "content-type": "application/json",
    "webhook-id": "evt_1",
    "webhook-timestamp": String(Math.floor(at.getTime() / 1_000)),
    "webhook-signature": new Webhook(secret).sign("evt_1", at, body),
  };
};

let folder: string;
const ends: (() => void)[] = [];

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "cauris-frameworks-"));
});
afterEach(() => {
  for (const end of ends.splice(0)) end();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Handler {
  readonly command: string;
  readonly given: readonly string[];
  readonly cwd: string;
  readonly port: number;
  readonly env?: Readonly<Record<string, string>>;
}

/** Starts the handler, and sends it an event as it was signed, an altered one, and one without a signature. */
async function judge({ command, given, cwd, port, env = {} }: Handler): Promise<void> {
  const child = spawn(command, given, {
    cwd,
    env: { ...plainEnv, ...env, PORT: String(port), CAURIS_WEBHOOK_SECRET: secret, NODE_ENV: "production" },
    detached: true,
  });
  ends.push(() => process.kill(-(child.pid ?? Number.NaN), "SIGKILL"));
  let printed = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (part: Buffer) => {
      printed += part.toString("utf8");
    });
  const url = `http://127.0.0.1:${port}/webhooks/cauris`;
  await vi.waitFor(async () => {
    if (child.exitCode !== null) throw new Error(`it has ended:\n${printed}`);
    // Every framework answers that it knows no such page.
    expect((await fetch(`http://127.0.0.1:${port}/nothing`)).status, printed).toBe(404);
  }, START);
  const statusOf = async (request: RequestInit) => (await fetch(url, { method: "POST", ...request })).status;
  expect(await statusOf({ body, headers: signed() }), printed).toBe(204);
  expect(await statusOf({ body: body.replace("  ", " "), headers: signed() }), printed).toBe(400);
  expect(await statusOf({ body }), printed).toBe(400);
  expect((await fetch(url)).status, "GET").toBeGreaterThanOrEqual(404);
  await vi.waitFor(() => expect(printed.match(/received payment\.succeeded evt_1/g)).toHaveLength(1));
}

describe("from npm", () => {
  let app: string;
  beforeAll(async () => {
    app = join(folder, "node");
    mkdirSync(join(app, "app/webhooks/cauris"), { recursive: true });
    await run(process.execPath, [
      join(root, "node_modules/typescript/bin/tsc"),
      "-p",
      join(root, "sdk/js/tsconfig.json"),
    ]);
    writeFileSync(join(app, "package.json"), JSON.stringify({ private: true, type: "module" }));
    const options = ["--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error", "--install-links"];
    const packages = ["express@5", "next@16", "react@19", "react-dom@19", join(root, "sdk/js")];
    await run("npm", ["install", ...options, ...packages], { cwd: app, env: plainEnv });
  }, INSTALL_TIMEOUT_MS);

  test("Express", async () => {
    copyFileSync(join(examples, "node/express.mjs"), join(app, "express.mjs"));
    await judge({ command: process.execPath, given: ["express.mjs"], cwd: app, port: await freePort() });
  });

  test("Next.js, built", { timeout: INSTALL_TIMEOUT_MS }, async () => {
    copyFileSync(join(examples, "node/next-route.mjs"), join(app, "app/webhooks/cauris/route.js"));
    writeFileSync(
      join(app, "app/layout.js"),
      "export default function Layout({ children }) {\n  return children;\n}\n",
    );
    const next = join(app, "node_modules/next/dist/bin/next");
    const env = { ...plainEnv, NEXT_TELEMETRY_DISABLED: "1", NODE_ENV: "production" };
    await run(process.execPath, [next, "build"], { cwd: app, env });
    const port = await freePort();
    await judge({
      command: process.execPath,
      given: [next, "start", "-p", String(port)],
      cwd: app,
      port,
      env: { NEXT_TELEMETRY_DISABLED: "1" },
    });
  });
});

describe("from PyPI", () => {
  let app: string;
  let python: string;
  beforeAll(async () => {
    app = join(folder, "python");
    mkdirSync(app);
    await run("python3", ["-m", "venv", join(app, "venv")]);
    python = join(app, "venv/bin/python");
    const packages = ["django~=5.2", "fastapi", "uvicorn", "httpx"];
    await run(python, ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", ...packages]);
  }, INSTALL_TIMEOUT_MS);
  const env = { PYTHONPATH: join(root, "sdk/python/src"), PYTHONUNBUFFERED: "1" };

  test("Django, with its checks of forged requests on", async () => {
    copyFileSync(join(examples, "python/django_view.py"), join(app, "django_view.py"));
    writeFileSync(
      join(app, "site_settings.py"),
      `import logging
import os

logging.basicConfig(level=logging.INFO)
SECRET_KEY = "of the test"
ALLOWED_HOSTS = ["127.0.0.1"]
ROOT_URLCONF = "site_urls"
MIDDLEWARE = ["django.middleware.common.CommonMiddleware", "django.middleware.csrf.CsrfViewMiddleware"]
CAURIS_WEBHOOK_SECRET = os.environ["CAURIS_WEBHOOK_SECRET"]
`,
    );
    writeFileSync(
      join(app, "site_urls.py"),
      `from django.urls import path
from django_view import receive

urlpatterns = [path("webhooks/cauris", receive)]
`,
    );
    const port = await freePort();
    await judge({
      command: python,
      given: ["-m", "django", "runserver", "--noreload", `127.0.0.1:${port}`],
      cwd: app,
      port,
      env: { ...env, DJANGO_SETTINGS_MODULE: "site_settings", PYTHONPATH: `${env.PYTHONPATH}:${app}` },
    });
  });

  test("FastAPI, behind uvicorn", async () => {
    copyFileSync(join(examples, "python/fastapi_app.py"), join(app, "fastapi_app.py"));
    const port = await freePort();
    const given = ["-m", "uvicorn", "fastapi_app:app", "--host", "127.0.0.1", "--port", String(port)];
    await judge({ command: python, given, cwd: app, port, env });
  });
});
