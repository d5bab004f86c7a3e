import { type Config, loadConfig } from "../config.ts";
import { createDatabase } from "../db/pool.ts";
import { degenerateBecause, givenMasterKey, rewrap } from "../keyring/index.ts";
import { createSystemRandom } from "../kit/random.ts";
import { createLogger } from "../log/logger.ts";
import { databaseAddress } from "./database-address.ts";
import { UsageError } from "./usage.ts";

/**
 * Wraps the data keys under the new master key, as a start with both keys does, without a start. Running processes go on.
 * Repeatable. Refuses with UsageError a key that nobody drew at random, and with MasterKeyError a wrong previous key.
 */
export async function rotateKey(args: readonly string[]): Promise<number> {
  if (args.length > 0) throw new UsageError(`rotate-key takes no ${JSON.stringify(args[0])}.`);
  const config = loadConfig(process.env);
  const { from, to } = await keysOf(config);
  const db = createDatabase({
    url: await databaseAddress(config),
    max: 1,
    applicationName: "cauris rotate-key",
    log: createLogger({ level: "silent", format: "json" }),
  });
  try {
    const count = await rewrap(db, createSystemRandom(), from, to);
    process.stdout.write(
      count === 0
        ? "The new key opens everything already: nothing was changed.\n"
        : `${count} keys are wrapped under the new key. Take MASTER_KEY_PREVIOUS out of the settings, and keep the old key as long as the oldest backup.\n`,
    );
    return 0;
  } finally {
    await db.close();
  }
}

async function keysOf(config: Config) {
  const to = await givenMasterKey(config);
  const from = config.masterKeyPrevious;
  if (to === null || from === undefined)
    throw new UsageError(
      "rotate-key needs the new key in MASTER_KEY or MASTER_KEY_FILE, and the old one in MASTER_KEY_PREVIOUS.",
    );
  const flaw = degenerateBecause(to.reveal());
  if (flaw !== null) throw new UsageError(`The new key was not drawn at random: ${flaw}.`);
  return { from, to };
}
