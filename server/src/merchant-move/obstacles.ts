import type { Queryable } from "../db/database.ts";
import type { MerchantNo } from "../kit/ids.ts";
import { MoveRefusedError } from "./types.ts";

/** Refuses with MoveRefusedError what no copy of rows brings along. Payments that are under way are no obstacle: they are copied as they are. */
export async function requireWhole(db: Queryable, numbers: readonly MerchantNo[]): Promise<void> {
  for (const merchantNo of numbers) {
    if (await isDetached(db, merchantNo))
      throw new MoveRefusedError("a part of its ledger is in files: cauris-server detach moved it there");
    const shared = await countSharedKeys(db, merchantNo);
    if (shared > 0)
      throw new MoveRefusedError(`API keys act for this merchant and for another one: ${shared}`);
  }
}

/** Keys that act for this merchant and another one, of either: in two cells they would be two keys. */
export async function countSharedKeys(db: Queryable, merchantNo: MerchantNo): Promise<number> {
  const [row] = await db.query<{ n: number }>({
    text: `select count(*)::int as n
             from merchant_numbers own
             join api_keys k on k.mode = own.mode and k.revoked_at is null
              and ((k.merchant_no = own.merchant_no and k.merchant_ids <> '{}' and k.merchant_ids <> array[own.merchant_id])
                or (k.merchant_no <> own.merchant_no and own.merchant_id = any(k.merchant_ids)))
            where own.merchant_no = $1`,
    values: [merchantNo],
  });
  return row?.n ?? 0;
}

/** Whether a part of its ledger is in files, which a copy of rows would not bring along. */
export async function isDetached(db: Queryable, merchantNo: MerchantNo): Promise<boolean> {
  const [row] = await db.query<{ found: boolean }>({
    text: "select exists (select from ledger_detachments where merchant_no = $1) as found",
    values: [merchantNo],
  });
  return row?.found === true;
}
