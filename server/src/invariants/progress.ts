import type { Queryable } from "../db/database.ts";

/** A check that only this process has claimed. */
export interface ClaimedLook {
  /** What was sealed before then is verified; null: nothing is. */
  readonly provedBeforeMs: number | null;
}

export interface Due {
  readonly name: string;
  readonly nowMs: number;
  /** A check that began after this time is recent enough. */
  readonly checkedBeforeMs: number;
  /** How long the claim keeps other processes away: the claim of a dead process expires. */
  readonly leaseMs: number;
}

/**
 * Claims a due check, so that it runs once for all processes of the database. Null: it is not due, or another process
 * is running it.
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

/**
 * Records a finished check: `checkedAtMs` is when it began. A null `provedBeforeMs` leaves the stored value. What it found
 * waits for operators until a later check finds nothing.
 */
export async function finishLook(
  db: Queryable,
  look: {
    readonly name: string;
    readonly checkedAtMs: number;
    readonly provedBeforeMs: number | null;
    readonly violationCount: number;
  },
): Promise<void> {
  await db.query({
    text: `update invariant_checks
      set checked_at = $2, leased_until = $2, proved_before = coalesce($3, proved_before), violation_count = $4::bigint,
        violated_since = case when $4::bigint > 0 then coalesce(violated_since, $2) end
      where name = $1`,
    values: [
      look.name,
      new Date(look.checkedAtMs),
      look.provedBeforeMs === null ? null : new Date(look.provedBeforeMs),
      look.violationCount,
    ],
  });
}

/** When each invariant was last checked; those never checked are missing. */
export async function readLooks(db: Queryable): Promise<ReadonlyMap<string, number>> {
  const rows = await db.query<{ name: string; checkedAtMs: number }>({
    text: `select name, checked_at as "checkedAtMs" from invariant_checks where checked_at is not null`,
  });
  return new Map(rows.map(({ name, checkedAtMs }) => [name, checkedAtMs]));
}
