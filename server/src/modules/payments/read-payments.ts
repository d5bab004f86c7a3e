import { selectList } from "../../db/columns.ts";
import type { Queryable } from "../../db/database.ts";
import type { MerchantNo } from "../../kit/ids.ts";
import { chargeFields, intentFields, readCharge, readIntent } from "./rows.ts";
import type { Charge, PaymentIntent } from "./types.ts";

/** An intent with its charges, oldest first. */
export interface IntentWithCharges {
  readonly intent: PaymentIntent;
  readonly charges: readonly Charge[];
}

type Row = Readonly<Record<string, unknown>>;

/** The merchant's charges of these ids, oldest first; ids of other merchants are not found. */
export async function readCharges(
  db: Queryable,
  merchantNo: MerchantNo,
  ids: readonly string[],
): Promise<readonly Charge[]> {
  if (ids.length === 0) return [];
  const rows = await db.query<Row>({
    text: `select ${selectList("t", chargeFields)} from charges t
      where t.merchant_no = $1 and t.id = any($2::uuid[]) order by t.id`,
    values: [merchantNo, ids],
  });
  return rows.map((row) => readCharge(row));
}

/** The merchant's intents of these ids, oldest first, each with its charges: two statements, whatever their number. */
export async function readIntents(
  db: Queryable,
  merchantNo: MerchantNo,
  ids: readonly string[],
): Promise<readonly IntentWithCharges[]> {
  if (ids.length === 0) return [];
  const rows = await db.query<Row>({
    text: `select ${selectList("t", intentFields)} from payment_intents t
      where t.merchant_no = $1 and t.id = any($2::uuid[]) order by t.id`,
    values: [merchantNo, ids],
  });
  const intents = rows.map((row) => readIntent(row));
  const charges = new Map(
    (
      await readCharges(
        db,
        merchantNo,
        intents.flatMap((intent) => intent.chargeIds),
      )
    ).map((charge) => [charge.id, charge]),
  );
  return intents.map((intent) => ({
    intent,
    charges: intent.chargeIds.flatMap((id) => charges.get(id) ?? []),
  }));
}
