import { type Config, ConfigError } from "../config.ts";
import { ownerName, readRecord } from "../db/embedded.ts";

/**
 * The address of the database, past a pooler where one is given, or that of the embedded PostgreSQL, which must be
 * running.
 */
export async function databaseAddress(config: Config): Promise<string> {
  const { databaseUrl, databaseDirectUrl = databaseUrl, dataDir } = config;
  if (databaseDirectUrl !== undefined) return databaseDirectUrl.reveal();
  const record = await readRecord(dataDir);
  if (record === null)
    throw new ConfigError(`DATABASE_URL is absent, and ${dataDir} holds no PostgreSQL of the service's own.`);
  return `postgres://${ownerName}:${record.password}@127.0.0.1:${record.port}/cauris`;
}
