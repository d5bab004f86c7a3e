import { parseArgs } from "node:util";
import { loadConfig } from "../config.ts";
import { createDatabase } from "../db/pool.ts";
import { systemClock } from "../kit/clock.ts";
import { createIdSource } from "../kit/ids.ts";
import { createSystemRandom } from "../kit/random.ts";
import { createLogger } from "../log/logger.ts";
import {
  declareRestore,
  RestoreRefused,
  type RestoreStatus,
  type RestoresDeps,
  releaseRestore,
  restoreStatus,
} from "../modules/restores/index.ts";
import { databaseAddress } from "./database-address.ts";
import { UsageError } from "./usage.ts";

/** Making all questions due touches a row of each payment in flight. */
const STATEMENT_TIMEOUT_MS = 600_000;
const HOUR_MS = 3_600_000;
/** As long as a payment in flight is asked about. */
const LOOK_BACK_HOURS = "72";
const LOOK_BACK_HOURS_MAX = 24 * 90;

type Request =
  | { readonly act: "status" }
  | { readonly act: "release"; readonly without: readonly string[]; readonly note: string | null }
  | {
      readonly act: "declare";
      readonly restoredToMs: number;
      readonly lostUntilMs: number | null;
      readonly lookBackMs: number;
    };

/**
 * Declares that the database was restored to an earlier point, says what is left to do, or releases it. Exit code 1
 * while something is left to do. docs/operating/backup.md
 */
export async function afterRestore(args: readonly string[]): Promise<number> {
  const request = readRequest(args);
  const db = createDatabase({
    url: await databaseAddress(loadConfig(process.env)),
    max: 1,
    applicationName: "cauris after-restore",
    log: createLogger({ level: "silent", format: "json" }),
    statementTimeoutMs: STATEMENT_TIMEOUT_MS,
  });
  const deps = { db, clock: systemClock, ids: createIdSource(systemClock, createSystemRandom()) };
  try {
    return await act(deps, request);
  } catch (error) {
    if (!(error instanceof RestoreRefused)) throw error;
    process.stderr.write(`${error.message}\n`);
    return 1;
  } finally {
    await db.close();
  }
}

async function act(deps: RestoresDeps, request: Request): Promise<number> {
  if (request.act === "release") {
    await releaseRestore(deps, request);
    process.stdout.write("Payouts and refunds are sent again.\n");
    return 0;
  }
  if (request.act === "declare") {
    const { restoredToMs, lookBackMs } = request;
    const lostUntilMs = request.lostUntilMs ?? deps.clock.nowMs();
    const asked = await declareRestore(deps, { restoredToMs, lostUntilMs, lookBackMs });
    process.stdout.write(
      `No payout and no refund is sent until the release. The service asks the providers about ${asked.charges} payments, ` +
        `${asked.refunds} refunds and ${asked.payouts} payouts in flight, and about ${asked.ended} payments that had ended without money.\n\n`,
    );
  }
  const status = await restoreStatus(deps);
  process.stdout.write(inWords(status));
  return status === null || (request.act === "status" && status.obstacles.length === 0) ? 0 : 1;
}

function inWords(status: RestoreStatus | null): string {
  if (status === null) return "No restore is open.\n";
  const { restore, facts, obstacles } = status;
  const instant = (ms: number): string => new Date(ms).toISOString();
  const left =
    obstacles.length === 0
      ? ["Nothing is left to do: cauris-server after-restore --release"]
      : ["Left to do:", ...obstacles.map((obstacle) => `- ${obstacle}`)];
  return [
    `Restored to ${instant(restore.restoredToMs)}; lost until ${instant(restore.lostUntilMs)}; declared ${instant(restore.declaredAtMs)}.`,
    `${facts.heldPayouts} payouts and ${facts.heldRefunds} refunds wait for the release.`,
    ...left,
    "",
  ].join("\n");
}

function readRequest(args: readonly string[]): Request {
  const values = parse(args);
  const { point, release = false, without = [], note } = values;
  if (release) {
    if (point !== undefined)
      throw new UsageError("--point declares a restore, --release ends one: give one of them.");
    return { act: "release", without, note: note?.trim() || null };
  }
  if (without.length > 0 || note !== undefined)
    throw new UsageError("--without and --note belong to --release.");
  if (point === undefined) {
    if (values["lost-until"] !== undefined || values["look-back"] !== undefined)
      throw new UsageError("--lost-until and --look-back belong to --point.");
    return { act: "status" };
  }
  const lostUntil = values["lost-until"];
  return {
    act: "declare",
    restoredToMs: readInstant("--point", point),
    lostUntilMs: lostUntil === undefined ? null : readInstant("--lost-until", lostUntil),
    lookBackMs: readHours(values["look-back"] ?? LOOK_BACK_HOURS) * HOUR_MS,
  };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        point: { type: "string" },
        "lost-until": { type: "string" },
        "look-back": { type: "string" },
        release: { type: "boolean" },
        without: { type: "string", multiple: true },
        note: { type: "string" },
      },
    }).values;
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

/** With a zone, so that nobody's local time is guessed. */
function readInstant(name: string, text: string): number {
  const ms = /T.*(Z|[+-]\d\d:\d\d)$/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(ms))
    throw new UsageError(`${name} must be an instant with its zone, as in 2026-11-23T02:15:00Z.`);
  return ms;
}

function readHours(text: string): number {
  const hours = Number(text);
  if (!/^\d+$/.test(text) || hours > LOOK_BACK_HOURS_MAX)
    throw new UsageError(`--look-back must be a whole number of hours, at most ${LOOK_BACK_HOURS_MAX}.`);
  return hours;
}
