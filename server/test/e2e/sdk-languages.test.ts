import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it, type TestContext } from "vitest";
import { parsePublicId } from "../../src/kit/ids.ts";
import { shortReference } from "../../src/kit/short-reference.ts";
import { startTestApp, type TestApp } from "../harness/app.ts";

/**
 * The suites of the Python and PHP clients, each in its own interpreter: first what needs no service, then what a shop does against the
 * running one. They move its clock and read what its webhooks brought through a server of this test.
 */
const sdk = join(import.meta.dirname, "../../../sdk");
const hooks: { readonly body: string; readonly headers: object; readonly nowMs: number }[] = [];
let test: TestApp;
let control: Server;
let programs = 0;
let controlUrl: string;

beforeAll(async () => {
  test = await startTestApp();
  control = createServer((request, response) => {
    let body = "";
    request.on("data", (part) => {
      body += part;
    });
    request.on("end", () => {
      const { pathname, searchParams } = new URL(request.url ?? "", controlUrl);
      const answer = (value: unknown) => response.end(JSON.stringify(value));
      // What comes for a program before this one is not for it.
      if (pathname === `/received/${programs}`) {
        hooks.push({ body, headers: request.headers, nowMs: test.clock.nowMs() });
        response.writeHead(204).end();
      } else if (pathname === "/advance") {
        const ms = Number(searchParams.get("ms"));
        void (ms === 0 ? test.drain() : test.advance(ms)).then(() => answer(ms));
      } else if (pathname === "/hooks") answer(hooks);
      else if (pathname === "/short-reference")
        answer(shortReference(parsePublicId("charge", searchParams.get("id") ?? "") ?? ""));
      else response.writeHead(404).end();
    });
  });
  await new Promise<void>((resolve) => control.listen(0, "127.0.0.1", resolve));
  const address = control.address();
  controlUrl = `http://localhost:${typeof address === "object" && address !== null ? address.port : 0}`;
});
afterAll(async () => {
  await test.stop();
  control.closeAllConnections();
  control.close();
});

interface Ended {
  readonly exitCode: number | null;
  readonly output: string;
}

/** A program of a client, with the service's address in its environment. Null: there is no such program. */
function run(
  { signal }: TestContext,
  command: string,
  args: readonly string[],
  input = "",
): Promise<Ended | null> {
  hooks.length = 0;
  programs += 1;
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: sdk,
      // It ends with its test.
      signal,
      env: {
        ...process.env,
        PYTHONPATH: join(sdk, "python/src"),
        PYTHONDONTWRITEBYTECODE: "1",
        CAURIS_URL: test.origin,
        CAURIS_KEY: test.apiKey,
        CAURIS_MERCHANT_ID: test.merchantId,
        CAURIS_CONTROL_URL: controlUrl,
        CAURIS_HOOKS_URL: `${controlUrl}/received/${programs}`,
      },
    });
    let output = "";
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (part) => {
        output += part;
      });
    child.on("error", () => resolve(null));
    child.on("close", (exitCode) => resolve({ exitCode, output }));
    // Its program may have ended before it has read all.
    child.stdin.on("error", () => undefined);
    child.stdin.end(input);
  });
}

/** The first example of a client's README. */
function exampleOf(language: "python" | "php"): string {
  const readme = readFileSync(join(sdk, language, "README.md"), "utf8");
  return new RegExp(`\`\`\`${language}\n([\\s\\S]*?)\`\`\``).exec(readme)?.[1] ?? "";
}

async function expectPython(context: TestContext): Promise<void> {
  const check = "import sys, httpx; sys.exit(sys.version_info < (3, 10))";
  if ((await run(context, "python3", ["-c", check]))?.exitCode !== 0)
    return context.skip("skipped: no python3 (3.10 or newer) with httpx");
}

async function expectPhp(context: TestContext): Promise<void> {
  const check = 'exit(PHP_VERSION_ID >= 80100 && extension_loaded("curl") ? 0 : 1);';
  if ((await run(context, "php", ["-r", check]))?.exitCode !== 0)
    return context.skip("skipped: no php (8.1 or newer) with curl");
}

it("the Python client does what all clients do, and what a shop needs of the running service", async (context) => {
  await expectPython(context);
  const ended = await run(context, "python3", [
    "-W",
    "error",
    "-m",
    "unittest",
    "discover",
    "-s",
    "python/tests",
  ]);
  expect(ended, ended?.output).toMatchObject({ exitCode: 0 });
  expect(ended?.output).toMatch(/^Ran (?:[3-9]\d|\d{3}) tests[\s\S]*\nOK\n$/m);
});

it("the example of the Python client's README runs as it stands", async (context) => {
  await expectPython(context);
  const ended = await run(context, "python3", ["-"], exampleOf("python"));
  expect(ended, ended?.output).toMatchObject({ exitCode: 0 });
  expect(ended?.output).toContain(`Send the payer to ${test.origin}/checkout/cs_`);
});

it("the PHP client does what all clients do, and what a shop needs of the running service", async (context) => {
  await expectPhp(context);
  const ended = await run(context, "php", ["php/tests/run.php"]);
  expect(ended, ended?.output).toMatchObject({ exitCode: 0 });
  expect(ended?.output).toMatch(/^(?:2[5-9]|[3-9]\d) passed, 0 failed\n$/);
});

it("the example of the PHP client's README runs as it stands", async (context) => {
  await expectPhp(context);
  // Read from standard input, a program has no folder of its own.
  const example = exampleOf("php").replace("__DIR__", JSON.stringify(join(sdk, "php")));
  const ended = await run(context, "php", [], example);
  expect(ended, ended?.output).toMatchObject({ exitCode: 0 });
  expect(ended?.output).toContain(`Send the payer to ${test.origin}/checkout/cs_`);
});
