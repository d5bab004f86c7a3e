import type { Database } from "../../db/database.ts";
import { createLoop, type Loop } from "../../jobs/loop.ts";
import type { Clock } from "../../kit/clock.ts";
import type { CurrencyCode } from "../../kit/currency.ts";
import type { Id, IdSource, MerchantNo } from "../../kit/ids.ts";
import type { Logger } from "../../kit/logger.ts";
import { post, transfer } from "../ledger/index.ts";

const BATCH = 100;
const INTERVAL_MS = 5_000;

interface DueSettlement {
  readonly merchantNo: MerchantNo;
  readonly chargeId: Id<"charge">;
  readonly walletId: Id<"wallet">;
  readonly currency: CurrencyCode;
  readonly amount: bigint;
}

/**
 * Confirmed money becomes available when its method's delay is over. A settlement's row is deleted in the transaction that
 * books it, so it is booked once.
 */
export function createSettlementWorker(deps: {
  readonly db: Database;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly log: Logger;
}): Loop {
  const { db, clock, ids, log } = deps;
  return createLoop({
    name: "settlements",
    intervalMs: INTERVAL_MS,
    clock,
    log,
    run: (nowMs) =>
      db.transaction(async (tx) => {
        const due = await tx.query<DueSettlement>({
          text: `
            with due as (
              delete from settlements where (merchant_no, charge_id) in (
                select merchant_no, charge_id from settlements where due_at <= $1
                order by merchant_no, charge_id limit $2 for update skip locked
              )
              returning merchant_no, charge_id, wallet_id, amount
            )
            select due.merchant_no as "merchantNo", due.charge_id as "chargeId", due.wallet_id as "walletId",
              due.amount, wallets.currency
            from due join wallets on wallets.merchant_no = due.merchant_no and wallets.id = due.wallet_id
            -- Wallets are locked by (merchant, id), as everywhere.
            order by due.merchant_no, due.wallet_id`,
          values: [new Date(nowMs), BATCH],
        });
        for (const { merchantNo, chargeId, walletId, currency, amount } of due) {
          await post(
            tx,
            ids,
            merchantNo,
            {
              walletId,
              currency,
              sourceType: "charge",
              sourceId: chargeId,
              transfers: transfer("pending", "available", amount, "SETTLEMENT"),
            },
            nowMs,
          );
        }
        return due.length;
      }),
  });
}
