import { type Config, loadConfig } from "../config.ts";
import { migrate } from "../db/migrate.ts";
import { systemClock } from "../kit/clock.ts";
import { createLogger } from "../log/logger.ts";
import { UsageError } from "./usage.ts";

/**
 * Brings the database to this release's schema, grants the service's role its rights and sets its password from
 * DATABASE_URL.
 */
export async function migrateDatabase(): Promise<number> {
  const config = loadConfig(process.env);
  const ownerUrl = config.databaseOwnerUrl;
  if (ownerUrl === undefined)
    throw new UsageError("DATABASE_OWNER_URL is absent: the address of the role that owns the tables.");
  const { applied } = await migrate({
    ownerUrl: ownerUrl.reveal(),
    serviceUrl: serviceUrlOf(config),
    clock: systemClock,
    log: createLogger({ level: config.logLevel, format: config.logFormat }),
  });
  process.stderr.write(
    applied.length === 0
      ? "The database has this release's schema.\n"
      : `The database has this release's schema: ${applied.length} migrations were applied.\n`,
  );
  return 0;
}

const serviceUrlOf = ({ databaseUrl }: Config): string | undefined => databaseUrl?.reveal();
