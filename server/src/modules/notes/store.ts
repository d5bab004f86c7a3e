import type { Queryable, Transaction } from "../../db/database.ts";
import { uuidFloor } from "../../db/list-days.ts";
import type { AccountActor } from "../../kit/actor.ts";
import type { Id, MerchantNo, TenantId } from "../../kit/ids.ts";

export interface NoteRow {
  readonly id: Id<"note">;
  readonly authorKind: AccountActor["kind"];
  readonly authorId: string;
  readonly content: Buffer;
  readonly createdAtMs: number;
}

/** The newest `limit` notes of a merchant about one thing, the oldest of them first. */
export async function readMerchantNotes(
  db: Queryable,
  merchantNo: MerchantNo,
  subjectId: string,
  limit: number,
): Promise<readonly NoteRow[]> {
  const rows = await db.query<NoteRow>({
    text: `select id, author_kind as "authorKind", author_id as "authorId", content, created_at as "createdAtMs"
             from notes where merchant_no = $1 and subject_id = $2 and author_kind in ('key', 'person')
            order by id desc limit $3`,
    values: [merchantNo, subjectId, limit],
  });
  return rows.toReversed();
}

/** The same for what operators wrote. */
export async function readOperatorNotes(
  db: Queryable,
  tenantId: TenantId,
  subject: string,
  limit: number,
): Promise<readonly NoteRow[]> {
  const rows = await db.query<NoteRow>({
    text: `select id, 'operator' as "authorKind", written_by as "authorId", content, created_at as "createdAtMs"
             from work_notes where tenant_id = $1 and item = $2 order by id desc limit $3`,
    values: [tenantId, subject, limit],
  });
  return rows.toReversed();
}

export async function insertMerchantNote(
  tx: Transaction,
  merchantNo: MerchantNo,
  subjectId: string,
  { id, authorKind, authorId, content, createdAtMs }: NoteRow,
): Promise<void> {
  await tx.query({
    text: `insert into notes (merchant_no, subject_id, id, author_kind, author_id, content, created_at)
           values ($1, $2, $3, $4, $5, $6, $7)`,
    values: [merchantNo, subjectId, id, authorKind, authorId, content, new Date(createdAtMs)],
  });
}

export async function insertOperatorNote(
  tx: Transaction,
  tenantId: TenantId,
  subject: string,
  { id, authorId, content, createdAtMs }: NoteRow,
): Promise<void> {
  await tx.query({
    text: `insert into work_notes (tenant_id, item, id, written_by, content, created_at)
           values ($1, $2, $3, $4, $5, $6)`,
    values: [tenantId, subject, id, authorId, content, new Date(createdAtMs)],
  });
}

/** A note that a page learns of. */
export interface NewNote<Owner> {
  readonly owner: Owner;
  readonly id: Id<"note">;
}

/** Ids of the notes of these merchants since an instant, oldest first, at most `limit` of each. */
export function readNewestNotes(
  db: Queryable,
  merchantNos: readonly MerchantNo[],
  fromMs: number,
  limit: number,
): Promise<readonly NewNote<MerchantNo>[]> {
  return db.query<NewNote<MerchantNo>>({
    text: `select n.merchant_no as owner, n.id
             from unnest($1::int[]) as look (merchant_no)
             cross join lateral (
               select merchant_no, id from notes where merchant_no = look.merchant_no and id >= $2
                order by id desc limit $3) n
            order by n.id`,
    values: [merchantNos, uuidFloor(fromMs), limit],
  });
}

/** The same for what the operators of these tenants wrote. */
export function readNewestOperatorNotes(
  db: Queryable,
  tenantIds: readonly TenantId[],
  fromMs: number,
  limit: number,
): Promise<readonly NewNote<TenantId>[]> {
  return db.query<NewNote<TenantId>>({
    text: `select n.tenant_id as owner, n.id
             from unnest($1::uuid[]) as look (tenant_id)
             cross join lateral (
               select tenant_id, id from work_notes where tenant_id = look.tenant_id and id >= $2
                order by id desc limit $3) n
            order by n.id`,
    values: [tenantIds, uuidFloor(fromMs), limit],
  });
}
