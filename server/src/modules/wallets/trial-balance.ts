import type { Database } from "../../db/database.ts";
import { type CsvCell, csvFile, numberCell } from "../../documents/index.ts";
import { assert } from "../../kit/errors.ts";
import type { MerchantNo } from "../../kit/ids.ts";
import { decimalText, money } from "../../kit/money.ts";
import { addTransfers, findPositionAt, readSealThrough, type Seal, sumAccounts } from "../ledger/index.ts";
import type { Wallet } from "./store.ts";

/** What an account holds: more came in (`credit`) or more went out (`debit`); minor units, one of the two is zero. */
export interface AccountBalance {
  readonly account: string;
  readonly debit: bigint;
  readonly credit: bigint;
}

export interface TrialBalance {
  readonly wallet: Wallet;
  readonly atMs: number;
  /** Transfers that it sums up. */
  readonly transferCount: bigint;
  readonly accounts: readonly AccountBalance[];
  /** Both sides, which are the same: every transfer takes from one account what it gives to another. */
  readonly total: bigint;
  readonly seal: Seal;
}

/**
 * The sums of every account that a wallet's transfers touched, before `atMs`. What is sealed is summed up already: only the
 * transfers behind the last seal are read.
 */
export async function readTrialBalance(
  db: Database,
  merchantNo: MerchantNo,
  wallet: Wallet,
  atMs: number,
): Promise<TrialBalance> {
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

/** Accounts under each other, and the two sums; amounts are decimal text in major units, and `…Minor` in minor units. */
export function trialBalanceCsv({ wallet, accounts, total }: TrialBalance): Buffer {
  const amount = (minor: bigint) => numberCell(decimalText(money(minor, wallet.currency)));
  const line = (account: string, debit: bigint, credit: bigint): readonly CsvCell[] => [
    ...[account, amount(debit), amount(credit), wallet.currency, numberCell(debit), numberCell(credit)],
  ];
  return csvFile(
    ["account", "debit", "credit", "currency", "debitMinor", "creditMinor"],
    [
      ...accounts.map(({ account, debit, credit }) => line(account, debit, credit)),
      line("TOTAL", total, total),
    ],
  );
}
