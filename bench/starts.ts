import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { get } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { freePort } from "../packages/embedded-postgres/src/index.ts";
import { memoryMiBOfTree, residentMiBOfService } from "./cpu.ts";

export interface Started {
  readonly readyMs: number;
  readonly residentMiB: number;
  /** Including PostgreSQL; shared memory counts once. */
  readonly memoryMiB: number;
}

export interface StartFolder {
  /** Starts the service on the folder, waits until it is ready and idle, and stops it. */
  once(processCount: number): Promise<Started>;
  remove(): Promise<void>;
}

const PROBE_EVERY_MS = 5;
const READY_TIMEOUT_MS = 60_000;
/** Until the garbage of a start is collected. */
const IDLE_MS = 1_500;
const program = fileURLToPath(new URL("../server/src/main.js", import.meta.url));

/** An empty data folder. */
export async function openStartFolder(): Promise<StartFolder> {
  const folder = await mkdtemp(join(tmpdir(), "cauris-start-"));
  // PostgreSQL's account passes through this folder.
  await chmod(folder, 0o755);
  return {
    once: async (processCount) => {
      const port = await freePort();
      const startedAt = performance.now();
      const child = begin({
        HOST: "127.0.0.1",
        PORT: String(port),
        DATA_DIR: join(folder, "data"),
        PROCESSES: String(processCount),
        LOG_LEVEL: "error",
        DEMO: "off",
      });
      try {
        await untilReady(port, child);
        const readyMs = Math.round(performance.now() - startedAt);
        await sleep(IDLE_MS);
        const pid = child.pid ?? 0;
        return {
          readyMs,
          residentMiB: await residentMiBOfService(pid),
          memoryMiB: await memoryMiBOfTree(pid),
        };
      } finally {
        await end(child);
      }
    },
    remove: () => rm(folder, { recursive: true, force: true, maxRetries: 5 }),
  };
}

function begin(env: Readonly<Record<string, string>>): ChildProcess {
  return spawn(process.execPath, [program], { env: { ...process.env, ...env }, stdio: "ignore" });
}

async function untilReady(port: number, child: ChildProcess): Promise<void> {
  const deadline = performance.now() + READY_TIMEOUT_MS;
  while (!(await isReady(port))) {
    if (child.exitCode !== null)
      throw new Error(`the service ended with ${child.exitCode} before it was ready`);
    if (performance.now() > deadline) throw new Error("the service was not ready within a minute");
    await sleep(PROBE_EVERY_MS);
  }
}

function isReady(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const asking = get({ port, host: "127.0.0.1", path: "/readyz", agent: false }, (answer) => {
      answer.resume();
      resolve(answer.statusCode === 200);
    });
    asking.once("error", () => resolve(false));
  });
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const exited = once(child, "exit");
  child.kill("SIGTERM");
  await exited;
}
