import { access, constants, mkdir, realpath } from "node:fs/promises";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { explainDisk } from "../../kit/disk-trouble.ts";
import type { Logger } from "../../kit/logger.ts";
import { thisMachine } from "../../kit/machine.ts";
import { appUrlOf } from "../roles.ts";
import { chooseAccount } from "./account.ts";
import { prepareBinaries } from "./binaries.ts";
import {
  draftRecord,
  ensureCluster,
  freePort,
  isPortFree,
  makeHome,
  ownerName,
  readRecord,
  writeRecord,
} from "./cluster.ts";
import { lockFolder } from "./folder-lock.ts";
import { isAlive } from "./processes.ts";
import { type ServerProcess, type ServerSpec, startServer, stopServer } from "./server.ts";
import { serverSettings } from "./settings.ts";

export { FolderBusyError } from "./folder-lock.ts";

export interface EmbeddedPostgresOptions {
  /** Made when missing. It belongs to one running service at a time. */
  readonly dataDir: string;
  readonly log: Logger;
  /** Server settings over ours, for measurements and tests: `{ shared_buffers: "2GB" }`. */
  readonly settings?: Readonly<Record<string, string>>;
  /** How long the server may take to answer; recovery after a crash counts. */
  readonly startTimeoutMs?: number;
  /** The package's folder of programs, for tests. */
  readonly nativeFolder?: string;
}

export interface EmbeddedPostgres {
  /** For migrations: the role that owns the databases. */
  ownerUrl(database: string): string;
  /** For the service: the role with rights on rows alone. It exists once the database is migrated. */
  appUrl(database: string): string;
  /** Creates the database unless it exists. */
  ensureDatabase(database: string): Promise<void>;
  /** Above the cluster: on its file system, and open to this process. */
  readonly storageFolder: string;
  /** The postmaster's process id; another one after the server was restarted. */
  pid(): number;
  /** Stops the server in order and gives the folder back. Called again it waits for the same end. */
  stop(): Promise<void>;
}

const START_TIMEOUT_MS = 60_000;
const RESTART_DELAY_MS = 50;
const RESTART_DELAY_MS_MAX = 2_000;
/** A server that lived so long had started well: the next restart is prompt again. */
const STEADY_MS = 2_000;
const START_ATTEMPTS_MAX = 3;

/**
 * Starts PostgreSQL from the npm package in `dataDir`, or takes over the server that a killed process left there, and
 * keeps it running: when it dies it is started again on the same port. Rejects with FolderBusyError while another
 * process holds the folder. Every trap it deals with is listed in docs/operating/database.md.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { log, settings = {}, startTimeoutMs = START_TIMEOUT_MS } = options;
  // 0711: PostgreSQL's account passes through to its own folder and can list nothing on the way.
  await mkdir(options.dataDir, { recursive: true, mode: 0o711 }).catch((error: unknown) => {
    throw explainDisk(error, "The data folder", options.dataDir);
  });
  const dataDir = await realpath(options.dataDir);
  await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK).catch((error: unknown) => {
    throw explainDisk(error, "The data folder", dataDir);
  });
  const lock = await lockFolder(dataDir);
  try {
    const spec = await prepare(
      dataDir,
      options,
      serverSettings(settings, thisMachine().memoryBytes),
      startTimeoutMs,
    );
    const { server, port } = await startOnFreePort(dataDir, spec);
    const running = { ...spec, port };
    log.info("postgres.started", { pid: server.pid, port, folder: spec.folder, adopted: server.adopted });
    const supervisor = supervise(running, server, log);
    const ownerUrl = (database: string) =>
      `postgres://${ownerName}:${running.password}@127.0.0.1:${port}/${encodeURIComponent(database)}`;
    const stop = async (): Promise<void> => {
      await supervisor.stop();
      await lock.release();
      log.info("postgres.stopped", { folder: spec.folder });
    };
    let stopped: Promise<void> | null = null;
    return {
      ownerUrl,
      appUrl: (database) => appUrlOf(ownerUrl(database)),
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
  const known = await readRecord(dataDir);
  const account = await chooseAccount(known === null ? null : join(known.home, "data"));
  const record = known ?? (await draftRecord(dataDir, account));
  await makeHome(record.home, account);
  const { nativeFolder } = options;
  const binaries = await prepareBinaries({
    account,
    cacheFolder: join(record.home, "programs"),
    ...(nativeFolder === undefined ? {} : { nativeFolder }),
  });
  if (known === null) {
    options.log.info("postgres.preparing", { folder: record.home });
    // Before the cluster: its password exists nowhere else.
    await writeRecord(dataDir, record);
  }
  const { home, password, port } = record;
  const folder = await ensureCluster({ home, password, account, binaries, isNew: !record.made });
  if (!record.made) await writeRecord(dataDir, { ...record, made: true });
  return {
    program: join(binaries.folder, "postgres"),
    folder,
    // Beside the cluster, which is not to hold files of others; this process opens it, PostgreSQL inherits it.
    logFile: join(dataDir, "postgres.log"),
    port,
    password,
    account,
    args,
    mark,
    startTimeoutMs,
  };
}

/** The port of last time, or another one when something else has taken it meanwhile. */
async function startOnFreePort(
  dataDir: string,
  spec: ServerSpec,
): Promise<{ readonly server: ServerProcess; readonly port: number }> {
  for (let attempt = 1, port = spec.port; ; attempt += 1) {
    try {
      return { server: await startServer({ ...spec, port }), port };
    } catch (error) {
      if (attempt === START_ATTEMPTS_MAX || (await isPortFree(port))) throw error;
      port = await freePort();
      const record = await readRecord(dataDir);
      if (record !== null) await writeRecord(dataDir, { ...record, port });
    }
  }
}

/** Starts the server again whenever it ends. Connections of the service come back by themselves: the port stays. */
function supervise(spec: ServerSpec, first: ServerProcess, log: Logger) {
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
      // Right after a kill the old sessions hold the shared memory for a moment: the next attempt gets it.
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

  return {
    pid: () => current.pid,
    stop: async () => {
      stopping.abort();
      // A start under way is let through, so that no server comes up behind our back.
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
