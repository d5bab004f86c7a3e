import type { Money } from "../kit/money.ts";
import type { AccountHolder } from "./transfer-orders.ts";

/** A booked entry of a bank statement that was matched to an operation of ours. */
export interface SettledEntry {
  /** The bank's own number of the entry; ours where the statement has none. */
  readonly transactionId: string;
  /** What was booked, which need not be what was asked for. */
  readonly amount: Money;
  /** Epoch milliseconds at which the entry became known to us: statements tell only the day. */
  readonly knownAtMs: number;
}

/**
 * The booked entries of banks' statements, for connectors whose provider cannot be asked. Given to them at composition:
 * a connector uses no table.
 */
export interface SettledEntries {
  /**
   * The credit of this account that belongs to the operation with this own id; null while there is none. A payment has at
   * most one: any further money with its reference waits for an operator. The credit of a payout or refund is its return.
   */
  findCredit(accountId: string, ownId: string): Promise<SettledEntry | null>;
  /** The same of debits: a payout or refund that has left the account. */
  findDebit(accountId: string, ownId: string): Promise<SettledEntry | null>;
  /**
   * Who paid the payment with this own id, by its credit; null where the bank named no account whose check digits are
   * right, or no holder.
   */
  findPayer(accountId: string, ownId: string): Promise<AccountHolder | null>;
}
