import { loadConfig } from "../config.ts";
import { createDatabase } from "../db/pool.ts";
import { lookAtArchive } from "../doctor/backup.ts";
import { systemClock } from "../kit/clock.ts";
import { createLogger } from "../log/logger.ts";
import { databaseAddress } from "./database-address.ts";
import { UsageError } from "./usage.ts";

/**
 * Says whether PostgreSQL's log arrives in the archive, for a timer. Exit code 1 unless it does: also where nothing is
 * archived, because nothing proves a backup then.
 */
export async function backupCheck(args: readonly string[]): Promise<number> {
  if (args.length > 0) throw new UsageError(`backup-check takes no ${JSON.stringify(args[0])}.`);
  const db = createDatabase({
    url: await databaseAddress(loadConfig(process.env)),
    max: 1,
    applicationName: "cauris backup-check",
    log: createLogger({ level: "silent", format: "json" }),
  });
  try {
    const { name, state, seen, cure } = await lookAtArchive(db, systemClock);
    process.stdout.write(`${name}: ${seen}\n${cure === null ? "" : `→ ${cure}\n`}`);
    return state === "ok" ? 0 : 1;
  } finally {
    await db.close();
  }
}
