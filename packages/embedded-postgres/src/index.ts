import { access, constants, mkdir, realpath } from "node:fs/promises";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { chooseAccount } from "./account.ts";
import { type Application, ownerNameOf } from "./application.ts";
import { prepareBinaries } from "./binaries.ts";
import {
  draftRecord,
  ensureCluster,
  freePort,
  isPortFree,
  makeHome,
  readRecord,
  writeRecord,
} from "./cluster.ts";
import { lockFolder } from "./folder-lock.ts";
import type { Log } from "./log.ts";
import { memoryBytes } from "./memory.ts";
import { isAlive } from "./processes.ts";
import { type ServerProcess, type ServerSpec, startServer, stopServer } from "./server.ts";
import { cutLog } from "./server-log.ts";
import { serverSettings } from "./settings.ts";

export { type Application, ownerNameOf } from "./application.ts";
export { type ClusterRecord, freePort, readRecord, writeRecord } from "./cluster.ts";
export { FolderBusyError } from "./folder-lock.ts";
export { isAlive, signalProcess, waitForExit } from "./processes.ts";

export interface EmbeddedPostgresOptions {
  readonly application: Application;
  /** Made when missing. Only one running process may use it at a time. */
  readonly dataDir: string;
  readonly log: Log;
  /** Server settings that override ours, for measurements and tests: `{ shared_buffers: "2GB" }`. */
  readonly settings?: Readonly<Record<string, string>>;
  /** How long the server may take until it answers, including recovery after a crash. */
  readonly startTimeoutMs?: number;
  /** The package's folder of programs, for tests. */
  readonly nativeFolder?: string;
}

export interface EmbeddedPostgres {
  /** As the superuser, who owns the databases. */
  ownerUrl(database: string): string;
  /** Creates the database unless it exists. */
  ensureDatabase(database: string): Promise<void>;
  /** Parent of the cluster: on the same file system, and readable by this process. */
  readonly storageFolder: string;
  /** The postmaster's process id; it changes when the server is restarted. */
  pid(): number;
  /** Stops the server cleanly and releases the folder. Further calls wait for the same end. */
  stop(): Promise<void>;
}

const START_TIMEOUT_MS = 60_000;
const RESTART_DELAY_MS = 50;
const RESTART_DELAY_MS_MAX = 2_000;
/** Between two looks whether its log has grown too large. */
const LOG_LOOK_INTERVAL_MS = 60_000;
/** A server that ran this long started well: the next restart happens without delay. */
const STEADY_MS = 2_000;
const START_ATTEMPTS_MAX = 3;

/**
 * Starts PostgreSQL from the npm package in `dataDir`, or adopts the server that a killed process left there, and
 * supervises it: when it dies it is started again on the same port. Rejects with FolderBusyError while another process
 * holds the folder. The README lists every trap it handles. System errors about
 * `dataDir` itself are thrown as they are.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { application, log, settings = {}, startTimeoutMs = START_TIMEOUT_MS } = options;
  // 0711: PostgreSQL's account can pass through to its own folder and cannot list what lies on the way.
  await mkdir(options.dataDir, { recursive: true, mode: 0o711 });
  const dataDir = await realpath(options.dataDir);
  await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  const lock = await lockFolder(dataDir, application);
  try {
    const spec = await prepare(
      dataDir,
      options,
      serverSettings(settings, memoryBytes(), application),
      startTimeoutMs,
    );
    const { server, port } = await startOnFreePort(dataDir, spec, application);
    const running = { ...spec, port };
    log.info("postgres.started", { pid: server.pid, port, folder: spec.folder, adopted: server.adopted });
    const supervisor = supervise(running, server, log);
    const ownerUrl = (database: string) =>
      `postgres://${running.owner}:${running.password}@127.0.0.1:${port}/${encodeURIComponent(database)}`;
    const stop = async (): Promise<void> => {
      await supervisor.stop();
      await lock.release();
      log.info("postgres.stopped", { folder: spec.folder });
    };
    let stopped: Promise<void> | null = null;
    return {
      ownerUrl,
      ensureDatabase: (database) => ensureDatabase(ownerUrl("postgres"), database),
      storageFolder: dirname(spec.folder),
      pid: supervisor.pid,
      stop: () => {
        stopped ??= stop();
        return stopped;
      },
    };
  } catch (error) {
    await lock.release();
    throw error;
  }
}

async function prepare(
  dataDir: string,
  options: EmbeddedPostgresOptions,
  { args, mark }: { readonly args: readonly string[]; readonly mark: string },
  startTimeoutMs: number,
): Promise<ServerSpec> {
  const { application } = options;
  const known = await readRecord(dataDir, application);
  const account = await chooseAccount(known === null ? null : join(known.home, "data"), application);
  const record = known ?? (await draftRecord(dataDir, account, application));
  await makeHome(record.home, account, application);
  const { nativeFolder } = options;
  const binaries = await prepareBinaries({
    account,
    cacheFolder: join(record.home, "programs"),
    application,
    ...(nativeFolder === undefined ? {} : { nativeFolder }),
  });
  if (known === null) {
    options.log.info("postgres.preparing", { folder: record.home });
    // Written before the cluster is made: its password exists nowhere else.
    await writeRecord(dataDir, record);
  }
  const { home, password, port } = record;
  const folder = await ensureCluster({ home, password, account, binaries, isNew: !record.made, application });
  if (!record.made) await writeRecord(dataDir, { ...record, made: true });
  return {
    program: join(binaries.folder, "postgres"),
    folder,
    // Next to the cluster folder, which must not hold other files. This process opens it, PostgreSQL inherits it.
    logFile: join(dataDir, "postgres.log"),
    port,
    owner: ownerNameOf(application),
    password,
    account,
    args,
    mark,
    startTimeoutMs,
  };
}

/** Starts on the previous port, or on another one when something else uses it now. */
async function startOnFreePort(
  dataDir: string,
  spec: ServerSpec,
  application: Application,
): Promise<{ readonly server: ServerProcess; readonly port: number }> {
  for (let attempt = 1, port = spec.port; ; attempt += 1) {
    try {
      return { server: await startServer({ ...spec, port }), port };
    } catch (error) {
      if (attempt === START_ATTEMPTS_MAX || (await isPortFree(port))) throw error;
      port = await freePort();
      const record = await readRecord(dataDir, application);
      if (record !== null) await writeRecord(dataDir, { ...record, port });
    }
  }
}

/** Restarts the server whenever it ends. Connections recover, because the port stays the same. */
function supervise(spec: ServerSpec, first: ServerProcess, log: Log) {
  const stopping = new AbortController();
  let current = first;
  let starting: Promise<ServerProcess> | null = null;

  const restart = async (delayMs: number): Promise<ServerProcess | null> => {
    await sleep(delayMs, undefined, { signal: stopping.signal }).catch(() => {});
    if (stopping.signal.aborted) return null;
    try {
      starting = startServer(spec);
      current = await starting;
      return current;
    } catch (error) {
      // Right after a kill the old sessions still hold the shared memory for a moment: the next attempt succeeds.
      log.warn("postgres.restart.failed", { error });
      return null;
    } finally {
      starting = null;
    }
  };

  const keepUp = async (): Promise<void> => {
    for (let delayMs = RESTART_DELAY_MS, startedAtMs = performance.now(); ; startedAtMs = performance.now()) {
      await current.exited;
      if (stopping.signal.aborted) return;
      if (performance.now() - startedAtMs > STEADY_MS) delayMs = RESTART_DELAY_MS;
      log.error("postgres.died", { pid: current.pid, restartInMs: delayMs });
      while (!stopping.signal.aborted && (await restart(delayMs)) === null) {
        delayMs = Math.min(delayMs * 2, RESTART_DELAY_MS_MAX);
      }
      if (!stopping.signal.aborted) log.warn("postgres.restarted", { pid: current.pid });
      delayMs = Math.min(delayMs * 2, RESTART_DELAY_MS_MAX);
    }
  };
  void keepUp();
  const looking = setInterval(() => {
    cutLog(spec.logFile).catch((error: unknown) => log.warn("postgres.log.not_cut", { error }));
  }, LOG_LOOK_INTERVAL_MS).unref();

  return {
    pid: () => current.pid,
    stop: async () => {
      stopping.abort();
      clearInterval(looking);
      // Waits for a start in progress, so that no server comes up after this stop.
      await starting?.catch(() => {});
      if (isAlive(current.pid)) await stopServer(current.pid);
    },
  };
}

async function ensureDatabase(url: string, database: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => {});
  await client.connect();
  try {
    const { rowCount } = await client.query("select from pg_database where datname = $1", [database]);
    if (rowCount === 0) await client.query(`create database ${client.escapeIdentifier(database)}`);
  } finally {
    await client.end();
  }
}
