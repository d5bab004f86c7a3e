import type { Config } from "../config.ts";
import type { Database } from "../db/database.ts";
import { createDatabase } from "../db/pool.ts";
import type { Clock } from "../kit/clock.ts";
import type { Logger } from "../kit/logger.ts";
import { judge } from "../production/check.ts";
import { readSurroundings } from "../production/surroundings.ts";
import { lookAtPooler, lookAtReplica } from "./addresses.ts";
import { ARCHIVE, lookAtArchive } from "./backup.ts";
import {
  lookAtClock,
  lookAtKey,
  lookAtRights,
  lookAtRoom,
  lookAtSchema,
  lookAtServer,
  ROOM,
} from "./database.ts";
import { type Finding, messageOf, ok, unseen, wrong } from "./finding.ts";
import { lookAtProviders, lookAtRestore, lookAtState } from "./state.ts";
import { lookAtDisk, lookAtMail, lookAtPublicUrl } from "./surroundings.ts";

export interface Examination {
  readonly config: Config;
  /** The address of the database; rejects with the reason when there is none. */
  readonly databaseAddress: () => Promise<string>;
  readonly clock: Clock;
  readonly log: Logger;
  /** Called with the open database, when there is one, after everything was looked at. */
  readonly afterwards?: (db: Database) => Promise<void>;
}

/** Looks at everything, changes nothing, and never rejects because of what it finds. */
export async function examine(examination: Examination): Promise<readonly Finding[]> {
  const { config } = examination;
  const [around, database] = await Promise.all([lookAround(config), lookAtDatabase(examination)]);
  return [...database, ...around];
}

async function lookAround(config: Config): Promise<readonly Finding[]> {
  const disk = await lookAtDisk(config);
  const [publicUrl, mail] = await Promise.all([lookAtPublicUrl(config.publicUrl), lookAtMail(config)]);
  return [disk, ...publicUrl, mail, ...(await lookAtProduction(config))];
}

/** The rules of production, where this is one: those that are broken. */
async function lookAtProduction(config: Config): Promise<readonly Finding[]> {
  const name = "the settings are fit for production";
  if (config.env !== "production") return [unseen(name, "this is a sandbox")];
  const broken = judge(config, await readSurroundings(config)).filter(({ problem }) => problem !== null);
  if (broken.length === 0) return [ok(name, "cauris-server check finds nothing")];
  return broken.map(({ name: rule, problem }) => wrong(rule, problem ?? "", "docs/operating/production.md"));
}

/** Connections of the doctor. */
const CONNECTIONS = 2;

async function lookAtDatabase(examination: Examination): Promise<readonly Finding[]> {
  const { config, clock, log, afterwards } = examination;
  const name = "the database answers";
  const cure = "Start PostgreSQL, or correct DATABASE_URL; with the embedded one, start the service.";
  let url: string;
  try {
    url = await examination.databaseAddress();
  } catch (error) {
    return [wrong(name, messageOf(error), cure)];
  }
  const db = createDatabase({ url, max: CONNECTIONS, applicationName: "cauris doctor", log });
  try {
    try {
      await db.query({ text: "select" });
    } catch (error) {
      return [wrong(name, error instanceof Error ? error.message : String(error), cure)];
    }
    const findings = [
      ok(name, "it does"),
      ...(await looked("PostgreSQL accepts writes", () => lookAtServer(db))),
      ...(await looked(ROOM, () => lookAtRoom(db))),
      ...(await looked(ARCHIVE, () => lookAtArchive(db, clock))),
      ...(await looked("sessions reach PostgreSQL", () => lookAtPooler(config, log))),
      ...(await looked("the replica follows the primary", () => lookAtReplica(db, config))),
      ...(await looked("the schema is this release's", () => lookAtSchema(url, log))),
      ...(await looked("the role has its rights", () => lookAtRights(db, config.env))),
      ...(await looked("the clocks agree", () => lookAtClock(db, clock))),
      ...(await looked("the master key opens the database", () => lookAtKey(db, config))),
      ...(await looked("the work is done", () => lookAtState({ db, clock, log }))),
      ...(await looked("no restore waits for its books", () => lookAtRestore(db))),
      ...(await looked("providers", () => lookAtProviders(db))),
    ];
    await afterwards?.(db);
    return findings;
  } finally {
    await db.close();
  }
}

/** A look that fails is a finding, too: the others still run. */
async function looked(
  name: string,
  look: () => Promise<Finding | readonly Finding[]>,
): Promise<readonly Finding[]> {
  try {
    const found = await look();
    return Array.isArray(found) ? found : [found as Finding];
  } catch (error) {
    return [
      wrong(name, `it could not be looked at: ${messageOf(error)}`, "Correct what stands above first."),
    ];
  }
}
