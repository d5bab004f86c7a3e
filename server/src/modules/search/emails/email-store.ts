import type { Queryable, Transaction } from "../../../db/database.ts";
import { itemRows } from "../../../db/item-rows.ts";
import { uuidFloor } from "../../../db/list-days.ts";
import { FIRST_GUARD_ID } from "../../../kit/guard-id.ts";
import type { Id, MerchantNo } from "../../../kit/ids.ts";

/** How far the rows of a merchant are read: the last session, and the last guard of a payment without one. */
export interface EmailProgress {
  readonly sessionsThrough: string;
  readonly guardsThrough: string;
}

const FIRST_ID = uuidFloor(0);

/** Merchants with rows before these ids that are not read, at most `limit`, those furthest behind first. */
export async function readWaitingMerchants(
  db: Queryable,
  { sessionsThrough, guardsThrough }: EmailProgress,
  limit: number,
): Promise<readonly MerchantNo[]> {
  const reaches = (column: string, first: string, before: string) =>
    `exists (select from checkout_sessions x where x.merchant_no = m.merchant_no
       and x.id > coalesce(p.${column}, '${first}') and x.id < ${before})`;
  const found = await db.query<{ merchantNo: MerchantNo }>({
    text: `
      select m.merchant_no as "merchantNo"
      from merchant_numbers m left join payer_email_progress p on p.merchant_no = m.merchant_no
      where ${reaches("sessions_through", FIRST_ID, "$1")} or ${reaches("guards_through", FIRST_GUARD_ID, "$2")}
      order by p.sessions_through nulls first limit $3`,
    values: [sessionsThrough, guardsThrough, limit],
  });
  return found.map(({ merchantNo }) => merchantNo);
}

/** Locks a merchant's progress until the transaction ends; null: another process reads this merchant's rows. */
export async function lockEmailProgress(
  tx: Transaction,
  merchantNo: MerchantNo,
): Promise<EmailProgress | null> {
  await tx.query({
    text: `insert into payer_email_progress (merchant_no, sessions_through, guards_through)
      values ($1, $2, $3) on conflict (merchant_no) do nothing`,
    values: [merchantNo, FIRST_ID, FIRST_GUARD_ID],
  });
  const [progress] = await tx.query<EmailProgress>({
    text: `select sessions_through as "sessionsThrough", guards_through as "guardsThrough"
      from payer_email_progress where merchant_no = $1 for update skip locked`,
    values: [merchantNo],
  });
  return progress ?? null;
}

export async function saveEmailProgress(
  tx: Transaction,
  merchantNo: MerchantNo,
  { sessionsThrough, guardsThrough }: EmailProgress,
): Promise<void> {
  await tx.query({
    text: "update payer_email_progress set sessions_through = $2, guards_through = $3 where merchant_no = $1",
    values: [merchantNo, sessionsThrough, guardsThrough],
  });
}

export interface CustomerRow {
  readonly id: string;
  readonly paymentIntentId: Id<"paymentIntent">;
  /** Sealed for the intent; null: the merchant said nothing of the payer. */
  readonly customer: Buffer | null;
}

/** Sessions, or guards, of a range of ids, both ends excluded; in their order, at most `limit`. */
export function readCustomers(
  tx: Transaction,
  merchantNo: MerchantNo,
  { after, before }: { readonly after: string; readonly before: string },
  limit: number,
): Promise<readonly CustomerRow[]> {
  return tx.query<CustomerRow>({
    text: `select id, payment_intent_id as "paymentIntentId", customer from checkout_sessions
      where merchant_no = $1 and id > $2 and id < $3 order by id limit $4`,
    values: [merchantNo, after, before, limit],
  });
}

interface EmailRow {
  readonly mac: Buffer;
  readonly paymentIntentId: string;
  readonly sessionId: string;
}

const rows = itemRows<EmailRow>([
  { name: "email_mac", type: "bytea", value: ({ mac }) => mac },
  { name: "payment_intent_id", type: "uuid", value: ({ paymentIntentId }) => paymentIntentId },
  { name: "session_id", type: "uuid", value: ({ sessionId }) => sessionId },
]);

export async function insertEmails(
  tx: Transaction,
  merchantNo: MerchantNo,
  emails: readonly EmailRow[],
): Promise<void> {
  if (emails.length === 0) return;
  const values = rows.values(emails);
  await tx.query({
    text: `insert into payer_emails (merchant_no, email_mac, payment_intent_id, session_id)
      select $${values.length + 1}, email_mac, payment_intent_id, session_id from ${rows.from}
      on conflict do nothing`,
    values: [...values, merchantNo],
  });
}
