import { type AccountActor, type Actor, sameActor } from "../kit/actor.ts";
import { isOnePerson, type Making, type OriginRelation } from "../kit/common-origin.ts";
import type { Queryable, Transaction } from "./database.ts";

/**
 * Records that `made` got its secret, or a new way in, from `maker`. Call it in the transaction that makes a key or an
 * account or sets a new password for one. A repeated call moves the time forward. What the service itself makes has no
 * origin, and neither has an account that made itself.
 */
export async function recordOrigin(
  tx: Transaction,
  made: AccountActor,
  maker: Actor,
  relation: OriginRelation,
  nowMs: number,
): Promise<void> {
  if (maker.id === null || sameActor(made, maker)) return;
  await tx.query({
    text: `insert into actor_origins (made_kind, made_id, maker_kind, maker_id, relation, made_at)
      values ($1, $2, $3, $4, $5, $6)
      on conflict (made_id, maker_id, relation) do update set made_at = greatest(actor_origins.made_at, excluded.made_at)`,
    values: [made.kind, made.id, maker.kind, maker.id, relation, new Date(nowMs)],
  });
}

interface OriginRow {
  readonly madeKind: string;
  readonly madeId: string;
  readonly makerKind: string;
  readonly makerId: string;
  readonly relation: OriginRelation;
  readonly atMs: number;
}

/**
 * All origins in the ancestry of these accounts, lapsed ones too: the rule judges the time. Ids are unique over kinds.
 */
export async function readOrigins(
  db: Queryable,
  accounts: readonly AccountActor[],
): Promise<readonly Making[]> {
  const rows = await db.query<OriginRow>({
    text: `
      with recursive ancestry (id) as (
        select unnest($1::uuid[])
        union
        select o.maker_id from ancestry a join actor_origins o on o.made_id = a.id
      )
      select o.made_kind as "madeKind", o.made_id as "madeId", o.maker_kind as "makerKind", o.maker_id as "makerId",
        o.relation, o.made_at as "atMs"
      from ancestry a join actor_origins o on o.made_id = a.id`,
    values: [accounts.map(({ id }) => id)],
  });
  return rows.map(({ madeKind, madeId, makerKind, makerId, relation, atMs }) => ({
    made: { kind: madeKind, id: madeId } as AccountActor,
    maker: { kind: makerKind, id: makerId } as AccountActor,
    relation,
    atMs,
  }));
}

/**
 * Whether two accounts count as one person at `nowMs` (see `kit/common-origin.ts`), so that the second cannot confirm
 * what the first began. Asked in the transaction of the act.
 */
export async function haveCommonOrigin(
  db: Queryable,
  left: AccountActor,
  right: AccountActor,
  nowMs: number,
): Promise<boolean> {
  if (sameActor(left, right)) return true;
  return isOnePerson(left, right, await readOrigins(db, [left, right]), nowMs);
}
