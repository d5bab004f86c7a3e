import type { Database } from "../../db/database.ts";
import { type Cell, csvFile, numberCell, type Separator } from "../../documents/index.ts";
import { assert } from "../../kit/errors.ts";
import type { MerchantNo } from "../../kit/ids.ts";
import { decimalText, money } from "../../kit/money.ts";
import { addTransfers, findPositionAt, readSealThrough, type Seal, sumAccounts } from "../ledger/index.ts";
import { refuseDetached } from "./periods.ts";
import type { Wallet } from "./store.ts";

/**
 * The balance of an account: more came in (`credit`) or more went out (`debit`); minor units, one of the two is zero.
 */
export interface AccountBalance {
  readonly account: string;
  readonly debit: bigint;
  readonly credit: bigint;
}

export interface TrialBalance {
  readonly wallet: Wallet;
  readonly atMs: number;
  /** Number of transfers included. */
  readonly transferCount: bigint;
  readonly accounts: readonly AccountBalance[];
  /** The total of either side; they are equal, because every transfer moves one amount between two accounts. */
  readonly total: bigint;
  readonly seal: Seal;
}

/**
 * The sums of every account of a wallet's transfers, before `atMs`. Sealed sums are stored: only the transfers after
 * the last seal are read.
 */
export async function readTrialBalance(
  db: Database,
  merchantNo: MerchantNo,
  wallet: Wallet,
  atMs: number,
): Promise<TrialBalance> {
  await refuseDetached(db, merchantNo, wallet, atMs);
  const end = (await findPositionAt(db, merchantNo, wallet.id, atMs)) ?? wallet.transferCount + 1n;
  const seal = await readSealThrough(db, merchantNo, wallet.id, end - 1n);
  const since = await sumAccounts(db, merchantNo, wallet.id, seal.lastPosition + 1n, end);
  const accounts = [...addTransfers(seal.balances, since)]
    .map(([account, sum]) => ({ account, debit: sum < 0n ? -sum : 0n, credit: sum > 0n ? sum : 0n }))
    .sort((left, right) => (left.account < right.account ? -1 : 1));
  const total = accounts.reduce((sum, { credit }) => sum + credit, 0n);
  assert(total === accounts.reduce((sum, { debit }) => sum + debit, 0n), "debits and credits are equal");
  return { wallet, atMs, transferCount: end - 1n, accounts, total, seal };
}

/** One row per account, and the two totals; amounts are decimal text in major units, and `…Minor` in minor units. */
export function trialBalanceCsv(
  { wallet, accounts, total }: TrialBalance,
  separator?: Separator,
): Promise<Buffer> {
  const amount = (minor: bigint) => numberCell(decimalText(money(minor, wallet.currency)));
  const line = (account: string, debit: bigint, credit: bigint): readonly Cell[] => [
    account,
    amount(debit),
    amount(credit),
    wallet.currency,
    numberCell(debit),
    numberCell(credit),
  ];
  return csvFile(
    ["account", "debit", "credit", "currency", "debitMinor", "creditMinor"],
    [
      ...accounts.map(({ account, debit, credit }) => line(account, debit, credit)),
      line("TOTAL", total, total),
    ],
    separator,
  );
}
