import cluster from "node:cluster";
import { type Config, ConfigError, loadConfig } from "./config.ts";
import { FolderBusyError } from "./db/embedded.ts";
import { StartStoppedError } from "./db/errors.ts";
import { systemClock } from "./kit/clock.ts";
import { createIdSource } from "./kit/ids.ts";
import type { Logger } from "./kit/logger.ts";
import { createSystemRandom } from "./kit/random.ts";
import { createLogger } from "./log/logger.ts";
import { ProcessFailedError, startProcesses } from "./processes/primary.ts";
import { createStopRequests, stopSignals, survivesClosedOutput, watchNpm } from "./processes/signals.ts";
import { type ServiceOptions, startService } from "./service.ts";

/** A stop that takes longer ends the process anyway: the next start recovers what was in flight. */
const STOP_TIMEOUT_MS = 20_000;

// The application's code is imported where it serves: during the start of PostgreSQL, and not in a process that only
// supervises others.
async function main(): Promise<void> {
  survivesClosedOutput();
  refuseArguments(process.argv.slice(2));
  const config = loadConfig(process.env);
  const log = createLogger({ level: config.logLevel, format: config.logFormat });
  if (cluster.isWorker) {
    await serveAsOneOfSeveral(config, log.with({ pid: process.pid }));
    return;
  }
  const count = config.processes;
  const stopping = new AbortController();
  const starting =
    count === 1
      ? serveAlone(config, log, stopping.signal)
      : serveBySeveral(config, count, log, stopping.signal);
  stopWhenAsked(starting, stopping, config);
  await starting;
}

/** Who types `main.js migrate` does not want a service with a database of its own. */
function refuseArguments(given: readonly string[]): void {
  const [unknown] = given.filter((argument) => argument !== "start");
  if (unknown !== undefined)
    throw new ConfigError(
      `the service takes no argument, and ${JSON.stringify(unknown)} is one: commands are of cauris-server (see cauris-server --help).`,
    );
}

type Stop = () => Promise<void>;

async function serveAlone(config: Config, log: Logger, stopping: AbortSignal): Promise<Stop> {
  const prepare = preparationOf(config, log);
  const service = await startService({ config, log, progress: say, prepare, stopping });
  return service.stop;
}

async function serveBySeveral(
  config: Config,
  count: number,
  log: Logger,
  stopping: AbortSignal,
): Promise<Stop> {
  const { stop } = await startProcesses({ config, count, log, progress: say, stopping });
  return stop;
}

async function serveAsOneOfSeveral(config: Config, log: Logger): Promise<void> {
  const { serveBehindPrimary } = await import("./processes/worker.ts");
  await serveBehindPrimary({ config, log, progress: say, prepare: preparationOf(config, log) });
}

/**
 * Seeds the sandbox before the first request, and prints the welcome when requests are answered; nothing in production.
 */
function preparationOf(config: Config, log: Logger): ServiceOptions["prepare"] {
  if (config.env === "production") {
    return async ({ publicUrl }) =>
      async () =>
        void process.stderr.write(`  Cauris answers at ${publicUrl}\n`);
  }
  const clock = systemClock;
  const random = createSystemRandom();
  return async (service) => {
    const { app, db, connect, keyring, publicUrl, ownUrl } = service;
    const { prepareSandbox } = await import("./seed/index.ts");
    const { demonstrationOf } = await import("./demonstration/index.ts");
    const demonstration = demonstrationOf(config, { ...service, clock, random, log });
    const finish = await prepareSandbox({
      db,
      connect,
      clock,
      random,
      ids: createIdSource(clock, random),
      keyring,
      app,
      publicUrl,
      simulatorUrl: `${ownUrl}/simulator`,
      dataDir: config.dataDir,
      ownsDatabase: config.databaseUrl === undefined,
      write: (text) => process.stderr.write(text),
      ...demonstration.preparation,
    });
    return async () => {
      await finish();
      demonstration.begin();
    };
  };
}

/** Progress and welcome go to standard error, because programs read the log. */
function say(step: string): void {
  process.stderr.write(`  ${step} …\n`);
}

/**
 * When told to stop during its start, the service first finishes the start and then stops cleanly: its PostgreSQL is
 * not left behind.
 */
function stopWhenAsked(starting: Promise<Stop>, stopping: AbortController, config: Config): void {
  const stop = (reason: string): void => {
    say(`Stopping (${reason})`);
    stopping.abort();
    const deadline = setTimeout(() => process.exit(1), STOP_TIMEOUT_MS);
    starting
      .then((stopService) => stopService())
      .then(
        () => {
          clearTimeout(deadline);
          process.exit(0);
        },
        (error: unknown) => {
          fail(error, config);
        },
      );
  };
  const onSignal = createStopRequests({ stop, force: () => process.exit(1) });
  for (const signal of stopSignals) process.on(signal, onSignal);
  watchNpm(() => onSignal("SIGHUP"));
}

/** One clear line for what an operator can fix; the whole error for bugs of ours. */
function fail(error: unknown, config: Pick<Config, "logLevel"> | null): void {
  if (error instanceof StartStoppedError) process.exit(0);
  const expected = error instanceof ConfigError || error instanceof FolderBusyError;
  const text = error instanceof Error ? error.message : String(error);
  // A serving process that failed has reported it already.
  if (!(error instanceof ProcessFailedError)) process.stderr.write(`\nCauris could not start: ${text}\n`);
  if (!expected && error instanceof Error && config?.logLevel === "debug")
    process.stderr.write(`${error.stack ?? ""}\n`);
  process.exitCode = 1;
  process.exit(1);
}

main().catch((error: unknown) => fail(error, null));
