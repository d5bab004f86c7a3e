import type { Queryable } from "../../db/database.ts";
import { type ListSource, REQUEST_DRIFT } from "../../db/list.ts";
import type { CurrencyCode } from "../../kit/currency.ts";
import type { Id, MerchantNo } from "../../kit/ids.ts";
import type { Account, Posting, TransferType } from "../ledger/index.ts";

/** A merchant's money in one currency; minor units. */
export interface Wallet {
  readonly id: Id<"wallet">;
  readonly label: string;
  readonly currency: CurrencyCode;
  readonly available: bigint;
  readonly pending: bigint;
  readonly held: bigint;
  readonly reserved: bigint;
  readonly version: number;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
}

/** A transfer as the wallet's owner sees it. */
export interface WalletEntry {
  readonly id: Id<"walletEntry">;
  readonly walletId: Id<"wallet">;
  readonly transactionId: string;
  readonly from: Account;
  readonly to: Account;
  readonly amount: bigint;
  readonly currency: CurrencyCode;
  readonly type: TransferType;
  readonly sourceType: Posting["sourceType"];
  readonly sourceId: string;
  readonly balanceAfter: bigint;
  readonly createdAtMs: number;
}

/** A merchant has one wallet per currency at most: too few to count. */
export const walletList: ListSource = { table: "wallets", counters: null, drift: REQUEST_DRIFT };
export const entryList: ListSource = { table: "ledger_transfers", counters: null, drift: REQUEST_DRIFT };

/** The merchant's wallets of these ids; ids of others are not found. */
export function readWallets(
  db: Queryable,
  merchantNo: MerchantNo,
  ids: readonly string[],
): Promise<readonly Wallet[]> {
  return db.query<Wallet>({
    text: `
      select id, label, currency, available, pending, held, reserved, version, created_at as "createdAtMs",
        updated_at as "updatedAtMs"
      from wallets where merchant_no = $1 and id = any($2::uuid[])`,
    values: [merchantNo, ids],
  });
}

export function readEntries(
  db: Queryable,
  merchantNo: MerchantNo,
  ids: readonly string[],
): Promise<readonly WalletEntry[]> {
  return db.query<WalletEntry>({
    text: `
      select id, wallet_id as "walletId", transaction_id as "transactionId", from_account as "from", to_account as "to",
        amount, currency, type, source_type as "sourceType", source_id as "sourceId", balance_after as "balanceAfter",
        created_at as "createdAtMs"
      from ledger_transfers where merchant_no = $1 and id = any($2::uuid[])`,
    values: [merchantNo, ids],
  });
}
