import type { Queryable, Transaction } from "../../db/database.ts";
import type { AccountActor } from "../../kit/actor.ts";
import type { Id, MerchantId, MerchantNo, TenantId } from "../../kit/ids.ts";
import type { Mode } from "../../kit/payment-terms.ts";

/** Somebody is named in a note. */
export interface NamedIn<Kind extends "person" | "operator"> {
  readonly noteId: Id<"note">;
  readonly accountId: Id<Kind>;
}

/** A note that names the reader, not ticked off yet. */
export interface OpenMention {
  readonly noteId: Id<"note">;
  readonly subject: string;
  /** Null: for operators, whose notes are of no mode. */
  readonly mode: Mode | null;
  readonly authorKind: AccountActor["kind"];
  readonly authorId: string;
  readonly createdAtMs: number;
}

export async function insertMentions(
  tx: Transaction,
  merchantNo: MerchantNo,
  note: { readonly id: Id<"note">; readonly subjectId: string; readonly subject: string },
  personIds: readonly Id<"person">[],
): Promise<void> {
  if (personIds.length === 0) return;
  await tx.query({
    text: `insert into note_mentions (merchant_no, person_id, note_id, subject_id, subject)
           select $1, person_id, $3, $4, $5 from unnest($2::uuid[]) as named (person_id)`,
    values: [merchantNo, personIds, note.id, note.subjectId, note.subject],
  });
}

export async function insertOperatorMentions(
  tx: Transaction,
  tenantId: TenantId,
  note: { readonly id: Id<"note">; readonly item: string },
  operatorIds: readonly Id<"operator">[],
): Promise<void> {
  if (operatorIds.length === 0) return;
  await tx.query({
    text: `insert into work_note_mentions (tenant_id, operator_id, note_id, item)
           select $1, operator_id, $3, $4 from unnest($2::uuid[]) as named (operator_id)`,
    values: [tenantId, operatorIds, note.id, note.item],
  });
}

export function readMentions(
  db: Queryable,
  merchantNo: MerchantNo,
  noteIds: readonly Id<"note">[],
): Promise<readonly NamedIn<"person">[]> {
  return db.query<NamedIn<"person">>({
    text: `select note_id as "noteId", person_id as "accountId" from note_mentions
            where merchant_no = $1 and note_id = any($2::uuid[]) order by note_id, person_id`,
    values: [merchantNo, noteIds],
  });
}

export function readOperatorMentions(
  db: Queryable,
  tenantId: TenantId,
  noteIds: readonly Id<"note">[],
): Promise<readonly NamedIn<"operator">[]> {
  return db.query<NamedIn<"operator">>({
    text: `select note_id as "noteId", operator_id as "accountId" from work_note_mentions
            where tenant_id = $1 and note_id = any($2::uuid[]) order by note_id, operator_id`,
    values: [tenantId, noteIds],
  });
}

/** The newest open mentions of a person at a merchant, in both modes. */
export function readOpenMentions(
  db: Queryable,
  merchantId: MerchantId,
  personId: Id<"person">,
  limit: number,
): Promise<readonly OpenMention[]> {
  return db.query<OpenMention>({
    text: `select m.note_id as "noteId", m.subject, n.mode, w.author_kind as "authorKind", w.author_id as "authorId",
             w.created_at as "createdAtMs"
             from merchant_numbers n join note_mentions m on m.merchant_no = n.merchant_no
             join notes w on w.merchant_no = m.merchant_no and w.subject_id = m.subject_id and w.id = m.note_id
            where n.merchant_id = $1 and m.person_id = $2 and m.done_at is null
            order by m.note_id desc limit $3`,
    values: [merchantId, personId, limit],
  });
}

export function readOpenOperatorMentions(
  db: Queryable,
  tenantId: TenantId,
  operatorId: Id<"operator">,
  limit: number,
): Promise<readonly OpenMention[]> {
  return db.query<OpenMention>({
    text: `select m.note_id as "noteId", m.item as subject, null as mode, 'operator' as "authorKind",
             w.written_by as "authorId", w.created_at as "createdAtMs"
             from work_note_mentions m
             join work_notes w on w.tenant_id = m.tenant_id and w.item = m.item and w.id = m.note_id
            where m.tenant_id = $1 and m.operator_id = $2 and m.done_at is null
            order by m.note_id desc limit $3`,
    values: [tenantId, operatorId, limit],
  });
}

/** Ticks off one mention. Returns false when there is none that is open. */
export async function endMention(
  tx: Transaction,
  merchantId: MerchantId,
  personId: Id<"person">,
  noteId: Id<"note">,
  nowMs: number,
): Promise<boolean> {
  const rows = await tx.query({
    text: `update note_mentions m set done_at = $4 from merchant_numbers n
            where n.merchant_id = $1 and m.merchant_no = n.merchant_no and m.person_id = $2 and m.note_id = $3
              and m.done_at is null returning 1`,
    values: [merchantId, personId, noteId, new Date(nowMs)],
  });
  return rows.length === 1;
}

export async function endOperatorMention(
  tx: Transaction,
  tenantId: TenantId,
  operatorId: Id<"operator">,
  noteId: Id<"note">,
  nowMs: number,
): Promise<boolean> {
  const rows = await tx.query({
    text: `update work_note_mentions set done_at = $4
            where tenant_id = $1 and operator_id = $2 and note_id = $3 and done_at is null returning 1`,
    values: [tenantId, operatorId, noteId, new Date(nowMs)],
  });
  return rows.length === 1;
}

/** Whoever answers has seen what was asked: ticks off the person's mentions on this. */
export async function endMentionsOn(
  tx: Transaction,
  merchantNo: MerchantNo,
  personId: string,
  subjectId: string,
  nowMs: number,
): Promise<void> {
  await tx.query({
    text: `update note_mentions set done_at = $4
            where merchant_no = $1 and person_id = $2 and subject_id = $3 and done_at is null`,
    values: [merchantNo, personId, subjectId, new Date(nowMs)],
  });
}

export async function endOperatorMentionsOn(
  tx: Transaction,
  tenantId: TenantId,
  operatorId: string,
  item: string,
  nowMs: number,
): Promise<void> {
  await tx.query({
    text: `update work_note_mentions set done_at = $4
            where tenant_id = $1 and operator_id = $2 and item = $3 and done_at is null`,
    values: [tenantId, operatorId, item, new Date(nowMs)],
  });
}

/** An operator whom a note can name. */
export interface OperatorColleague {
  readonly id: Id<"operator">;
  readonly name: string;
  readonly email: string;
  readonly locale: "fr" | "en" | "pt";
  readonly timeZone: string;
  readonly permissions: readonly string[];
}

/** The ACTIVE operators of a tenant, by name. */
export function readOperators(db: Queryable, tenantId: TenantId): Promise<readonly OperatorColleague[]> {
  return db.query<OperatorColleague>({
    text: `select id, name, email, locale, time_zone as "timeZone", permissions from operators
            where tenant_id = $1 and status = 'ACTIVE' order by name, id`,
    values: [tenantId],
  });
}
