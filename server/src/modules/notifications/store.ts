import type { Queryable, Transaction } from "../../db/database.ts";
import type { NewsDecision, NewsKind } from "../../db/merchant-news.ts";
import type { Actor } from "../../kit/actor.ts";
import type { MerchantId, MerchantNo, TenantId } from "../../kit/ids.ts";
import type { Mode } from "../../kit/payment-terms.ts";

/** The merchant of the news, in the mode of its number. */
export interface NewsPlace {
  readonly merchantNo: MerchantNo;
  readonly merchantId: MerchantId;
  readonly tenantId: TenantId;
  readonly mode: Mode;
  /** As payers see it. */
  readonly merchant: string;
}

/** One thing that happened. */
export interface News {
  readonly subject: string | null;
  readonly decision: NewsDecision | null;
  readonly actor: Actor;
  /** Null: by the service itself, a provider, or an account without a name. */
  readonly by: string | null;
  readonly atMs: number;
}

/** News that are told together. */
export interface Alike {
  readonly merchantNo: MerchantNo;
  readonly kind: NewsKind;
}

/** The kind and merchant whose news have waited longest; null: nothing is due. */
export async function findDue(db: Queryable, nowMs: number): Promise<Alike | null> {
  const [row] = await db.query<Alike>({
    text: `select merchant_no as "merchantNo", kind from merchant_news where due_at <= $1
            order by due_at, id limit 1`,
    values: [new Date(nowMs)],
  });
  return row ?? null;
}

/** Locks news of one kind of a merchant that are due, the oldest first, past what another process has locked. */
export async function lockAlike(
  tx: Transaction,
  { merchantNo, kind }: Alike,
  nowMs: number,
  limit: number,
): Promise<readonly (News & { readonly id: bigint })[]> {
  const rows = await tx.query<
    Omit<News, "actor"> & { readonly id: bigint; readonly actorKind: string; readonly actorId: string | null }
  >({
    text: `select w.id, w.subject, w.detail as decision, w.actor_kind as "actorKind", w.actor_id as "actorId",
             w.happened_at as "atMs",
             coalesce((select name from persons where id = w.actor_id), (select name from operators where id = w.actor_id),
               (select name from api_keys where id = w.actor_id)) as by
             from merchant_news w where w.merchant_no = $1 and w.kind = $2 and w.due_at <= $3
            order by w.id limit $4 for update of w skip locked`,
    values: [merchantNo, kind, new Date(nowMs), limit],
  });
  return rows.map(({ actorKind, actorId, ...rest }) => ({
    ...rest,
    actor: { kind: actorKind, id: actorId } as Actor,
  }));
}

export async function deleteNews(
  tx: Transaction,
  { merchantNo, kind }: Alike,
  ids: readonly bigint[],
): Promise<void> {
  await tx.query({
    text: "delete from merchant_news where merchant_no = $1 and kind = $2 and id = any($3::bigint[])",
    values: [merchantNo, kind, ids],
  });
}

export async function postponeNews(
  tx: Transaction,
  { merchantNo, kind }: Alike,
  ids: readonly bigint[],
  dueAtMs: number,
): Promise<void> {
  await tx.query({
    text: "update merchant_news set due_at = $4 where merchant_no = $1 and kind = $2 and id = any($3::bigint[])",
    values: [merchantNo, kind, ids, new Date(dueAtMs)],
  });
}

export async function findToldAt(db: Queryable, { merchantNo, kind }: Alike): Promise<number | null> {
  const [row] = await db.query<{ toldAtMs: number }>({
    text: `select told_at as "toldAtMs" from merchant_news_told where merchant_no = $1 and kind = $2`,
    values: [merchantNo, kind],
  });
  return row?.toldAtMs ?? null;
}

export async function writeTold(tx: Transaction, { merchantNo, kind }: Alike, nowMs: number): Promise<void> {
  await tx.query({
    text: `insert into merchant_news_told (merchant_no, kind, told_at) values ($1, $2, $3)
           on conflict (merchant_no, kind) do update set told_at = excluded.told_at`,
    values: [merchantNo, kind, new Date(nowMs)],
  });
}

export async function readPlace(db: Queryable, merchantNo: MerchantNo): Promise<NewsPlace> {
  const [row] = await db.query<NewsPlace>({
    text: `select n.merchant_no as "merchantNo", m.id as "merchantId", m.tenant_id as "tenantId", n.mode,
             coalesce(n.display_name, m.display_name) as merchant
             from merchant_numbers n join merchants m on m.id = n.merchant_id where n.merchant_no = $1`,
    values: [merchantNo],
  });
  if (row === undefined) throw new Error("news belong to a merchant");
  return row;
}
