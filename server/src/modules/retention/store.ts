import type { Queryable } from "../../db/database.ts";
import { stillHere } from "../../db/left-merchants.ts";
import { uuidFloor } from "../../db/list-days.ts";
import type { MerchantNo } from "../../kit/ids.ts";

export interface Forgotten {
  readonly deliveries: number;
  readonly attempts: number;
  readonly events: number;
}

/** The merchant and mode after this number; null after the last one. */
export async function nextMerchant(db: Queryable, after: number): Promise<MerchantNo | null> {
  const [row] = await db.query<{ merchantNo: MerchantNo }>({
    text: `select merchant_no as "merchantNo" from merchant_numbers
      where merchant_no > $1 and ${stillHere("merchant_no")} order by 1 limit 1`,
    values: [after],
  });
  return row?.merchantNo ?? null;
}

/** One bounded round of one merchant and mode. Rejects for a time within the last 35 days. */
export async function forgetWebhooks(
  db: Queryable,
  merchantNo: MerchantNo,
  beforeMs: number,
  rowsMax: number,
): Promise<Forgotten> {
  const [row] = await db.query<Forgotten>({
    text: "select deliveries, attempts, events from forget_webhooks($1, $2, $3)",
    values: [merchantNo, new Date(beforeMs), rowsMax],
  });
  return row ?? { deliveries: 0, attempts: 0, events: 0 };
}

/** Looks at the next old sessions of a merchant and mode, deletes those never tried. Rejects for a time within the last 35 days. */
export async function forgetSessions(
  db: Queryable,
  merchantNo: MerchantNo,
  beforeMs: number,
  rowsMax: number,
): Promise<{ readonly seen: number; readonly sessions: number }> {
  const [row] = await db.query<{ seen: number; sessions: number }>({
    text: "select seen, sessions from forget_sessions($1, $2, $3)",
    values: [merchantNo, new Date(beforeMs), rowsMax],
  });
  return row ?? { seen: 0, sessions: 0 };
}

/** Deletes the addresses of payers whose old sessions are forgotten. Reads all addresses of the merchant and mode. */
export async function forgetEmails(db: Queryable, merchantNo: MerchantNo, beforeMs: number): Promise<void> {
  await db.query({
    text: `delete from payer_emails e where e.merchant_no = $1 and e.payment_intent_id < $2
        and not exists (select from checkout_sessions s where s.merchant_no = e.merchant_no and s.id = e.session_id)`,
    values: [merchantNo, uuidFloor(beforeMs)],
  });
}

/** One bounded round at the simulated provider. Rejects for a time within the last 35 days. */
export async function forgetSimulated(
  db: Queryable,
  beforeMs: number,
  rowsMax: number,
): Promise<{ readonly operations: number; readonly others: number }> {
  const [row] = await db.query<{ operations: number; others: number }>({
    text: "select operations, others from forget_simulated($1, $2)",
    values: [new Date(beforeMs), rowsMax],
  });
  return row ?? { operations: 0, others: 0 };
}
