import cluster from "node:cluster";
import type { Worker } from "node:worker_threads";
import { type App, type AppPorts, type AppSettings, createApp } from "./app.ts";
import { type Bootstrapped, undoAll } from "./bootstrap.ts";
import { bankFilesDirOf, type Config, ConfigError, keptDaysOf, publicUrlOf } from "./config.ts";
import { patiently } from "./db/await-database.ts";
import { BATCH_LOCK_TIMEOUT_MS, batchWriterSettings, citusBatchWriterSettings } from "./db/batch-writer.ts";
import type { Database, Queryable } from "./db/database.ts";
import { type DedicatedConnection, openDedicatedConnection } from "./db/dedicated.ts";
import { openReplica } from "./db/open-replica.ts";
import { createDatabase } from "./db/pool.ts";
import { createRefusedWrites } from "./db/refused-writes.ts";
import { isCitus } from "./db/server-state.ts";
import { createStorageCheck } from "./db/storage.ts";
import { STARTED } from "./http/health.ts";
import { defaultLimits, type Limits } from "./http/limits/index.ts";
import { createHttpOut } from "./http-out/index.ts";
import { createInstanceMetrics } from "./instance-metrics.ts";
import { CHECK_TIMEOUT_MS } from "./invariants/index.ts";
import { openServiceKeyring, withArrivals } from "./keyring/index.ts";
import { type Clock, systemClock } from "./kit/clock.ts";
import { hostsOf, hostText } from "./kit/database-address.ts";
import type { Keyring } from "./kit/keyring.ts";
import type { Logger } from "./kit/logger.ts";
import type { Mailer } from "./kit/mailer.ts";
import { openThread } from "./kit/open-thread.ts";
import { createSystemRandom } from "./kit/random.ts";
import { createSmtpMailer } from "./mail-out/index.ts";
import type { Snapshot } from "./metrics/measure.ts";
import { openTracing } from "./tracing/open.ts";
import { packageVersion } from "./version.ts";
import { createWebhookThread, type WebhookThread } from "./webhook-thread/host.ts";
import type { ThreadData } from "./webhook-thread/messages.ts";

export interface Service {
  readonly app: App;
  readonly db: Database;
  /** Opens another connection to the same database, which is closed with the service at the latest. */
  readonly connect: (applicationName: string) => Promise<DedicatedConnection>;
  readonly keyring: Keyring;
  readonly publicUrl: string;
  readonly ownUrl: string;
  readonly port: number;
  /**
   * Opens another instance of the application on the same database, with its own clock and its own way out. It listens
   * nowhere, starts no loop, and knows no limits; who opens it stops it.
   */
  readonly openBeside: (ports: Pick<AppPorts, "clock" | "egress" | "log">) => Promise<App>;
  /** Called before the application stops. */
  readonly onStop: (step: () => Promise<void>) => void;
  /** What this process has counted and, when it `readsDatabase`, the gauges that come from there. */
  readonly collectMetrics: (readsDatabase: boolean) => Promise<Snapshot>;
  stop(): Promise<void>;
}

export interface ServiceOptions {
  readonly config: Config;
  readonly log: Logger;
  /** Receives each step in a few words, to show to the person who started the service. */
  readonly progress: (step: string) => void;
  /**
   * Called when everything is ready, before the first request is accepted: the sandbox is seeded here. The function it
   * returns runs once requests are answered, and the service reports ready after it.
   */
  readonly prepare: (service: Omit<Service, "stop">) => Promise<() => Promise<void>>;
  /** Aborted when the service is told to stop, also during its start. */
  readonly stopping?: AbortSignal;
  /** Wraps the application's ports: the crash tests kill it there. */
  readonly wrapPorts?: (ports: AppPorts) => AppPorts;
  /** Starts the webhook thread; this program's own when absent. */
  readonly openThread?: (data: ThreadData) => Worker;
}

/**
 * Serves on a database that is up and migrated. Rejects with the reason, and then leaves nothing of its own running.
 */
export async function serveOn(bootstrapped: Bootstrapped, options: ServiceOptions): Promise<Service> {
  const {
    config,
    log,
    progress,
    prepare,
    wrapPorts = (ports) => ports,
    openThread: launchThread = openWebhookThread,
  } = options;
  const { port, appUrl, directUrl, replicaUrl } = bootstrapped;
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
      const opened = createDatabase({
        url: appUrl,
        directUrl,
        max,
        applicationName,
        log,
        settings,
        refusedWrites,
      });
      undo.push(() => opened.close());
      return opened;
    };
    const primary = open("cauris", shares.others);
    const replica =
      replicaUrl === null
        ? null
        : openReplica({ url: replicaUrl, primary, lagMaxSeconds: config.databaseReplicaLag, log });
    if (replica !== null) undo.push(() => replica.close());
    const db = replica === null ? primary : { ...primary, reads: replica.reads };
    const onCitus = await patiently(() => isCitus(primary));
    // Payments look rows up by primary key: planning each list of keys again costs more than reading them. One
    // connection does LISTEN and NOTIFY for both pools.
    const forPayers = open(
      "cauris payers",
      shares.payers,
      onCitus ? {} : { plan_cache_mode: "force_generic_plan" },
    );
    const payersDb = { ...forPayers, listen: db.listen, hearing: db.hearing, notify: db.notify };

    await Promise.all([db, forPayers].map((pool) => patiently(() => pool.query({ text: "select" }))));
    replica?.start();
    const keyring = withArrivals(await openServiceKeyring({ db, clock, random }, config), db);
    await keyring.arrivals.refresh();
    const publicUrl = publicUrlOf(config, port);
    const ownUrl = `http://127.0.0.1:${port}`;
    const forbiddenHosts = [
      new URL(publicUrl).host,
      `localhost:${port}`,
      `127.0.0.1:${port}`,
      ...[appUrl, directUrl, replicaUrl ?? directUrl].flatMap(hostsOf).map(hostText),
    ];
    // A service that others can reach must not send requests to its own machine; one on its user's machine may.
    const isPrivate = isPrivateTo(config, publicUrl);
    const allowLoopback = isPrivate;
    const allowsLocalProviders = config.allowLocalProviders === "1";
    const allowLiveLoopback = allowLoopback && allowsLocalProviders;
    if (allowsLocalProviders)
      log.warn("local_providers.allowed", {
        setting: "ALLOW_LOCAL_PROVIDERS",
        liveWebhooks: allowLiveLoopback,
      });
    const refuseLiveKeys = liveKeysRefusedBecause(publicUrl);
    if (refuseLiveKeys !== null) log.warn("live_keys.refused", { reason: refuseLiveKeys });
    if (config.env === "sandbox" && allowsLocalProviders && keyLiesInFolder(config))
      log.warn("master_key.beside_database", {
        cure: "move it away from DATA_DIR and name it by MASTER_KEY_FILE",
      });
    const mailer = openMailer(config, clock, log);
    let isPrepared = false;
    const egress = createHttpOut({
      clock,
      log,
      allowLoopback,
      allowLiveLoopback,
      forbiddenHosts: () => forbiddenHosts,
    });
    undo.push(() => egress.close());
    const tracing = await openTracing(config, { clock, random, log, version: packageVersion() });
    if (tracing !== null) undo.push(() => tracing.close());

    const threadData: ThreadData = {
      databaseUrl: appUrl,
      databaseDirectUrl: directUrl,
      allowLoopback,
      allowLiveLoopback,
      forbiddenHosts,
      logFields: cluster.isWorker ? { pid: process.pid } : {},
      isTerminal: process.stdout.isTTY === true,
    };
    const launch = () => launchThread(threadData);
    let webhookThread: WebhookThread | null = null;
    const openWebhookWorker = (): WebhookThread => {
      webhookThread = createWebhookThread({ clock, log, launch });
      return webhookThread;
    };
    const ports: AppPorts = {
      db,
      payersDb,
      clock,
      random,
      keyring,
      log,
      egress,
      tracing: tracing ?? undefined,
      ...(mailer === null ? {} : { mailer }),
      storageTrouble: createStorageCheck({ refusedWrites, folder: bootstrapped.storageFolder }),
      ...(config.role === "api" ? {} : { openWebhookWorker }),
      connectChecks: () =>
        openDedicatedConnection({
          url: directUrl,
          applicationName: "cauris invariants",
          statementTimeoutMs: CHECK_TIMEOUT_MS,
        }),
      ...(replica === null
        ? {}
        : { connectReplicaChecks: (own: Queryable) => replica.connectChecks(own, CHECK_TIMEOUT_MS) }),
      connectBatchWriter: (name) =>
        openDedicatedConnection({
          url: directUrl,
          applicationName: `cauris batch writer ${name}`,
          settings: onCitus ? citusBatchWriterSettings : batchWriterSettings,
          lockTimeoutMs: BATCH_LOCK_TIMEOUT_MS,
          refusedWrites,
        }),
    };
    const settings: AppSettings = {
      publicUrl,
      ownUrl,
      batchWriterCount: config.databaseLanes,
      alone: bootstrapped.alone,
      trustedProxies: config.trustedProxies,
      hasSimulator: config.env === "sandbox",
      isPrivate,
      refuseLiveKeys,
      allowsLocalProviders,
      beneficiaryCoolOffMs: config.beneficiaryCoolOff * HOUR_MS,
      keptDays: keptDaysOf(config),
      bankFilesDir: bankFilesDirOf(config),
      requireSecondFactor: config.env === "production",
      readiness: { [STARTED]: async () => (isPrepared ? null : "the service is still starting") },
      limits: limitsOf(config, publicUrl),
      shedsLoad: true,
      version: packageVersion(),
    };
    const app = await createApp(wrapPorts(ports), settings);
    undo.push(() => app.stop());
    const connect = async (applicationName: string): Promise<DedicatedConnection> => {
      const connection = await openDedicatedConnection({ url: directUrl, applicationName, refusedWrites });
      undo.push(() => connection.close());
      return connection;
    };
    const collectMetrics = createInstanceMetrics({
      readDatabase: app.readGauges,
      version: packageVersion(),
      measureThread: async () => (await webhookThread?.measure()) ?? [],
    });
    const openBeside: Service["openBeside"] = async ({ clock: itsClock, egress: itsEgress, log: itsLog }) => {
      const { openWebhookWorker: _thread, payersDb: _payers, ...rest } = ports;
      // Closed with the instance: what the service closes by itself is closed before who opened the instance stops it.
      const besideDb = createDatabase({
        url: appUrl,
        directUrl,
        max: BESIDE_CONNECTIONS,
        applicationName: "cauris beside",
        log,
        refusedWrites,
      });
      const beside = await createApp(
        {
          ...rest,
          db: besideDb,
          clock: itsClock,
          monotonicMs: itsClock.nowMs,
          egress: itsEgress,
          tracing: undefined,
          log: itsLog,
        },
        { ...settings, batchWriterCount: 1, alone: true, limits: null, shedsLoad: false },
      );
      const stopBeside = async (): Promise<void> => {
        await beside.stop();
        await besideDb.close();
      };
      return { ...beside, stop: stopBeside };
    };
    const onStop = (step: () => Promise<void>): void => {
      undo.push(step);
    };
    const started = { app, db, connect, keyring, publicUrl, ownUrl, port, collectMetrics };
    const service = { ...started, openBeside, onStop };
    const finish = await prepare(service);
    progress("Opening the port");
    await app.http.listen({ host: config.host, port });
    app.startReports();
    if (config.role !== "api") app.startWork();
    await finish();
    isPrepared = true;
    return { ...service, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

const HOUR_MS = 3_600_000;
/** Apart from those that serve requests. */
const BESIDE_CONNECTIONS = 2;

/** Deliveries are few and short-lived: 16 MiB for each half of the young generation. */
const THREAD_LIMITS = { maxYoungGenerationSizeMb: 48 } as const;

function openWebhookThread(data: ThreadData): Worker {
  const entry = new URL("./webhook-thread/entry.js", import.meta.url);
  return openThread({ entry, data, limits: THREAD_LIMITS });
}

/** About a third of the connections serve payments alone, so that reads of merchants and operators cannot take them. */
function sharesOf(connections: number): { readonly payers: number; readonly others: number } {
  const payers = Math.max(1, Math.round(connections * 0.3));
  return { payers, others: connections - payers };
}

/**
 * Limits may be off only on machines that measure or test the service: one reachable over the network could be
 * overloaded by anyone. Throws ConfigError then.
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

/** Only this machine can reach the service: it listens on a loopback address, and has no other public name. */
export function isPrivateTo({ env, host }: Pick<Config, "env" | "host">, publicUrl: string): boolean {
  return env === "sandbox" && isLocal(publicUrl) && /^(localhost|127(\.\d{1,3}){3}|::1)$/.test(host);
}

/** Live keys must not travel unencrypted between machines: the reason of the refusal, or null. */
export function liveKeysRefusedBecause(publicUrl: string): string | null {
  return publicUrl.startsWith("https://") || isLocal(publicUrl)
    ? null
    : `PUBLIC_URL is ${publicUrl}: live keys need https`;
}

/** The mailer of a production installation; null where none is sent, which the log says. */
function openMailer({ env, smtpUrl, mailFrom }: Config, clock: Clock, log: Logger): Mailer | null {
  if (env === "sandbox") {
    if (smtpUrl !== undefined)
      log.warn("mail.kept_here", { reason: "a sandbox sends no mail", setting: "SMTP_URL" });
    return null;
  }
  if (smtpUrl === undefined || mailFrom === undefined) {
    log.warn("mail.none", {
      cure: "set SMTP_URL and MAIL_FROM",
      refused: "invitations by mail, password resets, unlocking by mail",
      unsent: "notices",
    });
    return null;
  }
  return createSmtpMailer({ server: smtpUrl.reveal(), sender: mailFrom, clock });
}

const keyLiesInFolder = ({ masterKey, masterKeyFile }: Config): boolean =>
  masterKey === undefined && masterKeyFile === undefined;
