import type { Queryable, Transaction } from "../../db/database.ts";
import type { Id, TenantId } from "../../kit/ids.ts";
import type { Locale } from "../../kit/money.ts";

/** The hour of an operator's own day from which the digest is sent. */
export const DIGEST_HOUR = 7;
const OPERATORS_PER_ROUND = 50;

/** An operator who wants the digest and has not had today's. */
export interface DueDigest {
  readonly operatorId: Id<"operator">;
  readonly tenantId: TenantId;
  readonly email: string;
  readonly locale: Locale;
  readonly timeZone: string;
  readonly permissions: readonly string[];
  /** The operator's own day, `2026-11-22`. */
  readonly today: string;
}

export function findDueDigests(db: Queryable, nowMs: number): Promise<readonly DueDigest[]> {
  return db.query<DueDigest>({
    text: `
      select o.id as "operatorId", o.tenant_id as "tenantId", o.email, o.locale, o.time_zone as "timeZone", o.permissions,
        t.today::text as today
      from operator_digests d join operators o on o.id = d.operator_id and o.status = 'ACTIVE'
      cross join lateral (
        select day.today, (day.today + make_time($2, 0, 0)) at time zone o.time_zone as seven
        from (select ($1::timestamptz at time zone o.time_zone)::date as today) day
      ) t
      where d.is_on and t.seven <= $1 and d.chosen_at < t.seven and (d.told_on is null or d.told_on < t.today)
      order by o.id limit ${OPERATORS_PER_ROUND}`,
    values: [new Date(nowMs), DIGEST_HOUR],
  });
}

/** Marks the day's digest as written, once: false when another process was faster, or it was switched off meanwhile. */
export async function claimDigest(tx: Transaction, { operatorId, today }: DueDigest): Promise<boolean> {
  const rows = await tx.query({
    text: `update operator_digests set told_on = $2
            where operator_id = $1 and is_on and (told_on is null or told_on < $2::date) returning 1`,
    values: [operatorId, today],
  });
  return rows.length === 1;
}

/** Whether the operator wants the digest; nobody does who has not asked for it. */
export async function readWish(db: Queryable, operatorId: Id<"operator">): Promise<boolean> {
  const [row] = await db.query<{ isOn: boolean }>({
    text: `select is_on as "isOn" from operator_digests where operator_id = $1`,
    values: [operatorId],
  });
  return row?.isOn ?? false;
}

export async function writeWish(
  tx: Transaction,
  operatorId: Id<"operator">,
  isOn: boolean,
  nowMs: number,
): Promise<void> {
  await tx.query({
    text: `insert into operator_digests as d (operator_id, is_on, chosen_at) values ($1, $2, $3)
           on conflict (operator_id) do update set is_on = excluded.is_on,
             chosen_at = case when d.is_on then d.chosen_at else excluded.chosen_at end`,
    values: [operatorId, isOn, new Date(nowMs)],
  });
}
