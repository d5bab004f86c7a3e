import type { Transaction } from "../../db/database.ts";
import { stillHere } from "../../db/left-merchants.ts";
import type { Id, MerchantNo } from "../../kit/ids.ts";
import type { DocumentType } from "./types.ts";

/**
 * Of these a merchant may have several beside each other, such as the identity cards of two directors: a newer one
 * replaces an older one only when it comes near the older one's end.
 */
const severalTypes = ["DIRECTOR_ID", "OTHER"] as const satisfies readonly DocumentType[];
const REPLACED_WITHIN_DAYS = 60;

/** In SQL the stage of a paper `k`, which ends within 30 days of `today`: 30 or 7 days before its end, 0 after it. */
const stageSql = (today: string): string => `case when k.expires_on < ${today} then 0
    when k.expires_on <= ${today} + 7 then 7 else 30 end`;

/** In SQL: `newer` is a later paper that can replace the paper `k`. */
const replacesSql = `newer.merchant_no = k.merchant_no and newer.type = k.type and newer.created_at > k.created_at
    and newer.refused_at is null
    and (newer.expires_on is null or newer.expires_on > k.expires_on)
    and (k.type not in (${severalTypes.map((type) => `'${type}'`).join(", ")})
      or newer.created_at >= k.expires_on - ${REPLACED_WITHIN_DAYS})`;

/**
 * Papers that an approval rests on and that end within 30 days of the day `today`, or have ended, as a table in SQL. A paper
 * is gone from it when an approval rests on a newer one. `newer_at`: when a newer one was handed in that nobody has approved.
 */
export const endingPapersSource = (today: string): string => `(
  select d.id as dossier_id, d.tenant_id, k.merchant_no, n.mode, k.id, k.type, k.expires_on, k.told_expiry,
    ${stageSql(today)} as stage, newer.handed_in_at as newer_at
  from kyb_documents k
  join kyb_dossiers d on d.merchant_no = k.merchant_no and d.in_force is not null
  join merchant_numbers n on n.merchant_no = k.merchant_no
  join merchants m on m.id = n.merchant_id and m.status <> 'CLOSED'
  cross join lateral (select max(newer.created_at) as handed_in_at, coalesce(bool_or(newer.accepted_at is not null), false) as is_accepted
    from kyb_documents newer where ${replacesSql}) newer
  where k.expires_on <= ${today} + 30 and k.accepted_at is not null and not newer.is_accepted
    and ${stillHere("k.merchant_no")})`;

/** Papers in one round. */
const TOLD_MAX = 200;

/**
 * Marks papers that have reached a further stage and that no newer one was handed in for, and returns them. A paper reaches
 * each stage once; of two processes one marks it.
 */
export function takeReachedStages(
  tx: Transaction,
  nowMs: number,
): Promise<readonly { readonly merchantNo: MerchantNo; readonly id: Id<"kybDocument"> }[]> {
  const today = "($1::timestamptz at time zone 'UTC')::date";
  return tx.query({
    text: `with reached as (
        select p.merchant_no, p.id, p.stage from ${endingPapersSource(today)} p
        where p.newer_at is null and (p.told_expiry is null or p.told_expiry > p.stage)
        order by p.expires_on, p.id limit ${TOLD_MAX})
      update kyb_documents k set told_expiry = reached.stage from reached
      where k.merchant_no = reached.merchant_no and k.id = reached.id
        and (k.told_expiry is null or k.told_expiry > reached.stage)
      returning k.merchant_no as "merchantNo", k.id`,
    values: [new Date(nowMs)],
  });
}
