import { createServer } from "node:net";
import type { Config } from "./config.ts";
import { awaitDatabase } from "./db/await-database.ts";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "./db/embedded.ts";
import { migrate } from "./db/migrate.ts";
import { mayMigrate, waitForSchema } from "./db/schema-state.ts";
import { checkSessions } from "./db/session-check.ts";
import { systemClock } from "./kit/clock.ts";
import type { Logger } from "./kit/logger.ts";
import type * as production from "./production/check.ts";

/** What all processes of one service share: a port, and a database that is up and migrated. */
export interface Bootstrapped {
  readonly port: number;
  /** The address that the service itself uses. */
  readonly appUrl: string;
  /** The same without a pooler, for what needs a session of its own; `appUrl` where no other is given. */
  readonly directUrl: string;
  /** A replica for reads that no decision about money rests on; null where there is none. */
  readonly replicaUrl: string | null;
  /** Where the embedded PostgreSQL keeps its data; null with an external database. */
  readonly storageFolder: string | null;
  /** No other process works on the database. */
  readonly alone: boolean;
}

export interface BootstrapOptions {
  readonly config: Config;
  /** How many processes will use it. */
  readonly processCount: number;
  readonly log: Logger;
  /** Receives each step in a few words, to show to the person who started the service. */
  readonly progress: (step: string) => void;
  /** Receives what must be undone when the service stops. */
  readonly undo: (() => Promise<void>)[];
  /** Aborted when the service is told to stop: every wait ends. */
  readonly stopping?: AbortSignal;
}

const DATABASE_NAME = "cauris";

/** Chooses the port, starts the database and migrates it. Rejects with the reason when a step fails. */
export async function bootstrap(options: BootstrapOptions): Promise<Bootstrapped> {
  const { config, processCount, log } = options;
  const port = config.port === 0 ? await freePort(config.host) : config.port;
  await assertPortFree(config.host, port);
  const addresses = await openDatabase(options);
  if (config.databaseUrl !== undefined) await checkAddresses(addresses, log);
  return { port, ...addresses, alone: config.databaseUrl === undefined && processCount === 1 };
}

/** Undoes in reverse order: requests, background work, batch writers, pool, database. */
export async function undoAll(undo: (() => Promise<void>)[]): Promise<void> {
  for (const step of undo.splice(0).reverse()) await step();
}

type Addresses = Pick<Bootstrapped, "appUrl" | "directUrl" | "replicaUrl" | "storageFolder">;

async function checkAddresses({ appUrl, directUrl }: Addresses, log: Logger): Promise<void> {
  const hasDirect = directUrl !== appUrl;
  await checkSessions(appUrl, log, { mayBePooled: hasDirect });
  if (hasDirect) await checkSessions(directUrl, log, { mustBeDirect: true });
}

async function openDatabase(options: BootstrapOptions): Promise<Addresses> {
  const { config, log, progress, stopping } = options;
  const isProduction = config.env === "production";
  if (isProduction) {
    progress("Checking the settings of production");
    await refuseUnsafe(config, { toleratesAway: true });
  }
  const migrateAs = (ownerUrl: string, serviceUrl?: string): ReturnType<typeof migrate> => {
    progress("Bringing the schema up to date");
    return migrate({ ownerUrl, serviceUrl, clock: systemClock, log });
  };
  if (config.databaseUrl === undefined) {
    const { ownerUrl, storageFolder } = await startOwnPostgres(options);
    const { appUrl } = await migrateAs(ownerUrl);
    if (isProduction) await refuseUnsafe(config, { embeddedUrl: appUrl });
    return { appUrl, directUrl: appUrl, replicaUrl: null, storageFolder };
  }
  const url = config.databaseUrl.reveal();
  const direct = config.databaseDirectUrl?.reveal() ?? url;
  const replica = config.databaseReplicaUrl?.reveal() ?? null;
  for (const each of new Set([direct, url]))
    await awaitDatabase({ url: each, progress, ...(stopping === undefined ? {} : { stopping }) });
  if (isProduction) await refuseUnsafe(config, {});
  const asGiven = { appUrl: url, directUrl: direct, replicaUrl: replica, storageFolder: null };
  if (!isProduction && config.databaseOwnerUrl !== undefined) {
    await migrateAs(config.databaseOwnerUrl.reveal(), direct);
    return asGiven;
  }
  if (!isProduction && (await mayMigrate(direct))) {
    const { appUrl: directUrl, asService } = await migrateAs(direct);
    const replicaUrl = replica === null ? null : asService(replica);
    return { appUrl: asService(url), directUrl, replicaUrl, storageFolder: null };
  }
  await waitForSchema({ url: direct, log, progress });
  return asGiven;
}

/** Imported only where needed: a sandbox never uses it. */
async function refuseUnsafe(...args: Parameters<typeof production.refuseUnsafe>): Promise<void> {
  const { refuseUnsafe: refuse } = await import("./production/check.ts");
  await refuse(...args);
}

async function startOwnPostgres(
  options: BootstrapOptions,
): Promise<{ readonly ownerUrl: string; readonly storageFolder: string | null }> {
  const { config, log, progress, undo } = options;
  progress("Starting PostgreSQL");
  const postgres: EmbeddedPostgres = await startEmbeddedPostgres({
    dataDir: config.dataDir,
    log,
    settings: serverSettingsFor(config, options.processCount),
  });
  undo.push(() => postgres.stop());
  await postgres.ensureDatabase(DATABASE_NAME);
  return { ownerUrl: postgres.ownerUrl(DATABASE_NAME), storageFolder: postgres.storageFolder };
}

/** PostgreSQL's own default. */
const CONNECTIONS_DEFAULT = 100;
/**
 * Connections of a process besides its pool and the batch writers of payments: the batch writers that read and count,
 * the listener, the health probe, and four of the webhook thread.
 */
const OTHER_CONNECTIONS = 8;
/** For migrations, and for an administrator's session. */
const SPARE_CONNECTIONS = 10;

/** Room for the connections of all processes. */
function serverSettingsFor(
  { databaseConnections, databaseLanes }: Config,
  processCount: number,
): Readonly<Record<string, string>> {
  const each = databaseConnections + databaseLanes + OTHER_CONNECTIONS;
  const needed = processCount * each + SPARE_CONNECTIONS;
  return needed <= CONNECTIONS_DEFAULT ? {} : { max_connections: String(needed) };
}

/** Checked early, before a database is created in vain; the actual listen may still fail. */
async function assertPortFree(host: string, port: number): Promise<void> {
  const probe = createServer();
  await new Promise<void>((resolve, reject) => {
    probe.once("error", (error: NodeJS.ErrnoException) =>
      reject(
        error.code === "EADDRINUSE"
          ? new Error(`port ${port} is in use by another program; choose another one with PORT`, {
              cause: error,
            })
          : error,
      ),
    );
    probe.listen({ host, port }, () => probe.close(() => resolve()));
  });
}

function freePort(host: string): Promise<number> {
  const probe = createServer();
  return new Promise((resolve, reject) => {
    probe.once("error", reject);
    probe.listen({ host, port: 0 }, () => {
      const address = probe.address();
      const port = typeof address === "object" && address !== null ? address.port : 0;
      probe.close(() => resolve(port));
    });
  });
}
