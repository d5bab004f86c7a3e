import type { Database } from "../../../db/database.ts";
import { createLoop, type Loop } from "../../../jobs/loop.ts";
import type { Clock } from "../../../kit/clock.ts";
import type { CurrencyCode } from "../../../kit/currency.ts";
import type { Id, IdSource, MerchantNo } from "../../../kit/ids.ts";
import type { Logger } from "../../../kit/logger.ts";
import { type Posting, postAll, transfer } from "../../ledger/index.ts";

const BATCH = 1_000;
const INTERVAL_MS = 5_000;

interface DueSettlement {
  readonly merchantNo: MerchantNo;
  readonly chargeId: Id<"charge">;
  readonly walletId: Id<"wallet">;
  readonly currency: CurrencyCode;
  readonly amount: bigint;
}

/**
 * Confirmed money becomes available when its method's settlement delay is over. A settlement's row is deleted in the
 * transaction that books it, so it is booked once. One statement books everything due in a wallet: the wallet is locked
 * briefly, however many payments wait.
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
                order by due_at limit $2 for update skip locked
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
        for (const ofWallet of byWallet(due)) {
          const [{ merchantNo }] = ofWallet;
          await postAll(tx, ids, merchantNo, ofWallet.map(settlementOf), nowMs);
        }
        return due.length;
      }),
  });
}

/** One group per wallet, in the order of arrival. */
function byWallet(due: readonly DueSettlement[]): readonly (readonly [DueSettlement, ...DueSettlement[]])[] {
  const groups = new Map<string, [DueSettlement, ...DueSettlement[]]>();
  for (const each of due) {
    const wallet = `${each.merchantNo} ${each.walletId}`;
    const group = groups.get(wallet);
    if (group === undefined) groups.set(wallet, [each]);
    else group.push(each);
  }
  return [...groups.values()];
}

function settlementOf({ walletId, currency, chargeId, amount }: DueSettlement): Posting {
  return {
    walletId,
    currency,
    sourceType: "charge",
    sourceId: chargeId,
    transfers: transfer("pending", "available", amount, "SETTLEMENT"),
  };
}
