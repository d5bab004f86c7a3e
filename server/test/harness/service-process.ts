import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { appendFile, chmod, mkdtemp, readFile, rm } from "node:fs/promises";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import {
  freePort,
  isAlive,
  signalProcess,
  waitForExit,
} from "../../../packages/embedded-postgres/src/index.ts";
import { ownerName, readRecord } from "../../src/db/embedded.ts";
import type { SandboxFile } from "../../src/seed/index.ts";

/**
 * The built service in a separate process, to be killed. Nothing outlives the test: `remove` ends what still runs, and
 * if we are killed ourselves, a shell that waits for our end does it.
 */
export interface ServiceHome {
  readonly dataDir: string;
  /** A port that stays the same over restarts, below the range of outgoing connections. */
  readonly port: number;
  start(options?: StartOptions): Promise<ServiceProcess>;
  /** Without waiting: to watch a start that is refused. */
  spawn(options?: StartOptions): ServiceProcess;
  /** The file of the first start. */
  sandbox(): Promise<SandboxFile>;
  /** The owner's address of the embedded database. */
  ownerUrl(): Promise<string>;
  /** Process id of the running embedded PostgreSQL, or null. */
  postgresPid(): Promise<number | null>;
  /** Kills every process, waits until they have ended, removes the folder. */
  remove(): Promise<void>;
}

export interface StartOptions {
  /** From the package's root, as built: `server/src/main.ts` when absent. */
  readonly program?: string;
  /** By `npm start`, without compiling: the process is then npm, and the service its child. */
  readonly byNpm?: true;
  readonly port?: number;
  readonly env?: Readonly<Record<string, string>>;
  /** A descriptor for its standard output; we read it when absent. */
  readonly stdout?: number;
}

export interface ServiceProcess {
  readonly child: ChildProcess;
  readonly pid: number;
  readonly port: number;
  readonly origin: string;
  /** From the start of the process to the first successful `/readyz`, in milliseconds; set by `start`. */
  readonly readyMs: number;
  /** How much of `readyMs` it waited for a processor that others used: the delay of a busy machine. */
  readonly queuedMs: number;
  /** Resolves when the process has ended. Never rejects. */
  readonly exited: Promise<Exit>;
  /** Its output, both streams; only the last part when it is long. */
  output(): string;
  /** `kill -9`, and waits until it has ended. */
  kill(): Promise<void>;
  /** Asks it to end and waits. */
  stop(signal?: NodeJS.Signals): Promise<Exit>;
}

export interface Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** When it ended, on the clock of `performance.now()`. */
  readonly atMs: number;
}

const root = resolve(import.meta.dirname, "../../..");
/** The output of `npm run build`; `BUILD_DIR` names another one. */
const built = resolve(root, process.env.BUILD_DIR ?? "dist");
const OUTPUT_CHARACTERS_MAX = 20_000;
const READY_TIMEOUT_MS = 60_000;
const PROBE_INTERVAL_MS = 10;
const PROBE_TIMEOUT_MS = 2_000;
const GONE_TIMEOUT_MS = 10_000;
const SANDBOX_TIMEOUT_MS = 10_000;

/** A fresh data folder that PostgreSQL's account may enter. `env` goes to every start. */
export async function createServiceHome(env: Readonly<Record<string, string>> = {}): Promise<ServiceHome> {
  const folder = await mkdtemp(join(tmpdir(), "cauris-crash-"));
  await chmod(folder, 0o755);
  const dataDir = join(folder, "data");
  const port = await freePort();
  const running = new Set<ServiceProcess>();
  const guard = removeWhenWeDie(folder);

  const spawnService = (options: StartOptions = {}): ServiceProcess => {
    const launch = options.byNpm === true ? spawnNpm : spawnProgram;
    const stdout = options.stdout ?? "pipe";
    const child = launch(options.program ?? "server/src/main.ts", stdout, {
      HOST: "127.0.0.1",
      PORT: String(options.port ?? port),
      DATA_DIR: dataDir,
      LOG_LEVEL: "warn",
      // Load and kills call faster than a key may.
      RATE_LIMITS: "off",
      // Background work that most tests do not ask for.
      DEMO: "off",
      // Services of several tests would want the same port.
      METRICS_PORT: "off",
      LOG_FORMAT: "json",
      ...env,
      ...options.env,
    });
    const service = follow(child, options.port ?? port);
    running.add(service);
    void service.exited.then(() => running.delete(service));
    void appendFile(join(folder, "pids"), `${service.pid}\n`);
    return service;
  };

  const postgresPid = async (): Promise<number | null> => {
    const record = await readRecord(dataDir);
    if (record === null) return null;
    const text = await readFile(join(record.home, "data", "postmaster.pid"), "utf8").catch(() => "");
    const pid = Number(text.split("\n")[0]);
    return Number.isInteger(pid) && pid > 0 && isAlive(pid) ? pid : null;
  };

  return {
    dataDir,
    port,
    spawn: spawnService,
    start: async (options) => {
      const startedAtMs = performance.now();
      const service = spawnService(options);
      await becomesReady(service);
      const readyMs = performance.now() - startedAtMs;
      return { ...service, readyMs, queuedMs: await queuedMsOf(service.pid) };
    },
    sandbox: async () => {
      // It is written at the end of the first start, when the port is already open.
      for (const deadline = performance.now() + SANDBOX_TIMEOUT_MS; performance.now() < deadline; ) {
        const text = await readFile(join(dataDir, "sandbox.json"), "utf8").catch(() => null);
        if (text !== null) return JSON.parse(text) as SandboxFile;
        await sleep(PROBE_INTERVAL_MS);
      }
      throw new Error("no sandbox.json was written");
    },
    ownerUrl: async () => {
      const record = await readRecord(dataDir);
      if (record === null) throw new Error("the data folder has no PostgreSQL yet");
      return `postgres://${ownerName}:${record.password}@127.0.0.1:${record.port}/cauris`;
    },
    postgresPid,
    remove: async () => {
      await Promise.all([...running].map((service) => service.kill()));
      const postgres = await postgresPid();
      if (postgres !== null) {
        signalProcess(postgres, "SIGQUIT");
        if (!(await waitForExit(postgres, GONE_TIMEOUT_MS))) signalProcess(postgres, "SIGKILL");
      }
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
      guard.stdin?.end();
    },
  };
}

function spawnProgram(
  program: string,
  stdout: number | "pipe",
  env: Readonly<Record<string, string>>,
): ChildProcess {
  const file = join(built, program.replace(/\.ts$/, ".js"));
  if (!existsSync(file)) throw new Error(`${file} is missing: run "npm run build" first`);
  return spawn(process.execPath, [file], {
    env: { PATH: process.env.PATH ?? "", HOME: process.env.HOME ?? "", ...env },
    stdio: ["ignore", stdout, "pipe", "ipc"],
  });
}

function spawnNpm(
  _program: string,
  stdout: number | "pipe",
  env: Readonly<Record<string, string>>,
): ChildProcess {
  return spawn("npm", ["start", "--silent", "--ignore-scripts"], {
    cwd: root,
    env: { PATH: process.env.PATH ?? "", HOME: process.env.HOME ?? "", ...env },
    stdio: ["ignore", stdout, "pipe"],
  });
}

function follow(child: ChildProcess, port: number): ServiceProcess {
  let output = "";
  const keep = (chunk: Buffer): void => {
    output = (output + chunk.toString()).slice(-OUTPUT_CHARACTERS_MAX);
  };
  child.stdout?.on("data", keep);
  child.stderr?.on("data", keep);
  // Sending to a dying child does not fail the test.
  child.on("error", () => {});
  const exited = new Promise<Exit>((done) => {
    child.once("exit", (code, signal) => done({ code, signal, atMs: performance.now() }));
  });
  const stop = async (signal: NodeJS.Signals = "SIGTERM"): Promise<Exit> => {
    child.kill(signal);
    return await exited;
  };
  return {
    child,
    pid: child.pid ?? 0,
    port,
    origin: `http://127.0.0.1:${port}`,
    readyMs: 0,
    queuedMs: 0,
    exited,
    output: () => output,
    kill: async () => {
      await stop("SIGKILL");
    },
    stop,
  };
}

async function becomesReady(service: ServiceProcess): Promise<void> {
  let gone = false;
  void service.exited.then(() => {
    gone = true;
  });
  for (const deadline = performance.now() + READY_TIMEOUT_MS; performance.now() < deadline; ) {
    if ((await probe(service.origin)) === 200) return;
    if (gone) throw new Error(`the service ended before it was ready:\n${service.output()}`);
    await sleep(PROBE_INTERVAL_MS);
  }
  throw new Error(`the service was not ready within ${READY_TIMEOUT_MS} ms:\n${service.output()}`);
}

/** Linux counts it for the main thread, in nanoseconds; 0 elsewhere. */
async function queuedMsOf(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/schedstat`, "utf8").catch(() => "");
  return Number(text.split(" ")[1] ?? 0) / 1e6;
}

/** The status of `/readyz`, or null without an answer. On a new connection. */
export function probe(origin: string): Promise<number | null> {
  return new Promise((done) => {
    const asking = request(`${origin}/readyz`, { agent: false, timeout: PROBE_TIMEOUT_MS }, (answer) => {
      answer.resume();
      done(answer.statusCode ?? null);
    });
    asking.once("error", () => done(null));
    asking.once("timeout", () => asking.destroy());
    asking.end();
  });
}

/** The end of our pipe tells the shell that we have ended: it kills the processes we started, by their recorded ids. */
function removeWhenWeDie(folder: string): ChildProcess {
  const script = `
    read -r _
    [ -d "$1" ] || exit 0
    for pid in $(cat "$1/pids"); do
      tr '\\0' '\\n' < "/proc/$pid/environ" 2>/dev/null | grep -qx "DATA_DIR=$1/data" && kill -9 "$pid"
    done
    for file in "$1"/data/postgres/data/postmaster.pid; do
      [ -f "$file" ] && kill -QUIT "$(head -n 1 "$file")" && sleep 1
    done
    rm -rf "$1"`;
  const guard = spawn("/bin/sh", ["-c", script, "sh", folder], {
    detached: true,
    stdio: ["pipe", "ignore", "ignore"],
  });
  guard.unref();
  return guard;
}
