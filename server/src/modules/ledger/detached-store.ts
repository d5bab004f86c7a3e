import type { Queryable } from "../../db/database.ts";
import type { Id, MerchantNo } from "../../kit/ids.ts";

/** The end of what was moved out of a wallet's ledger: this transfer is the first that is still here. */
export interface Detached {
  readonly position: bigint;
  /** When it was booked. */
  readonly atMs: number;
}

/** Null when the whole ledger of the wallet is here. */
export async function readDetached(
  db: Queryable,
  merchantNo: MerchantNo,
  walletId: Id<"wallet">,
): Promise<Detached | null> {
  const [row] = await db.query<Detached>({
    text: `select last_position as position, last_at as "atMs" from ledger_detachments
            where merchant_no = $1 and wallet_id = $2 order by last_position desc limit 1`,
    values: [merchantNo, walletId],
  });
  return row ?? null;
}
