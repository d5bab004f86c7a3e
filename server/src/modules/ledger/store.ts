import type { Transaction } from "../../db/database.ts";
import type { CurrencyCode } from "../../kit/currency.ts";
import { assert } from "../../kit/errors.ts";
import type { Id, IdSource, MerchantNo } from "../../kit/ids.ts";
import { ledgerErrors } from "./errors.ts";
import { balanceDelta, type Posting, walletDelta } from "./postings.ts";

export interface WalletSpending {
  readonly merchantNo: MerchantNo;
  readonly walletId: Id<"wallet">;
  readonly currency: CurrencyCode;
  /** Minor units. */
  readonly amount: bigint;
}

/**
 * Locks the wallet until the transaction ends and refuses with INSUFFICIENT_WALLET_BALANCE, giving the available and
 * the required amount in minor units, when less is available than is to be spent. Call it last, right before the
 * posting: payments of the merchant wait for the lock.
 */
export async function requireAvailable(
  tx: Transaction,
  { merchantNo, walletId, currency, amount }: WalletSpending,
): Promise<void> {
  const [row] = await tx.query<{ available: bigint }>({
    text: "select available from wallets where merchant_no = $1 and id = $2 for no key update",
    values: [merchantNo, walletId],
  });
  if (row === undefined) throw new Error("the wallet to spend from is there");
  if (row.available >= amount) return;
  throw ledgerErrors.INSUFFICIENT_WALLET_BALANCE({
    currency,
    available: row.available.toString(),
    required: amount.toString(),
  });
}

/**
 * Books one posting in an ordinary transaction: for rare bookings. The volume of payments uses the checkout's own
 * statement. The wallet's checks refuse it when a balance would go below zero.
 */
export function post(
  tx: Transaction,
  ids: IdSource,
  merchantNo: MerchantNo,
  posting: Posting,
  nowMs: number,
): Promise<void> {
  return postAll(tx, ids, merchantNo, [posting], nowMs);
}

/**
 * Books postings of one wallet, each as a transaction of its own, in one statement. The update locks the wallet's row,
 * so positions have no gap, the balance after each transfer is exact, and times never go backwards.
 */
export async function postAll(
  tx: Transaction,
  ids: IdSource,
  merchantNo: MerchantNo,
  postings: readonly Posting[],
  nowMs: number,
): Promise<void> {
  const [first] = postings;
  if (first === undefined) return;
  const { walletId, currency } = first;
  assert(
    postings.every((posting) => posting.walletId === walletId && posting.currency === currency),
    "postings that are booked together are of one wallet",
  );
  const lines = postings.flatMap(({ sourceType, sourceId, transfers }) => {
    const transactionId = ids.uuid();
    return transfers.map((transfer) => ({
      ...transfer,
      id: ids.uuid(),
      transactionId,
      sourceType,
      sourceId,
    }));
  });
  if (lines.length === 0) return;
  const delta = walletDelta(lines);
  const deltas = lines.map(balanceDelta);
  const booked = await tx.query({
    text: `
      with wallet as (
        update wallets set available = available + $3, pending = pending + $4, held = held + $5, reserved = reserved + $6,
          transfer_count = transfer_count + cardinality($9::uuid[]), version = version + 1,
          updated_at = greatest(updated_at, $7)
        where merchant_no = $1 and id = $2 and currency = $8
        returning available + pending + held + reserved - $3 - $4 - $5 - $6 as balance_before,
          transfer_count - cardinality($9::uuid[]) as count_before, updated_at as booked_at
      )
      insert into ledger_transfers (merchant_no, wallet_id, currency, position, id, transaction_id, from_account,
        to_account, amount, type, source_type, source_id, balance_after, created_at)
      select $1, $2, $8, count_before + place, id, transaction_id, from_account, to_account, amount, type, source_type,
        source_id, balance_before + sum(delta) over (order by place), booked_at
      from wallet, unnest($9::uuid[], $10::uuid[], $11::text[], $12::text[], $13::bigint[], $14::text[], $15::text[],
        $16::uuid[], $17::bigint[]) with ordinality
        as line (id, transaction_id, from_account, to_account, amount, type, source_type, source_id, delta, place)
      returning position`,
    values: [
      merchantNo,
      walletId,
      delta.available,
      delta.pending,
      delta.held,
      delta.reserved,
      new Date(nowMs),
      currency,
      lines.map((line) => line.id),
      lines.map((line) => line.transactionId),
      lines.map((line) => line.from),
      lines.map((line) => line.to),
      lines.map((line) => line.amount),
      lines.map((line) => line.type),
      lines.map((line) => line.sourceType),
      lines.map((line) => line.sourceId),
      deltas,
    ],
  });
  if (booked.length !== lines.length) {
    throw new Error("the posting's wallet is there, in the posting's currency");
  }
}
