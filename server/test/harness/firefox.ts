import { type ChildProcess, execFile, spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { WebSocket } from "undici";

const run = promisify(execFile);
const START_TIMEOUT_MS = 60_000;
const COMMAND_TIMEOUT_MS = 30_000;

/**
 * A Firefox that is installed on the machine, spoken to by WebDriver BiDi: another engine than that of `browser.ts`, which
 * every test has. No package brings one for Node, so what needs it is left out where it is missing.
 */
export interface Firefox {
  readonly version: string;
  /** Opens a page in a tab of its own, and waits until it has loaded. */
  open(url: string): Promise<FirefoxPage>;
  /** Every tab and window. */
  pages(): Promise<readonly FirefoxPage[]>;
  close(): Promise<void>;
}

export interface FirefoxPage {
  /** The value of an expression in the page, promises awaited: a text, a number, true, false or null. */
  evaluate(expression: string): Promise<unknown>;
  /** A real click in the middle of the first element of this CSS selector. */
  click(selector: string): Promise<void>;
  /** Real strokes, a character each. */
  type(text: string): Promise<void>;
  /** The size of the page, in CSS pixels. */
  resize(width: number, height: number): Promise<void>;
  close(): Promise<void>;
}

/** Where a Firefox is, from FIREFOX or the usual names; or why there is none. */
export async function findFirefox(): Promise<{ readonly program: string } | { readonly missing: string }> {
  const named = process.env.FIREFOX ?? "";
  for (const program of named === "" ? ["firefox-esr", "firefox"] : [named]) {
    const answer = await run(program, ["--version"]).catch(() => null);
    if (answer !== null) return { program };
  }
  return { missing: "there is no Firefox on this machine (package firefox-esr, or FIREFOX)" };
}

/** Without a screen it knows of no mouse: a computer's pointer hovers and is fine. */
const computer =
  'user_pref("ui.primaryPointerCapabilities", 6);\nuser_pref("ui.allPointerCapabilities", 6);\n';

/** Starts it without a window, as on a computer, with a fresh profile. */
export async function startFirefox(program: string): Promise<Firefox> {
  const profile = await mkdtemp(join(tmpdir(), "cauris-firefox-"));
  await writeFile(join(profile, "user.js"), computer);
  const child = spawn(
    program,
    ["--headless", "--no-remote", "--profile", profile, "--remote-debugging-port", "0"],
    {
      stdio: ["ignore", "ignore", "pipe"],
      env: { ...process.env, HOME: profile, MOZ_HEADLESS_WIDTH: "1280", MOZ_HEADLESS_HEIGHT: "800" },
    },
  );
  const end = async () => {
    const ended = new Promise((resolve) => child.once("exit", resolve));
    if (child.exitCode === null && child.signalCode === null) {
      child.kill("SIGKILL");
      await ended;
    }
    await rm(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  };
  try {
    const { send, disconnect } = await connect(`${await addressOf(child)}/session`);
    const { capabilities } = await send("session.new", { capabilities: {} });
    const page = (context: string) => pageOf(send, context);
    return {
      version: String(capabilities.browserVersion),
      open: async (url) => {
        const { context } = await send("browsingContext.create", { type: "tab" });
        await send("browsingContext.navigate", { context, url, wait: "complete" });
        return page(context);
      },
      pages: async () => {
        const { contexts } = await send("browsingContext.getTree", { maxDepth: 0 });
        return contexts.map(({ context }: { readonly context: string }) => page(context));
      },
      close: async () => {
        disconnect();
        await end();
      },
    };
  } catch (error) {
    await end();
    throw error;
  }
}

/** Firefox says where it listens on its error output. */
function addressOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    const give = (reason: string) => reject(new Error(`Firefox did not start: ${reason}`));
    const timer = setTimeout(() => give(`no address after ${START_TIMEOUT_MS} ms`), START_TIMEOUT_MS);
    child.once("error", ({ message }) => give(message));
    child.once("exit", (code) => give(`it ended with ${code}`));
    if (child.stderr === null) return give("it has no output");
    createInterface({ input: child.stderr }).on("line", (line) => {
      const address = /WebDriver BiDi listening on (ws:\/\/\S+)/.exec(line)?.[1];
      if (address === undefined) return;
      clearTimeout(timer);
      resolve(address);
    });
  });
}

// biome-ignore lint/suspicious/noExplicitAny: results of WebDriver BiDi, each with a form of its own.
type Send = (method: string, params: object) => Promise<any>;

async function connect(address: string): Promise<{ readonly send: Send; readonly disconnect: () => void }> {
  const socket = new WebSocket(address);
  const waiting = new Map<number, (message: BidiMessage) => void>();
  await new Promise<void>((resolve, reject) => {
    socket.addEventListener("open", () => resolve());
    socket.addEventListener("error", ({ message }) => reject(new Error(`${address}: ${message}`)));
  });
  socket.addEventListener("message", ({ data }) => {
    const message = JSON.parse(String(data)) as BidiMessage;
    if (message.id !== undefined) waiting.get(message.id)?.(message);
  });
  let last = 0;
  const send: Send = (method, params) =>
    new Promise((resolve, reject) => {
      last += 1;
      const id = last;
      const timer = setTimeout(() => reject(new Error(`${method}: no answer`)), COMMAND_TIMEOUT_MS);
      waiting.set(id, ({ type, result, message }) => {
        clearTimeout(timer);
        waiting.delete(id);
        if (type === "success") resolve(result);
        else reject(new Error(`${method}: ${message}`));
      });
      socket.send(JSON.stringify({ id, method, params }));
    });
  return { send, disconnect: () => socket.close() };
}

interface BidiMessage {
  readonly id?: number;
  readonly type: "success" | "error" | "event";
  readonly result?: unknown;
  readonly message?: string;
}

function pageOf(send: Send, context: string): FirefoxPage {
  const act = (actions: readonly object[]) => send("input.performActions", { context, actions });
  return {
    evaluate: async (expression) => {
      const target = { context };
      const answer = await send("script.evaluate", { expression, target, awaitPromise: true });
      if (answer.type === "exception") throw new Error(`${expression}: ${answer.exceptionDetails.text}`);
      return answer.result.value ?? null;
    },
    click: async (selector) => {
      const locator = { type: "css", value: selector };
      const { nodes } = await send("browsingContext.locateNodes", { context, locator, maxNodeCount: 1 });
      if (nodes.length === 0) throw new Error(`${selector} is not on the page`);
      const [{ sharedId }] = nodes;
      await send("script.callFunction", {
        functionDeclaration: "(element) => element.scrollIntoView({ block: 'center' })",
        arguments: [{ sharedId }],
        target: { context },
        awaitPromise: false,
      });
      const origin = { type: "element", element: { sharedId } };
      const actions = [
        { type: "pointerMove", x: 0, y: 0, origin },
        { type: "pointerDown", button: 0 },
        { type: "pointerUp", button: 0 },
      ];
      await act([{ type: "pointer", id: "mouse", parameters: { pointerType: "mouse" }, actions }]);
    },
    type: async (text) => {
      const actions = [...text].flatMap((value) => [
        { type: "keyDown", value },
        { type: "keyUp", value },
      ]);
      await act([{ type: "key", id: "keyboard", actions }]);
    },
    resize: (width, height) => send("browsingContext.setViewport", { context, viewport: { width, height } }),
    close: () => send("browsingContext.close", { context }),
  };
}
