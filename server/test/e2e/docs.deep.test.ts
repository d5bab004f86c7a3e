import { readdirSync, readFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { SandboxFile } from "../../src/seed/index.ts";
import { startTestApp, type TestApp } from "../harness/app.ts";
import { blocksOf, type DocsShell, differencesTo, openDocsShell } from "../harness/docs-page.ts";

/**
 * The documentation is true: its examples are pasted into a shell, page by page and from top to bottom, against a
 * running sandbox, and its answers are compared.
 */
const root = resolve(import.meta.dirname, "../../..");
const PREPARATION = "docs/start/examples.md";
const VARIABLES = [
  ...[
    "BASE_URL",
    "API_KEY",
    "APPROVER_KEY",
    "MERCHANT_ID",
    "WALLET_ID",
    "OPERATOR_TOKEN",
    "SECOND_OPERATOR_TOKEN",
  ],
];

const texts = new Map(
  [
    "README.md",
    ...readdirSync(join(root, "docs"), { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".md"))
      .map((name) => `docs/${name}`),
  ]
    .toSorted()
    .map((name) => [relative(root, join(root, name)), readFileSync(join(root, name), "utf8")]),
);
const calls = (text: string): boolean => blocksOf(text).some(({ script }) => /\bcurl\b/.test(script));
/** Needs a stand-in: `go-live.deep.test.ts` runs it. */
const GO_LIVE = "docs/operating/go-live.md";
/** Start programs that go on: `guides.deep.test.ts` runs them. */
const GUIDES = "docs/guides/";
const pages = [...texts]
  .filter(([name, text]) => ![PREPARATION, GO_LIVE].includes(name) && !name.startsWith(GUIDES) && calls(text))
  .map(([name]) => name);
const preparation = blocksOf(texts.get(PREPARATION) ?? "");
/** The function that every page uses, as the first page defines it. */
const field = /^field\(\).*$/m.exec(preparation[0]?.script ?? "")?.[0] ?? "";

interface Sandbox {
  readonly app: TestApp;
  readonly shell: DocsShell;
  readonly variables: Readonly<Record<string, string>>;
}

/** A sandbox whose clock runs ten times as fast as ours, so that tests do not wait for a payer's two seconds. */
async function openSandbox(): Promise<Sandbox> {
  const app = await startTestApp();
  const { baseUrl, merchantId, apiKey, approverApiKey, payerWallets } = app;
  const [operator, secondOperator] = await Promise.all([app.operator(), app.operator("second")]);
  const login = ({ email, password }: { email: string; password: string }) => ({ email, password });
  const file: SandboxFile = {
    baseUrl,
    merchantId,
    apiKey,
    approverApiKey,
    checkoutUrl: null,
    payerWallets,
    dashboard: null,
    consoleUrl: `${app.origin}/console`,
    operator: login(operator),
    secondOperator: login(secondOperator),
    demonstration: null,
  };
  const shell = await openDocsShell({ "data/sandbox.json": JSON.stringify(file) });
  const { kept } = await shell.paste(preparation, {}, VARIABLES);
  return { app, shell, variables: kept };
}

const TICK_MS = 10;
async function whileTimePasses<T>({ app }: Sandbox, work: Promise<T>): Promise<T> {
  let isOver = false;
  const over = work.finally(() => {
    isOver = true;
  });
  over.catch(() => {});
  while (!isOver) {
    app.clock.advance(TICK_MS * 10);
    await app.drain();
    await sleep(TICK_MS);
  }
  return over;
}

let common: Sandbox;
beforeAll(async () => {
  common = await openSandbox();
}, 60_000);
const close = async ({ app, shell }: Sandbox): Promise<void> => {
  await app.stop();
  await shell.remove();
};
afterAll(() => close(common), 30_000);

it("the page that prepares the others defines all that they use", () => {
  expect(Object.keys(common.variables)).toEqual(VARIABLES);
  for (const [name, value] of Object.entries(common.variables)) expect(value, name).toMatch(/^\S{8,}$/);
  expect(field).not.toBe("");
  expect(pages).toContain("README.md");
});

it("a page that is wrong is found out", async () => {
  const page = [
    "```sh",
    'curl -s "$BASE_URL/payments/wallets/wal_none" -H "Authorization: Bearer $API_KEY"',
    "```",
    "",
    "```json",
    '{"success": true, "data": {"status": "PAID", "id": "re_…", "amount": "1", "n": 1, "more": {"a": null}}}',
    "```",
    "<!-- answers 409 -->",
    "```sh",
    "A=1",
    "```",
    "<!-- not run: another host -->",
    "```sh",
    "curl https://example.com",
    "```",
  ].join("\n");
  const blocks = blocksOf(page);
  expect(blocks.map(({ line, expected }) => [line, expected])).toEqual([
    [1, null],
    [9, 409],
  ]);
  const { answers } = await common.shell.paste(blocks, common.variables);
  expect(answers.map(({ statuses }) => statuses)).toEqual([[404], []]);
  const body = { success: true, data: { status: "FAILED", id: 5, amount: "2", n: 2, more: {} } };
  expect(differencesTo(blocks[0]?.shown, body)).toEqual([
    ".data.status: FAILED instead of PAID",
    ".data.id: 5 is no text",
    ".data.n: 2 instead of 1",
    ".data.more.a is missing",
  ]);
  await expect(
    common.shell.paste([{ line: 1, script: "false", expected: null, shown: null }], {}),
  ).rejects.toThrow("ended with 1");
});

describe("the examples of", () => {
  it.each(pages)("%s work as they stand", { timeout: 60_000 }, async (page) => {
    const text = texts.get(page) ?? "";
    const isAlone = text.includes("<!-- own service -->");
    const sandbox = isAlone ? await openSandbox() : common;
    try {
      const blocks = blocksOf(text);
      const [first, ...others] = blocks;
      if (first === undefined) throw new Error("a page with calls has blocks");
      const begun = [{ ...first, script: `${field}\n${first.script}` }, ...others];
      const { answers } = await whileTimePasses(sandbox, sandbox.shell.paste(begun, sandbox.variables));
      const problems = blocks.flatMap(({ line, expected, shown }, index) => {
        const { statuses = [], lastBody = "" } = answers[index] ?? {};
        const wrong = statuses.filter((status) => (expected === null ? status >= 300 : status !== expected));
        if (wrong.length > 0) return [`${page}:${line}: answered ${wrong.join(", ")}: ${lastBody}`];
        return shown === null
          ? []
          : differencesTo(shown, JSON.parse(lastBody)).map((difference) => `${page}:${line}: ${difference}`);
      });
      expect(problems).toEqual([]);
    } finally {
      if (isAlone) await close(sandbox);
    }
  });
});
