import { parseArgs } from "node:util";
import { keptDaysOf, loadConfig } from "../config.ts";
import { createDatabase } from "../db/pool.ts";
import { type KeptDays, parseRetention, retentionRules, retentionRuleText } from "../kit/retention.ts";
import { createLogger } from "../log/logger.ts";
import { countOld, type OldRows } from "../modules/retention/index.ts";
import { databaseAddress } from "./database-address.ts";
import { UsageError } from "./usage.ts";

/** Counting reads a part of each key, and tables without a key by time whole. */
const STATEMENT_TIMEOUT_MS = 600_000;
const DAY_MS = 86_400_000;

const kinds = Object.keys(retentionRules) as readonly (keyof KeptDays)[];
const words = (kept: string, joint: string): string =>
  kept.replace(/[A-Z]/g, (letter) => `${joint}${letter.toLowerCase()}`);
const optionOf = (kept: string): string => words(kept, "-");
const settingOf = (kept: string): string => `RETENTION_${words(kept, "_").toUpperCase()}`;

/**
 * Prints which rows the service would forget under its settings, or under `--events 90d` and the like: how many, how large, how
 * old. Changes nothing.
 */
export async function showRetention(args: readonly string[]): Promise<number> {
  const given = readDays(args);
  const config = loadConfig(process.env);
  const set = keptDaysOf(config);
  const asked = given.size === 0 ? kinds : kinds.filter((kept) => given.has(kept));
  const db = createDatabase({
    url: await databaseAddress(config),
    max: 1,
    applicationName: "cauris retention",
    log: createLogger({ level: "silent", format: "json" }),
    statementTimeoutMs: STATEMENT_TIMEOUT_MS,
  });
  try {
    const nowMs = Date.now();
    for (const kept of asked) {
      const days = given.get(kept) ?? set[kept] ?? "off";
      const counted = days === "off" ? [] : await countOld(db, kept, days, nowMs);
      process.stdout.write(tableOf(settingOf(kept), days, counted, nowMs));
    }
    return 0;
  } finally {
    await db.close();
  }
}

/** The report on one setting as text: a line for each table. */
export function tableOf(
  setting: string,
  days: number | "off",
  counted: readonly OldRows[],
  nowMs: number,
): string {
  if (days === "off") return `${setting}=off: nothing goes.\n\n`;
  const lines = counted.map(({ table, rows, bytes, oldestMs }) =>
    [
      table.padEnd(24),
      String(rows).padStart(14),
      megabytes(bytes).padStart(14),
      `  ${oldestMs === null ? "-" : dayOf(oldestMs)}`,
    ].join(""),
  );
  const head = `${"table".padEnd(24)}${"rows".padStart(14)}${"megabytes".padStart(14)}  oldest`;
  return `${setting}=${days}d, written before ${dayOf(nowMs - days * DAY_MS)}:\n${[head, ...lines].join("\n")}\n\n`;
}

const megabytes = (bytes: number): string => (bytes / 1e6).toFixed(1);
const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

function readDays(args: readonly string[]): ReadonlyMap<keyof KeptDays, number | "off"> {
  let values: Readonly<Record<string, string | boolean | undefined>>;
  try {
    const options = Object.fromEntries(kinds.map((kept) => [optionOf(kept), { type: "string" }] as const));
    ({ values } = parseArgs({ args: [...args], options: { "dry-run": { type: "boolean" }, ...options } }));
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
  if (values["dry-run"] !== true)
    throw new UsageError("retention only shows: give --dry-run. The running service forgets by itself.");
  const given = new Map<keyof KeptDays, number | "off">();
  for (const kept of kinds) {
    const text = values[optionOf(kept)];
    if (typeof text !== "string") continue;
    const rule = retentionRules[kept];
    const days = parseRetention(text, rule);
    if (days === null) throw new UsageError(`--${optionOf(kept)} must be ${retentionRuleText(rule)}.`);
    given.set(kept, days);
  }
  return given;
}
