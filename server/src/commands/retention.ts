import { parseArgs } from "node:util";
import { loadConfig, parseRetention } from "../config.ts";
import { createDatabase } from "../db/pool.ts";
import { createLogger } from "../log/logger.ts";
import { countOldWebhooks, type OldRows } from "../modules/retention/index.ts";
import { databaseAddress } from "./database-address.ts";
import { UsageError } from "./usage.ts";

/** Counting reads a part of each key. */
const STATEMENT_TIMEOUT_MS = 600_000;
const DAY_MS = 86_400_000;

/**
 * Prints which rows the service would forget under RETENTION_EVENTS, or under `--events`: how many, how large, how old. Changes
 * nothing.
 */
export async function showRetention(args: readonly string[]): Promise<number> {
  const given = readDays(args);
  const config = loadConfig(process.env);
  const days = given ?? config.retentionEvents;
  if (days === "off") {
    process.stdout.write(
      "RETENTION_EVENTS is off: events, deliveries and attempts are kept for ever. --events 90d says what would go.\n",
    );
    return 0;
  }
  const db = createDatabase({
    url: await databaseAddress(config),
    max: 1,
    applicationName: "cauris retention",
    log: createLogger({ level: "silent", format: "json" }),
    statementTimeoutMs: STATEMENT_TIMEOUT_MS,
  });
  try {
    const beforeMs = Date.now() - days * DAY_MS;
    process.stdout.write(tableOf(await countOldWebhooks(db, beforeMs), beforeMs));
    return 0;
  } finally {
    await db.close();
  }
}

/** The report as text: a line for each table. */
export function tableOf(counted: readonly OldRows[], beforeMs: number): string {
  const lines = counted.map(({ table, rows, bytes, oldestMs }) =>
    [
      table.padEnd(20),
      String(rows).padStart(14),
      megabytes(bytes).padStart(14),
      `  ${oldestMs === null ? "-" : dayOf(oldestMs)}`,
    ].join(""),
  );
  const head = `${"table".padEnd(20)}${"rows".padStart(14)}${"megabytes".padStart(14)}  oldest`;
  return `Written before ${dayOf(beforeMs)}:\n${[head, ...lines].join("\n")}\n`;
}

const megabytes = (bytes: number): string => (bytes / 1e6).toFixed(1);
const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

function readDays(args: readonly string[]): number | "off" | null {
  let values: { readonly "dry-run"?: boolean; readonly events?: string };
  try {
    const options = { "dry-run": { type: "boolean" }, events: { type: "string" } } as const;
    ({ values } = parseArgs({ args: [...args], options }));
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
  if (values["dry-run"] !== true)
    throw new UsageError("retention only shows: give --dry-run. The running service forgets by itself.");
  if (values.events === undefined) return null;
  const days = parseRetention(values.events);
  if (days === null) throw new UsageError("--events must be off, or days from 35d to 3650d.");
  return days;
}
