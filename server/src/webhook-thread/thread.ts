import { constants, setPriority } from "node:os";
import type { MessagePort } from "node:worker_threads";
import { loadConfig } from "../config.ts";
import { keyLookupSettings } from "../db/batch-writer.ts";
import { createDatabase } from "../db/pool.ts";
import { createHttpOut } from "../http-out/index.ts";
import { createLoop } from "../jobs/loop.ts";
import { openServiceKeyring, withArrivals } from "../keyring/index.ts";
import { systemClock } from "../kit/clock.ts";
import { createSystemRandom } from "../kit/random.ts";
import { createLogger } from "../log/logger.ts";
import { openTracing } from "../tracing/open.ts";
import { packageVersion } from "../version.ts";
import type { ThreadData } from "./messages.ts";
import { runWorker, type ThreadWorkerDeps } from "./worker.ts";

/** Connections for a query, a claim, results, and returned deliveries. */
const THREAD_CONNECTIONS = 4;

/** Until then, bodies of a merchant that has just come show the handles of its sessions of before. */
const ARRIVALS_EVERY_MS = 1_000;

/**
 * The whole life of the thread: opens its resources, sends until it is told to stop, closes. Rejects when it cannot
 * begin. `wrap` wraps the worker's ports: the crash tests kill it there.
 */
export async function runThread(
  port: MessagePort,
  data: ThreadData,
  wrap: (deps: ThreadWorkerDeps) => ThreadWorkerDeps = (deps) => deps,
): Promise<void> {
  letRequestsGoFirst();
  const {
    databaseUrl,
    databaseDirectUrl,
    allowLoopback,
    allowLiveLoopback,
    forbiddenHosts,
    logFields,
    isTerminal,
  } = data;
  const config = loadConfig(process.env);
  const isText = config.logFormat === "text" || (config.logFormat === "auto" && isTerminal);
  const log = createLogger({ level: config.logLevel, format: isText ? "text" : "json" }).with(logFields);
  const clock = systemClock;
  const random = createSystemRandom();
  const db = createDatabase({
    url: databaseUrl,
    directUrl: databaseDirectUrl,
    max: THREAD_CONNECTIONS,
    applicationName: "cauris webhooks",
    log,
    settings: keyLookupSettings,
  });
  const egress = createHttpOut({
    clock,
    log,
    allowLoopback,
    allowLiveLoopback,
    forbiddenHosts: () => forbiddenHosts,
  });
  const tracing = await openTracing(config, { clock, random, log, version: packageVersion() });
  try {
    const keyring = withArrivals(await openServiceKeyring({ db, clock, random }, config), db);
    const { refresh } = keyring.arrivals;
    await refresh();
    const arrivals = createLoop({
      name: "arrivals",
      intervalMs: ARRIVALS_EVERY_MS,
      clock,
      log,
      run: () => refresh().then(() => 0),
    });
    arrivals.start();
    try {
      await runWorker(port, wrap({ db, clock, random, keyring, egress, log, tracing: tracing ?? undefined }));
    } finally {
      await arrivals.stop();
    }
  } finally {
    await tracing?.close();
    await egress.close();
    await db.close();
    port.close();
  }
}

/**
 * When the processor is scarce, requests with a waiting caller go before webhooks. Only Linux has thread priorities.
 */
function letRequestsGoFirst(): void {
  if (process.platform === "linux") setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
}
