import { type Config, ConfigError, loadConfig } from "./config.ts";
import { FolderBusyError } from "./db/embedded/index.ts";
import { systemClock } from "./kit/clock.ts";
import { createIdSource } from "./kit/ids.ts";
import { createSystemRandom } from "./kit/random.ts";
import { createLogger } from "./log/logger.ts";
import { prepareSandbox } from "./seed/index.ts";
import { type Service, startService } from "./service.ts";

/** A stop that takes longer than this ends the process all the same: what is under way is found again at the start. */
const STOP_TIMEOUT_MS = 20_000;

async function main(): Promise<void> {
  const config = loadConfig(process.env);
  const log = createLogger({ level: config.logLevel, format: config.logFormat });
  const clock = systemClock;
  const random = createSystemRandom();
  let welcome: (() => Promise<void>) | null = null;
  const service = await startService({
    config,
    log,
    progress: say,
    prepare: async ({ app, db, keyring, publicUrl, ownUrl }) => {
      welcome = await prepareSandbox({
        db,
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
      });
    },
  });
  stopOnSignal(service, config);
  await (welcome as (() => Promise<void>) | null)?.();
}

/** Progress and greetings go beside the log, which programs read. */
function say(step: string): void {
  process.stderr.write(`  ${step} …\n`);
}

function stopOnSignal(service: Service, config: Config): void {
  let stopping = false;
  const stop = (signal: NodeJS.Signals): void => {
    // A second signal means it: the process ends at once.
    if (stopping) process.exit(1);
    stopping = true;
    say(`Stopping (${signal})`);
    const deadline = setTimeout(() => process.exit(1), STOP_TIMEOUT_MS);
    service.stop().then(
      () => {
        clearTimeout(deadline);
        process.exit(0);
      },
      (error: unknown) => {
        fail(error, config);
      },
    );
  };
  process.on("SIGTERM", stop);
  process.on("SIGINT", stop);
}

/** One clear line for what a person can mend; the whole error for what is ours. */
function fail(error: unknown, config: Pick<Config, "logLevel"> | null): void {
  const expected = error instanceof ConfigError || error instanceof FolderBusyError;
  const text = error instanceof Error ? error.message : String(error);
  process.stderr.write(`\nCauris could not start: ${text}\n`);
  if (!expected && error instanceof Error && config?.logLevel === "debug")
    process.stderr.write(`${error.stack ?? ""}\n`);
  process.exitCode = 1;
  process.exit(1);
}

main().catch((error: unknown) => fail(error, null));
