import type { Transaction } from "../../db/database.ts";
import type { IdSource, MerchantNo } from "../../kit/ids.ts";
import { balanceDelta, type Posting, walletDelta } from "./postings.ts";

/**
 * Books one posting in an ordinary transaction: for what is rare. The volume of payments goes through the checkout's own
 * statement. Refused by the wallet's checks when a balance would go below zero. The wallet's row is locked by its update,
 * so the balance after each transfer is exact.
 */
export async function post(
  tx: Transaction,
  ids: IdSource,
  merchantNo: MerchantNo,
  posting: Posting,
  nowMs: number,
): Promise<void> {
  const delta = walletDelta(posting.transfers);
  const now = new Date(nowMs);
  const [wallet] = await tx.query<{ balance: bigint }>({
    text: `
      update wallets set available = available + $3, pending = pending + $4, held = held + $5, reserved = reserved + $6,
        version = version + 1, updated_at = $7
      where merchant_no = $1 and id = $2 and currency = $8
      returning available + pending + held + reserved as balance`,
    values: [
      merchantNo,
      posting.walletId,
      delta.available,
      delta.pending,
      delta.held,
      delta.reserved,
      now,
      posting.currency,
    ],
  });
  if (wallet === undefined) throw new Error("the posting's wallet is there, in the posting's currency");
  const transactionId = ids.uuid();
  let balance =
    wallet.balance - posting.transfers.reduce((sum, transfer) => sum + balanceDelta(transfer), 0n);
  for (const transfer of posting.transfers) {
    balance += balanceDelta(transfer);
    await tx.query({
      text: `
        insert into ledger_transfers (merchant_no, id, transaction_id, wallet_id, from_account, to_account, amount,
          currency, type, source_type, source_id, balance_after, created_at)
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
      values: [
        merchantNo,
        ids.uuid(),
        transactionId,
        posting.walletId,
        transfer.from,
        transfer.to,
        transfer.amount,
        posting.currency,
        transfer.type,
        posting.sourceType,
        posting.sourceId,
        balance,
        now,
      ],
    });
  }
}
