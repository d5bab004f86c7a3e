import type { Queryable } from "../db/database.ts";

/** A look that this process alone has taken on. */
export interface ClaimedLook {
  /** What was sealed before then is proved; null: nothing is. */
  readonly provedBeforeMs: number | null;
}

export interface Due {
  readonly name: string;
  readonly nowMs: number;
  /** A look that began later than this is recent enough. */
  readonly checkedBeforeMs: number;
  /** For so long nobody else looks: a process that dies gives the look back by the clock. */
  readonly leaseMs: number;
}

/**
 * Takes a look that is due, so that it is made once for all processes of the database. Null: it is not due, or another process
 * is at it.
 */
export async function claimLook(db: Queryable, due: Due): Promise<ClaimedLook | null> {
  const [row] = await db.query<ClaimedLook>({
    text: `
      insert into invariant_checks (name, leased_until) values ($1, $2)
      on conflict (name) do update set leased_until = excluded.leased_until
        where (invariant_checks.checked_at is null or invariant_checks.checked_at < $3)
          -- A lease that ends later than any could was written under a clock that was ahead.
          and (invariant_checks.leased_until <= $4 or invariant_checks.leased_until > $2)
      returning proved_before as "provedBeforeMs"`,
    values: [due.name, new Date(due.nowMs + due.leaseMs), new Date(due.checkedBeforeMs), new Date(due.nowMs)],
  });
  return row ?? null;
}

/** The look is made: `checkedAtMs` is when it began. `provedBeforeMs`: as it was when null. */
export async function finishLook(
  db: Queryable,
  look: { readonly name: string; readonly checkedAtMs: number; readonly provedBeforeMs: number | null },
): Promise<void> {
  await db.query({
    text: `update invariant_checks
      set checked_at = $2, leased_until = $2, proved_before = coalesce($3, proved_before) where name = $1`,
    values: [
      look.name,
      new Date(look.checkedAtMs),
      look.provedBeforeMs === null ? null : new Date(look.provedBeforeMs),
    ],
  });
}

/** When each invariant was last looked at: those that never were are missing. */
export async function readLooks(db: Queryable): Promise<ReadonlyMap<string, number>> {
  const rows = await db.query<{ name: string; checkedAtMs: number }>({
    text: `select name, checked_at as "checkedAtMs" from invariant_checks where checked_at is not null`,
  });
  return new Map(rows.map(({ name, checkedAtMs }) => [name, checkedAtMs]));
}
