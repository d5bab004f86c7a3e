import cluster from "node:cluster";
import type { Worker } from "node:worker_threads";
import { type App, type AppPorts, createApp } from "./app.ts";
import { type Config, ConfigError, publicUrlOf } from "./config.ts";
import { patiently } from "./db/await-database.ts";
import type { Database } from "./db/database.ts";
import { openDedicatedConnection } from "./db/dedicated.ts";
import { LANE_LOCK_TIMEOUT_MS, laneSettings } from "./db/lane.ts";
import { createDatabase } from "./db/pool.ts";
import { createRefusedWrites } from "./db/refused-writes.ts";
import { createStorageCheck } from "./db/storage.ts";
import { type Ground, undoAll } from "./ground.ts";
import { defaultLimits, type Limits } from "./http/limits/index.ts";
import { createHttpOut } from "./http-out/index.ts";
import { CHECK_TIMEOUT_MS } from "./invariants/index.ts";
import { openServiceKeyring } from "./keyring/index.ts";
import { systemClock } from "./kit/clock.ts";
import type { Keyring } from "./kit/keyring.ts";
import type { Logger } from "./kit/logger.ts";
import { openThread } from "./kit/open-thread.ts";
import { createSystemRandom } from "./kit/random.ts";
import { packageVersion } from "./version.ts";
import type { ThreadData } from "./webhook-thread/messages.ts";
import { createWebhookThread } from "./webhook-thread/outside.ts";

export interface Service {
  readonly app: App;
  readonly db: Database;
  readonly keyring: Keyring;
  readonly publicUrl: string;
  readonly ownUrl: string;
  readonly port: number;
  stop(): Promise<void>;
}

export interface ServiceOptions {
  readonly config: Config;
  readonly log: Logger;
  /** Told in a few words what is being done: a person waits. */
  readonly progress: (step: string) => void;
  /**
   * Called with everything ready but before the first request is taken: where the sandbox is seeded. What it returns is
   * done once requests are answered, and the service is ready after it.
   */
  readonly prepare: (service: Omit<Service, "stop">) => Promise<() => Promise<void>>;
  /** Aborted when the service is told to stop, also while it starts. */
  readonly stopping?: AbortSignal;
  /** Stands between the application and its ports: where the crash tests stop it dead. */
  readonly wrapPorts?: (ports: AppPorts) => AppPorts;
  /** Starts the thread that sends webhooks; the one of this program when absent. */
  readonly openThread?: (data: ThreadData) => Worker;
}

/** Serves on a database that is up and migrated. Rejects with the reason, and then leaves nothing of its own running. */
export async function serveOn(ground: Ground, options: ServiceOptions): Promise<Service> {
  const {
    config,
    log,
    progress,
    prepare,
    wrapPorts = (ports) => ports,
    openThread: launchThread = openWebhookThread,
  } = options;
  const { port, ownerUrl, appUrl } = ground;
  const undo: (() => Promise<void>)[] = [];
  const stop = () => undoAll(undo);
  try {
    const clock = systemClock;
    const random = createSystemRandom();
    const refusedWrites = createRefusedWrites();
    const shares = sharesOf(config.databaseConnections);
    const open = (
      applicationName: string,
      max: number,
      settings: Readonly<Record<string, string>> = {},
    ): Database => {
      const opened = createDatabase({ url: appUrl, max, applicationName, log, settings, refusedWrites });
      undo.push(() => opened.close());
      return opened;
    };
    const db = open("cauris", shares.others);
    // What payments look up is found by its key: planning it anew for each list of keys costs more than reading it. One
    // connection hears and tells for both.
    const forPayers = open("cauris payers", shares.payers, { plan_cache_mode: "force_generic_plan" });
    const payersDb = { ...forPayers, listen: db.listen, tell: db.tell };

    await Promise.all([db, forPayers].map((pool) => patiently(() => pool.query({ text: "select" }))));
    const keyring = await openServiceKeyring({ db, clock, random }, config);
    const publicUrl = publicUrlOf(config, port);
    const ownUrl = `http://127.0.0.1:${port}`;
    const forbiddenHosts = [
      new URL(publicUrl).host,
      `localhost:${port}`,
      `127.0.0.1:${port}`,
      hostOf(ownerUrl),
    ];
    // A service that others reach must not be sent to its own machine; one on its user's machine is meant to be.
    const isPrivate = isPrivateTo(config, publicUrl);
    const allowLoopback = isPrivate;
    const refuseLiveKeys = liveKeysRefusedBecause(publicUrl);
    if (refuseLiveKeys !== null) log.warn("live_keys.refused", { reason: refuseLiveKeys });
    if (config.env === "sandbox" && config.allowLocalProviders === "1" && keyLiesInFolder(config))
      log.warn("master_key.beside_database", {
        cure: "move it away from DATA_DIR and name it by MASTER_KEY_FILE",
      });
    let isPrepared = false;
    const exit = createHttpOut({ clock, log, allowLoopback, forbiddenHosts: () => forbiddenHosts });
    undo.push(() => exit.close());

    const threadData: ThreadData = {
      databaseUrl: appUrl,
      allowLoopback,
      forbiddenHosts,
      logFields: cluster.isWorker ? { pid: process.pid } : {},
      isTerminal: process.stdout.isTTY === true,
    };
    const launch = () => launchThread(threadData);
    const app = await createApp(
      wrapPorts({
        db,
        payersDb,
        clock,
        random,
        keyring,
        log,
        exit,
        storageTrouble: createStorageCheck({ refusedWrites, folder: ground.storageFolder }),
        ...(config.role === "api"
          ? {}
          : { openWebhookWorker: () => createWebhookThread({ clock, log, launch }) }),
        connectChecks: () =>
          openDedicatedConnection({
            url: appUrl,
            applicationName: "cauris invariants",
            statementTimeoutMs: CHECK_TIMEOUT_MS,
          }),
        connectLane: (name) =>
          openDedicatedConnection({
            url: appUrl,
            applicationName: `cauris lane ${name}`,
            settings: laneSettings,
            lockTimeoutMs: LANE_LOCK_TIMEOUT_MS,
            refusedWrites,
          }),
      }),
      {
        publicUrl,
        ownUrl,
        writeLanes: config.databaseLanes,
        alone: ground.alone,
        trustedProxies: config.trustedProxies,
        hasSimulator: config.env === "sandbox",
        isPrivate,
        refuseLiveKeys,
        requireSecondFactor: config.env === "production",
        readiness: { prepared: async () => (isPrepared ? null : "the service is still starting") },
        limits: limitsOf(config, publicUrl),
        shedsLoad: true,
        version: packageVersion(),
      },
    );
    undo.push(() => app.stop());
    const service = { app, db, keyring, publicUrl, ownUrl, port };
    const finish = await prepare(service);
    progress("Opening the port");
    await app.http.listen({ host: config.host, port });
    if (config.role !== "api") app.startWork();
    await finish();
    isPrepared = true;
    return { ...service, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Deliveries live shortly and are few at a time: 16 MiB for each half of the young objects. */
const THREAD_LIMITS = { maxYoungGenerationSizeMb: 48 } as const;

function openWebhookThread(data: ThreadData): Worker {
  const entry = new URL("./webhook-thread/entry.js", import.meta.url);
  return openThread({ entry, data, limits: THREAD_LIMITS });
}

/** Of the connections about a third serve payments alone: what merchants and operators read cannot take those. */
function sharesOf(connections: number): { readonly payers: number; readonly others: number } {
  const payers = Math.max(1, Math.round(connections * 0.3));
  return { payers, others: connections - payers };
}

/**
 * Off is for machines that measure or test the service: one that others reach over the network would be open to
 * whoever wants to wear it out. Throws ConfigError then.
 */
export function limitsOf(config: Pick<Config, "rateLimits">, publicUrl: string): Limits | null {
  if (config.rateLimits === "on") return defaultLimits;
  if (!isLocal(publicUrl)) {
    throw new ConfigError("RATE_LIMITS can only be off while PUBLIC_URL is this machine itself (localhost).");
  }
  return null;
}

function isLocal(address: string): boolean {
  return ["localhost", "127.0.0.1", "[::1]"].includes(new URL(address).hostname);
}

/** Nobody but this machine reaches the service: it listens on a loopback address, and is known by no other name. */
export function isPrivateTo({ env, host }: Pick<Config, "env" | "host">, publicUrl: string): boolean {
  return env === "sandbox" && isLocal(publicUrl) && /^(localhost|127(\.\d{1,3}){3}|::1)$/.test(host);
}

/** Live keys must not travel in clear between machines: why they are refused, or null. */
export function liveKeysRefusedBecause(publicUrl: string): string | null {
  return publicUrl.startsWith("https://") || isLocal(publicUrl)
    ? null
    : `PUBLIC_URL is ${publicUrl}: live keys need https`;
}

const keyLiesInFolder = ({ masterKey, masterKeyFile }: Config): boolean =>
  masterKey === undefined && masterKeyFile === undefined;

/** `host:port` of a database address. */
function hostOf(databaseUrl: string): string {
  const { hostname, port } = new URL(databaseUrl);
  return `${hostname}:${port === "" ? "5432" : port}`;
}
