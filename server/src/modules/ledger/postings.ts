import type { CurrencyCode } from "../../kit/currency.ts";
import { assert } from "../../kit/errors.ts";
import type { Id } from "../../kit/ids.ts";
import { isWalletAccount, type LedgerAccount, type WalletAccount } from "./accounts.ts";

export const transferTypes = [
  "CHARGE",
  "FEE",
  "REFUND",
  "PAYOUT",
  "PAYOUT_REVERSAL",
  "HOLD",
  "RELEASE",
  "ADJUSTMENT",
  "SETTLEMENT",
] as const;
export type TransferType = (typeof transferTypes)[number];

/** `amount` minor units out of one account and into another: both sides of the double entry in one row. */
export interface Transfer {
  readonly from: LedgerAccount;
  readonly to: LedgerAccount;
  readonly amount: bigint;
  readonly type: TransferType;
}

/** Transfers that are booked together or not at all, in the currency of their wallet. */
export interface Posting {
  readonly walletId: Id<"wallet">;
  readonly currency: CurrencyCode;
  readonly sourceType: "charge" | "refund" | "payout" | "adjustment";
  readonly sourceId: string;
  readonly transfers: readonly Transfer[];
}

/** The effect of a posting on the wallet's four balances. */
export type WalletDelta = { readonly [account in WalletAccount]: bigint };

/** Omits a transfer of zero; a negative one is a bug. */
export function transfer(
  from: LedgerAccount,
  to: LedgerAccount,
  amount: bigint,
  type: TransferType,
): readonly Transfer[] {
  assert(amount >= 0n, "a transfer moves a positive amount");
  return amount === 0n ? [] : [{ from, to, amount, type }];
}

/** The change of each wallet account; the sum of all four is the change of the ledger balance. */
export function walletDelta(transfers: readonly Transfer[]): WalletDelta {
  const delta = { available: 0n, pending: 0n, held: 0n, reserved: 0n };
  for (const { from, to, amount } of transfers) {
    if (isWalletAccount(from)) delta[from] -= amount;
    if (isWalletAccount(to)) delta[to] += amount;
  }
  return delta;
}

/** The change of the ledger balance by one transfer: negative when money leaves the wallet. */
export function balanceDelta({ from, to, amount }: Transfer): bigint {
  return (isWalletAccount(to) ? amount : 0n) - (isWalletAccount(from) ? amount : 0n);
}
