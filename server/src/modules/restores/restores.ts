import { systemActor, writeAudit } from "../../db/audit.ts";
import type { Database, Transaction } from "../../db/database.ts";
import type { Clock } from "../../kit/clock.ts";
import type { IdSource } from "../../kit/ids.ts";
import { judgeRemaining } from "./judge-remaining.ts";
import {
  askAllInFlight,
  askEndedCharges,
  closeRestore,
  findOpenRestore,
  insertRestore,
  merchantNumbers,
  readRemaining,
  tenantIds,
} from "./store.ts";
import type { RemainingFacts, Restore } from "./types.ts";

export interface RestoresDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly ids: IdSource;
}

/** An act on a restore that is not possible; the message says why. */
export class RestoreRefused extends Error {
  override readonly name = "RestoreRefused";
}

export interface Declaration {
  /** Epoch milliseconds: the point to which the database was restored. */
  readonly restoredToMs: number;
  /** Until when the former database took writes; now when nobody knows. */
  readonly lostUntilMs: number;
  /** Payments that ended without money are asked about when they were made at most this long before the point. */
  readonly lookBackMs: number;
}

/** How many questions became due. `ended`: about payments that had ended without money. */
export interface QuestionCounts {
  readonly charges: number;
  readonly ended: number;
  readonly refunds: number;
  readonly payouts: number;
}

/**
 * Declares that the database was restored. From the commit on nothing is sent for the first time, and all money in flight is
 * asked about. Payments that had ended are added merchant by merchant, so that no transaction is long: called again after
 * it was interrupted, it goes on with the same declaration. Refuses with RestoreRefused a point in the future, times in the wrong order, and
 * another point than that of the open declaration.
 */
export async function declareRestore(
  { db, clock, ids }: RestoresDeps,
  { restoredToMs, lostUntilMs, lookBackMs }: Declaration,
): Promise<QuestionCounts> {
  const nowMs = clock.nowMs();
  if (restoredToMs > nowMs || lostUntilMs > nowMs) throw new RestoreRefused("The point is in the future.");
  if (lostUntilMs < restoredToMs)
    throw new RestoreRefused("The former database took writes until after the point.");
  const { restore, asked } = await db.transaction(async (tx) => {
    const open = await findOpenRestore(tx, "release");
    if (open !== null && open.restoredToMs !== restoredToMs)
      throw new RestoreRefused(
        `The restore to ${new Date(open.restoredToMs).toISOString()} is still open: release it first.`,
      );
    const made = open ?? { id: ids.uuid(), restoredToMs, lostUntilMs, declaredAtMs: nowMs };
    if (open === null) {
      await insertRestore(tx, made);
      await noteForTenants({ clock, ids }, tx, "restore.declared", made, null);
    }
    return { restore: made, asked: await askAllInFlight(tx, made.declaredAtMs) };
  });
  let ended = 0;
  for (const merchantNo of await merchantNumbers(db)) {
    ended += await db.transaction((tx) =>
      askEndedCharges(tx, merchantNo, restoredToMs - lookBackMs, restore.declaredAtMs),
    );
  }
  return { ...asked, ended };
}

export interface RestoreStatus {
  readonly restore: Restore;
  readonly facts: RemainingFacts;
  /** What stands in the way of a release. */
  readonly obstacles: readonly string[];
}

/** Null: no restore is open. */
export async function restoreStatus({ db }: Pick<RestoresDeps, "db">): Promise<RestoreStatus | null> {
  const restore = await findOpenRestore(db);
  if (restore === null) return null;
  const facts = await readRemaining(db, restore);
  return { restore, facts, obstacles: judgeRemaining(restore, facts) };
}

/**
 * Lets money leave again. Refuses with RestoreRefused while questions are unanswered or a live account's book is not compared, except for
 * accounts in `without`, which need a note. Public ids.
 */
export async function releaseRestore(
  { db, clock, ids }: RestoresDeps,
  { without, note }: { readonly without: readonly string[]; readonly note: string | null },
): Promise<void> {
  await db.transaction(async (tx) => {
    const restore = await findOpenRestore(tx, "release");
    if (restore === null) throw new RestoreRefused("No restore is open.");
    if (without.length > 0 && note === null)
      throw new RestoreRefused("An account without its provider's book needs --note, which says why.");
    const obstacles = judgeRemaining(restore, await readRemaining(tx, restore), without);
    if (obstacles.length > 0) throw new RestoreRefused(obstacles.join("\n"));
    await closeRestore(tx, restore, note, clock.nowMs());
    await noteForTenants({ clock, ids }, tx, "restore.released", restore, { without, note });
  });
}

/** The platform's act concerns every tenant, and each has its own chain. */
async function noteForTenants(
  { clock, ids }: Pick<RestoresDeps, "clock" | "ids">,
  tx: Transaction,
  action: string,
  { id, restoredToMs, lostUntilMs }: Restore,
  more: object | null,
): Promise<void> {
  const after = {
    restoredTo: new Date(restoredToMs).toISOString(),
    lostUntil: new Date(lostUntilMs).toISOString(),
    ...more,
  };
  for (const tenantId of await tenantIds(tx)) {
    await writeAudit(tx, ids, clock.nowMs(), { tenantId, actor: systemActor, action, subject: id, after });
  }
}
