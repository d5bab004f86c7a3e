import { readRow, selectList } from "../../db/columns.ts";
import type { Queryable, Transaction } from "../../db/database.ts";
import { stillHere } from "../../db/left-merchants.ts";
import type { Condition } from "../../db/list.ts";
import type { MerchantNo } from "../../kit/ids.ts";
import type { LinkKey, PaymentLink } from "./types.ts";

const fields = [
  "merchantNo",
  "id",
  "slug",
  "status",
  "amount",
  "amountMin",
  "amountMax",
  "amountSuggestions",
  "quantityMin",
  "quantityMax",
  "currency",
  "title",
  "description",
  "reference",
  "maxUses",
  "reusable",
  "usesCount",
  "usesReserved",
  "allowedMethods",
  "detail",
  "expiresAtMs",
  "eventSequence",
  "version",
  "createdAtMs",
  "updatedAtMs",
] as const satisfies readonly (keyof PaymentLink)[];
const jsonFields: ReadonlySet<string> = new Set(["detail"]);
const columns = selectList("l", fields);

type Row = Readonly<Record<string, unknown>>;
const readLink = (row: Row): PaymentLink => readRow<PaymentLink>(row, fields, jsonFields);
const readFirst = ([row]: readonly Row[]): PaymentLink | null => (row === undefined ? null : readLink(row));
const time = (ms: number | null): Date | null => (ms === null ? null : new Date(ms));

/** Rows that `effectiveStatus` calls EXHAUSTED though this is not written yet. Every query uses this text. */
const usedUpSql = "l.status in ('ACTIVE', 'PAUSED') and l.uses_count >= l.max_uses";

/**
 * Takes the slug for this link, across all merchants and permanently; false when it is taken. Concurrent requests for
 * the same slug wait for the first, and lose when it commits.
 */
export async function takeSlug(tx: Transaction, slug: string, { merchantNo, id }: LinkKey): Promise<boolean> {
  const rows = await tx.query({
    text: "insert into link_slugs (slug, merchant_no, link_id) values ($1, $2, $3) on conflict (slug) do nothing returning 1",
    values: [slug, merchantNo, id],
  });
  return rows.length > 0;
}

export async function insertLink(tx: Transaction, link: PaymentLink): Promise<void> {
  await tx.query({
    text: `insert into payment_links (merchant_no, id, slug, status, amount, currency, title, description, reference,
        max_uses, reusable, allowed_methods, detail, expires_at, event_sequence, version, created_at, updated_at,
        amount_min, amount_max, amount_suggestions, quantity_min, quantity_max)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12::text[], $13, $14, $15, $16, $17, $17,
        $18, $19, $20::bigint[], $21, $22)`,
    values: [
      link.merchantNo,
      link.id,
      link.slug,
      link.status,
      link.amount,
      link.currency,
      link.title,
      link.description,
      link.reference,
      link.maxUses,
      link.reusable,
      link.allowedMethods,
      JSON.stringify(link.detail),
      time(link.expiresAtMs),
      link.eventSequence,
      link.version,
      new Date(link.createdAtMs),
      link.amountMin,
      link.amountMax,
      link.amountSuggestions,
      link.quantityMin,
      link.quantityMax,
    ],
  });
}

export async function findLink(db: Queryable, { merchantNo, id }: LinkKey): Promise<PaymentLink | null> {
  return readFirst(
    await db.query<Row>({
      name: "link",
      text: `select ${columns} from payment_links l where l.merchant_no = $1 and l.id = $2`,
      values: [merchantNo, id],
    }),
  );
}

export async function findLinkBySlug(db: Queryable, slug: string): Promise<PaymentLink | null> {
  return readFirst(
    await db.query<Row>({
      name: "link_by_slug",
      text: `select ${columns} from link_slugs s
        join payment_links l on l.merchant_no = s.merchant_no and l.id = s.link_id where s.slug = $1`,
      values: [slug],
    }),
  );
}

/** Locks the link alone. Payments lock their session first and then the link, so the two cannot deadlock. */
export async function lockLink(tx: Transaction, { merchantNo, id }: LinkKey): Promise<PaymentLink | null> {
  return readFirst(
    await tx.query<Row>({
      text: `select ${columns} from payment_links l where l.merchant_no = $1 and l.id = $2 for no key update`,
      values: [merchantNo, id],
    }),
  );
}

/**
 * Writes the fields that merchants may change, of a link locked by `lockLink`. The use counters belong to payments and
 * stay.
 */
export async function updateLink(tx: Transaction, link: PaymentLink): Promise<void> {
  await tx.query({
    text: `update payment_links set status = $3, title = $4, description = $5, max_uses = $6,
        allowed_methods = $7::text[], detail = $8, expires_at = $9, event_sequence = $10, version = $11, updated_at = $12
      where merchant_no = $1 and id = $2`,
    values: [
      link.merchantNo,
      link.id,
      link.status,
      link.title,
      link.description,
      link.maxUses,
      link.allowedMethods,
      JSON.stringify(link.detail),
      time(link.expiresAtMs),
      link.eventSequence,
      link.version,
      new Date(link.updatedAtMs),
    ],
  });
}

/** Sets EXHAUSTED if the last use was counted and this is not written yet: the call that writes it returns the link. */
export async function exhaustLink(tx: Transaction, key: LinkKey, nowMs: number): Promise<PaymentLink | null> {
  return readFirst(
    await tx.query<Row>({
      text: `update payment_links l set status = 'EXHAUSTED', event_sequence = l.event_sequence + 1,
          version = l.version + 1, updated_at = $3
        where l.merchant_no = $1 and l.id = $2 and ${usedUpSql}
        returning ${columns}`,
      values: [key.merchantNo, key.id, new Date(nowMs)],
    }),
  );
}

/** Sets EXPIRED if its time is over and this is not written yet: the call that writes it returns the link. */
export async function expireLink(tx: Transaction, key: LinkKey, nowMs: number): Promise<PaymentLink | null> {
  return readFirst(
    await tx.query<Row>({
      text: `update payment_links l set status = 'EXPIRED', event_sequence = l.event_sequence + 1,
          version = l.version + 1, updated_at = $3
        where l.merchant_no = $1 and l.id = $2 and l.status in ('ACTIVE', 'PAUSED') and l.expires_at <= $3
          and (l.max_uses is null or l.uses_count < l.max_uses)
        returning ${columns}`,
      values: [key.merchantNo, key.id, new Date(nowMs)],
    }),
  );
}

/** Counts an event of abuse, if there was none since `sinceMs`: then it returns the link. Nothing else changes. */
export async function noteAbuse(
  tx: Transaction,
  key: LinkKey,
  nowMs: number,
  sinceMs: number,
): Promise<PaymentLink | null> {
  return readFirst(
    await tx.query<Row>({
      text: `update payment_links l set abused_at = $3, event_sequence = l.event_sequence + 1
        where l.merchant_no = $1 and l.id = $2 and (l.abused_at is null or l.abused_at <= $4)
        returning ${columns}`,
      values: [key.merchantNo, key.id, new Date(nowMs), new Date(sinceMs)],
    }),
  );
}

/**
 * Whether the link's last use is counted and EXHAUSTED not yet written: the check of most payments, without a
 * transaction.
 */
export async function isToBeExhausted(db: Queryable, { merchantNo, id }: LinkKey): Promise<boolean> {
  const rows = await db.query({
    text: `select 1 from payment_links l where l.merchant_no = $1 and l.id = $2 and ${usedUpSql}`,
    values: [merchantNo, id],
    name: "links_is_to_be_exhausted",
  });
  return rows.length > 0;
}

/** Expired links whose end is not written yet: the longest overdue first. */
export function findOverdue(db: Queryable, nowMs: number, limit: number): Promise<readonly LinkKey[]> {
  return db.query<LinkKey>({
    text: `select l.merchant_no as "merchantNo", l.id from payment_links l
      where l.status in ('ACTIVE', 'PAUSED') and l.expires_at <= $1 and ${stillHere("l.merchant_no")}
      order by l.expires_at limit $2`,
    values: [new Date(nowMs), limit],
  });
}

/** Links whose last use was counted by a process that died before it wrote EXHAUSTED. Reads all active links. */
export function findUsedUp(db: Queryable, limit: number): Promise<readonly LinkKey[]> {
  return db.query<LinkKey>({
    text: `select l.merchant_no as "merchantNo", l.id from payment_links l
      where ${usedUpSql} and ${stillHere("l.merchant_no")} limit $1`,
    values: [limit],
  });
}

/** The merchant's links of these ids; ids of other merchants are not found. */
export async function readLinksById(
  db: Queryable,
  merchantNo: MerchantNo,
  ids: readonly string[],
): Promise<readonly PaymentLink[]> {
  if (ids.length === 0) return [];
  const rows = await db.query<Row>({
    text: `select ${columns} from payment_links l where l.merchant_no = $1 and l.id = any($2::uuid[])`,
    values: [merchantNo, ids],
  });
  return rows.map(readLink);
}

/** The rule of `effectiveStatus` in SQL, as a condition of a list. */
export function hasStatus(statuses: readonly string[], nowMs: number): Condition {
  return (bind) => `case
    when t.status in ('ACTIVE', 'PAUSED') and t.uses_count >= t.max_uses then 'EXHAUSTED'
    when t.status in ('ACTIVE', 'PAUSED') and t.expires_at <= ${bind(new Date(nowMs))}::timestamptz then 'EXPIRED'
    else t.status end = any(${bind(statuses)}::text[])`;
}
