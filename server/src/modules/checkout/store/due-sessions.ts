import type { Queryable } from "../../../db/database.ts";
import { stillHere } from "../../../db/left-merchants.ts";
import type { Id, MerchantNo } from "../../../kit/ids.ts";

export interface DueSession {
  readonly merchantNo: MerchantNo;
  readonly id: Id<"checkoutSession">;
}

/** Sessions that expired in the window and are not written yet, in id order, which is the lock order. */
export function findExpired(
  db: Queryable,
  { fromMs, untilMs, limit }: { readonly fromMs: number; readonly untilMs: number; readonly limit: number },
): Promise<readonly DueSession[]> {
  return db.query<DueSession>({
    text: `
      select merchant_no as "merchantNo", id from checkout_sessions
      where expires_at > $1 and expires_at <= $2 and (status = 'OPEN' or (status = 'FAILED' and retryable))
        and ${stillHere("merchant_no")}
      order by id limit $3`,
    values: [new Date(fromMs), new Date(untilMs), limit],
  });
}
