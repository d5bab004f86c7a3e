import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable, Writable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { browserFlags, findChromium } from "../server/test/harness/browser.ts";
import type { SlowPhone } from "./page-watch.ts";

/**
 * The first paint as a payer's browser makes it: a browser that is told the address and nothing else. The library that drives
 * the other measurements prepares script engines of its own in every page before it is painted, which no phone does:
 * `docs/performance.md` has both in turn, in three runs.
 */
export interface PlainBrowser {
  /** From the address to the first text or picture, in milliseconds, in a fresh profile. */
  firstPaintMs(url: string, phone: SlowPhone, javaScript: boolean): Promise<number>;
  close(): Promise<void>;
}

const SETTLED_MS = 2_500;
const CLOSED_MS = 5_000;

/** @throws Error when there is no browser, when a command is refused, or when a page stays without text. */
export async function launchPlainBrowser(): Promise<PlainBrowser> {
  const profile = await mkdtemp(join(tmpdir(), "cauris-paint-"));
  const { executablePath, env } = await findChromium();
  const browser = spawn(
    executablePath,
    [...browserFlags, "--headless", "--remote-debugging-pipe", `--user-data-dir=${profile}`, "about:blank"],
    { env: { ...process.env, ...env }, stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"] },
  );
  const send = commandsOf(browser);
  return {
    firstPaintMs: async (url, phone, javaScript) => {
      const { browserContextId } = await send<{ browserContextId: string }>(
        "Target.createBrowserContext",
        {},
      );
      const target = { url: "about:blank", browserContextId };
      const { targetId } = await send<{ targetId: string }>("Target.createTarget", target);
      const attached = { targetId, flatten: true };
      const { sessionId } = await send<{ sessionId: string }>("Target.attachToTarget", attached);
      const tell = <Answer>(method: string, parameters: object) =>
        send<Answer>(method, parameters, sessionId);
      await tell("Emulation.setDeviceMetricsOverride", screen);
      if (!javaScript) await tell("Emulation.setScriptExecutionDisabled", { value: true });
      await tell("Network.enable", {});
      await tell("Network.emulateNetworkConditions", {
        offline: false,
        latency: phone.roundTripMs,
        downloadThroughput: phone.bytesPerSecond,
        uploadThroughput: phone.bytesPerSecond,
      });
      await tell("Emulation.setCPUThrottlingRate", { rate: phone.cpuSlowdown });
      await tell("Page.navigate", { url });
      // Asked only afterwards: a question makes the page prepare its script engine.
      await sleep(SETTLED_MS);
      const { result } = await tell<{ result: { value?: unknown } }>("Runtime.evaluate", {
        expression: "performance.getEntriesByName('first-contentful-paint')[0]?.startTime",
      });
      await send("Target.disposeBrowserContext", { browserContextId });
      if (typeof result.value !== "number") throw new Error(`${url} showed no text within ${SETTLED_MS} ms`);
      return result.value;
    },
    close: async () => {
      const exited = new Promise((resolve) => browser.once("exit", resolve));
      await send("Browser.close", {});
      await Promise.race([exited, sleep(CLOSED_MS).then(() => browser.kill("SIGKILL"))]);
      await rm(profile, { recursive: true, force: true });
    },
  };
}

/** The narrowest usual phone. */
const screen = { width: 360, height: 740, deviceScaleFactor: 1, mobile: false } as const;

type Send = <Answer = unknown>(method: string, parameters: object, sessionId?: string) => Promise<Answer>;

interface Reply {
  readonly id?: number;
  readonly result?: unknown;
  readonly error?: { readonly message: string };
}

/** Commands and answers are JSON, each ended by a zero byte (Chrome DevTools Protocol over a pipe). */
function commandsOf(browser: ChildProcess): Send {
  const [commands, answers] = [browser.stdio[3] as Writable, browser.stdio[4] as Readable];
  const waiting = new Map<number, (reply: Reply) => void>();
  let unread = "";
  answers.setEncoding("utf8").on("data", (text: string) => {
    const parts = `${unread}${text}`.split("\0");
    unread = parts.pop() ?? "";
    for (const part of parts) {
      const reply = JSON.parse(part) as Reply;
      if (reply.id !== undefined) waiting.get(reply.id)?.(reply);
    }
  });
  let last = 0;
  return (method, parameters, sessionId) =>
    new Promise((resolve, reject) => {
      last += 1;
      const id = last;
      waiting.set(id, ({ result, error }) => {
        waiting.delete(id);
        if (error === undefined) resolve(result as never);
        else reject(new Error(`${method}: ${error.message}`));
      });
      commands.write(`${JSON.stringify({ id, method, params: parameters, sessionId })}\0`);
    });
}
