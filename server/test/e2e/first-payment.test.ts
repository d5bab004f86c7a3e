import { spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { pathWithCurl } from "../harness/curl.ts";
import { createServiceHome, type ServiceHome } from "../harness/service-process.ts";

/**
 * The README's first payment, pasted block by block into a shell as a reader would: the built service, the system's
 * clock, only a port and a data folder set.
 */
const readme = resolve(import.meta.dirname, "../../../README.md");
const MARKER = "<!-- first-payment";

let home: ServiceHome;
beforeAll(async () => {
  home = await createServiceHome({ HOST: "", LOG_LEVEL: "", LOG_FORMAT: "", RATE_LIMITS: "" });
  await home.start();
}, 90_000);
afterAll(() => home?.remove(), 30_000);

/** The shell blocks after the marker. */
async function blocksOf(): Promise<readonly string[]> {
  const [, section = ""] = (await readFile(readme, "utf8")).split(MARKER);
  const untilNextChapter = section.split(/^## /m)[0] ?? "";
  return [...untilNextChapter.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, text = ""]) => text);
}

/** The output of each block. One shell runs them all, as in a terminal: variables stay. */
async function paste(blocks: readonly string[], folder: string): Promise<readonly string[]> {
  const separator = "\u001e";
  const script = blocks.map((block) => `${block}\nprintf '%s' '${separator}'\n`).join("");
  const shell = spawn("bash", ["-eu", "-o", "pipefail"], {
    cwd: folder,
    env: { ...process.env, PATH: await pathWithCurl(folder) },
    stdio: ["pipe", "pipe", "pipe"],
  });
  let printed = "";
  let complaints = "";
  shell.stdout.on("data", (chunk: Buffer) => {
    printed += chunk.toString();
  });
  shell.stderr.on("data", (chunk: Buffer) => {
    complaints += chunk.toString();
  });
  shell.stdin.end(script);
  const code = await new Promise((done) => shell.once("close", done));
  expect([code, complaints]).toEqual([0, ""]);
  return printed.split(separator).slice(0, -1);
}

it("the README's blocks, as they stand, end in SUCCEEDED and a grown wallet", {
  timeout: 60_000,
}, async () => {
  const blocks = await blocksOf();
  expect(blocks.length).toBeGreaterThanOrEqual(4);
  for (let tries = 0; tries < 200; tries += 1) {
    const text = await readFile(join(home.dataDir, "sandbox.json"), "utf8").catch(() => "");
    if (text.includes("checkoutUrl")) break;
    await sleep(50);
  }
  const printed = await paste(blocks, dirname(home.dataDir));
  const answers = printed.filter((text) => text.trim() !== "").map((text) => JSON.parse(text));
  expect(answers.every(({ success }) => success)).toBe(true);
  const [completion, status, wallets] = answers.map(({ data }) => data);
  expect(completion).toMatchObject({ object: "checkout.completion", nextStep: "POLL" });
  expect(status).toMatchObject({ object: "checkout.session.status", status: "SUCCEEDED", pollAfterMs: null });
  const xof = wallets.find(({ currency }: { currency: string }) => currency === "XOF");
  // 5 000 F less the sandbox's fee of 1.5 %.
  expect(xof).toMatchObject({ object: "wallet", available: "4925", balance: "4925", pending: "0" });
});
