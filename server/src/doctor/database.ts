import { stat } from "node:fs/promises";
import { join } from "node:path";
import type { Config } from "../config.ts";
import type { Database, Queryable } from "../db/database.ts";
import { sqlState } from "../db/errors.ts";
import { waitForSchema } from "../db/schema-state.ts";
import { readServerState, refusesWrites } from "../db/server-state.ts";
import { type RowRights, rowRights } from "../db/table-rights.ts";
import { givenMasterKey, MASTER_KEY_FILE, masterKeyFromFile, opensDataKeys } from "../keyring/index.ts";
import type { MasterKey } from "../keyring/master-key.ts";
import type { Clock } from "../kit/clock.ts";
import type { Logger } from "../kit/logger.ts";
import { type Finding, messageOf, ok, spell, unseen, wrong } from "./finding.ts";

/** Clocks that differ by more make due times and signatures wrong. */
const CLOCK_MS_MAX = 2_000;

/** Whether the server accepts writes. */
export async function lookAtServer(db: Queryable): Promise<Finding> {
  const name = "PostgreSQL accepts writes";
  const refusal = refusesWrites(await readServerState(db));
  if (refusal !== null)
    return wrong(name, refusal, "Let DATABASE_URL lead to the primary, or promote this server.");
  const [row] = await db.query<{ version: string }>({
    text: "select current_setting('server_version') as version",
  });
  return ok(name, `release ${row?.version ?? "unknown"}`);
}

export const ROOM = "PostgreSQL's disk has room";
const DISK_FULL = "53100";
const INSUFFICIENT_PRIVILEGE = "42501";

/** Whether PostgreSQL finds room for some hundred payments, 4 MB, in a temporary table that is taken back. */
export async function lookAtRoom(db: Database): Promise<Finding> {
  const { undone } = await db
    .transaction(async (tx) => {
      await tx.query({ text: "create temporary table cauris_doctor_room (filling text) on commit drop" });
      await tx.query({
        text: "insert into cauris_doctor_room select repeat('x', 1900) from generate_series(1, 2000)",
      });
      return { undone: undefined };
    })
    .catch((error: unknown) => ({ undone: error }));
  if (undone === undefined) return ok(ROOM, "it took 4 MB, and has them back");
  const state = sqlState(undone);
  if (state === INSUFFICIENT_PRIVILEGE)
    return unseen(ROOM, "the service's role may make no temporary table; look at PostgreSQL's own machine");
  if (state !== DISK_FULL) throw undone;
  return wrong(
    ROOM,
    messageOf(undone),
    "Make room or enlarge the disk of PostgreSQL's machine; never delete in pg_wal. The service goes on by itself.",
  );
}

/** Whether all migrations of this release are applied, unchanged. */
export async function lookAtSchema(url: string, log: Logger): Promise<Finding> {
  const name = "the schema is this release's";
  try {
    await waitForSchema({ url, log, progress: () => {}, patienceMs: 0 });
    return ok(name, "every migration is applied");
  } catch (error) {
    return wrong(name, messageOf(error), "Run cauris-server migrate as the role that owns the tables.");
  }
}

/** Whether the role can do what the service does, and in production no more than that. */
export async function lookAtRights(db: Queryable, env: Config["env"]): Promise<Finding> {
  const name = "the role has its rights";
  const rows = await db.query<{ name: string; has: readonly string[] | null }>({
    text: `select t.name, (select array_agg(r.right_name) from unnest(array['select', 'insert', 'update', 'delete']) r (right_name)
        where has_table_privilege(to_regclass(t.name), r.right_name)) as has
      from unnest($1::text[]) t (name)`,
    values: [Object.keys(rowRights)],
  });
  const lacking = rows.flatMap(({ name: table, has }) => {
    const needed = needs[rowRights[table] ?? "append"];
    return needed.every((right) => has?.includes(right) === true) ? [] : [table];
  });
  if (lacking.length > 0)
    return wrong(
      name,
      `it may not work with ${some(lacking)}`,
      "Run cauris-server migrate again: it grants what is missing.",
    );
  const excess = rows.flatMap(({ name: table, has }) =>
    (has ?? []).every((right) => needs[rowRights[table] ?? "append"].includes(right)) ? [] : [table],
  );
  if (env === "production" && excess.length > 0)
    return wrong(
      name,
      `it may rewrite ${some(excess)}`,
      "Let DATABASE_URL name the service's role, not the owner of the tables.",
    );
  return ok(name, `${rows.length} tables`);
}

const needs: Readonly<Record<RowRights, readonly string[]>> = {
  read: ["select"],
  append: ["select", "insert"],
  keep: ["select", "insert", "update"],
  change: ["select", "insert", "update", "delete"],
};

const some = (names: readonly string[]): string =>
  names.length > 3 ? `${names.slice(0, 3).join(", ")} and ${names.length - 3} more` : names.join(", ");

/** Whether this machine and the database's agree about the time. */
export async function lookAtClock(db: Queryable, clock: Clock): Promise<Finding> {
  const name = "the clocks agree";
  const beforeMs = clock.nowMs();
  const [row] = await db.query<{ nowMs: number }>({ text: `select clock_timestamp() as "nowMs"` });
  const afterMs = clock.nowMs();
  const theirsMs = row?.nowMs ?? afterMs;
  const apartMs = Math.max(0, theirsMs - afterMs, beforeMs - theirsMs);
  return apartMs > CLOCK_MS_MAX
    ? wrong(
        name,
        `this machine and the database's are ${spell(apartMs / 1_000)} apart`,
        "Switch on time synchronisation (systemd-timesyncd, chrony) on both, and look which one is wrong.",
      )
    : ok(name, `less than ${Math.ceil((apartMs + afterMs - beforeMs + 1) / 1_000)} s apart`);
}

/** Whether the master key of the settings opens what is stored. Makes no key. */
export async function lookAtKey(db: Queryable, config: Config): Promise<Finding> {
  const name = "the master key opens the database";
  let key: MasterKey;
  try {
    const given = await givenMasterKey(config);
    const path = join(config.dataDir, MASTER_KEY_FILE);
    const isThere = given !== null || (await stat(path).catch(() => null)) !== null;
    if (!isThere)
      return wrong(name, "there is no key", "Set MASTER_KEY or MASTER_KEY_FILE to the installation's key.");
    key = given ?? (await masterKeyFromFile(path));
  } catch (error) {
    return wrong(name, messageOf(error), "Set MASTER_KEY_FILE to a file that the service may read.");
  }
  if (await opensDataKeys(db, key)) return ok(name, "it does");
  const { masterKeyPrevious } = config;
  if (masterKeyPrevious !== undefined && (await opensDataKeys(db, masterKeyPrevious)))
    return ok(name, "MASTER_KEY_PREVIOUS does; the next start changes to the new one");
  return wrong(
    name,
    "it does not: the database was made with another key",
    "Set MASTER_KEY to the key that belongs to this database; a backup is read with the key of its time.",
  );
}
