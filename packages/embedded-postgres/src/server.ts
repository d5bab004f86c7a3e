import { spawn } from "node:child_process";
import { open, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import {
  type Account,
  commandLineOf,
  errorCode,
  isAlive,
  readTextOrNull,
  signalProcess,
  waitForExit,
  watchForExit,
} from "./processes.ts";
import { cutLog } from "./server-log.ts";

/** Everything needed to start one cluster's server repeatedly. */
export interface ServerSpec {
  readonly program: string;
  /** The cluster's data folder. */
  readonly folder: string;
  readonly logFile: string;
  readonly port: number;
  /** The superuser, and its password. */
  readonly owner: string;
  readonly password: string;
  readonly account: Account | null;
  readonly args: readonly string[];
  /** The `cluster_name` of a server with these settings. */
  readonly mark: string;
  /** How long recovery after a crash may take. */
  readonly startTimeoutMs: number;
}

export interface ServerProcess {
  readonly pid: number;
  /** Resolves when the process is gone. */
  readonly exited: Promise<void>;
  /** Whether the server was running before this process started. */
  readonly adopted: boolean;
}

const PROBE_TIMEOUT_MS = 2_000;
const PROBE_INTERVAL_MS = 25;
const FAST_STOP_MS = 15_000;
const IMMEDIATE_STOP_MS = 5_000;
const LOG_TAIL_BYTES = 2_000;

/**
 * A server that answers: the one an earlier process left behind when it is ours and has these settings, else a new one.
 * Rejects with the last lines of the server's log when it does not come up.
 */
export async function startServer(spec: ServerSpec): Promise<ServerProcess> {
  const leftOver = await leftOverServer(spec.folder);
  if (leftOver !== null) {
    const exited = watchForExit(leftOver.pid);
    if (leftOver.port === spec.port && (await becomesReady(spec, exited))) {
      return { pid: leftOver.pid, exited, adopted: true };
    }
    await stopServer(leftOver.pid);
  }
  const server = await launch(spec);
  if (await becomesReady(spec, server.exited)) return server;
  const ended = !isAlive(server.pid);
  if (!ended) await stopServer(server.pid);
  throw new Error(
    ended
      ? `PostgreSQL did not start. The end of ${spec.logFile}:\n${await logTail(spec.logFile)}`
      : `PostgreSQL did not answer on port ${spec.port} within ${spec.startTimeoutMs} ms. See ${spec.logFile}.`,
  );
}

/** Stops the server cleanly: open transactions are rolled back. Uses force only when that takes too long. */
export async function stopServer(pid: number): Promise<void> {
  signalProcess(pid, "SIGINT");
  if (await waitForExit(pid, FAST_STOP_MS)) return;
  signalProcess(pid, "SIGQUIT");
  if (await waitForExit(pid, IMMEDIATE_STOP_MS)) return;
  throw new Error(`PostgreSQL (process ${pid}) does not stop`);
}

/**
 * The running server of this data folder, according to its own pid file. Removes a pid file whose process has ended or
 * whose id belongs to another program now: PostgreSQL would refuse to start over it.
 */
async function leftOverServer(folder: string): Promise<{ pid: number; port: number } | null> {
  const path = join(folder, "postmaster.pid");
  const lines = (await readTextOrNull(path))?.split("\n") ?? [];
  const pid = Number(lines[0]);
  if (!Number.isInteger(pid) || pid <= 0) return null;
  if (isAlive(pid) && (await commandLineOf(pid)).includes(`-D ${folder} `)) {
    return { pid, port: Number(lines[3]) };
  }
  if (isAlive(pid)) await rm(path, { force: true });
  return null;
}

async function launch(spec: ServerSpec): Promise<ServerProcess> {
  await cutLog(spec.logFile);
  const log = await open(spec.logFile, "a", 0o600);
  try {
    // Detached: Ctrl-C in the terminal reaches only the application, which finishes its work before it stops the database.
    const child = spawn(spec.program, ["-D", spec.folder, "-p", String(spec.port), ...spec.args], {
      cwd: "/",
      detached: true,
      stdio: ["ignore", log.fd, log.fd],
      env: { PATH: process.env.PATH ?? "", LC_ALL: "C", TZ: "UTC" },
      ...spec.account,
    });
    const exited = new Promise<void>((resolve) => child.once("exit", () => resolve()));
    await new Promise<void>((resolve, reject) => {
      child.once("spawn", resolve);
      child.once("error", reject);
    });
    child.unref();
    return { pid: child.pid ?? 0, exited, adopted: false };
  } finally {
    await log.close();
  }
}

/** True once the server answers a query as ours; false when it ends, does not answer, or is another server. */
async function becomesReady(spec: ServerSpec, exited: Promise<void>): Promise<boolean> {
  let gone = false;
  void exited.then(() => {
    gone = true;
  });
  for (const deadline = performance.now() + spec.startTimeoutMs; !gone && performance.now() < deadline; ) {
    const answer = await probe(spec);
    if (answer !== "silent") return answer === "ours";
    await sleep(PROBE_INTERVAL_MS);
  }
  return false;
}

async function probe(spec: ServerSpec): Promise<"ours" | "other" | "silent"> {
  const client = new pg.Client({
    host: "127.0.0.1",
    port: spec.port,
    user: spec.owner,
    password: spec.password,
    database: "postgres",
    connectionTimeoutMillis: PROBE_TIMEOUT_MS,
    query_timeout: PROBE_TIMEOUT_MS,
  });
  client.on("error", () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ folder: string; mark: string }>(
      "select current_setting('data_directory') as folder, current_setting('cluster_name') as mark",
    );
    return rows[0]?.folder === spec.folder && rows[0].mark === spec.mark ? "ours" : "other";
  } catch (error) {
    // Class 28 is a refused password. Anything else means that no server runs there yet.
    return errorCode(error)?.startsWith("28") ? "other" : "silent";
  } finally {
    await client.end().catch(() => {});
  }
}

async function logTail(path: string): Promise<string> {
  const text = await readFile(path, "utf8").catch(() => "");
  return text.slice(-LOG_TAIL_BYTES).trim();
}
