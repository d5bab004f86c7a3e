import type { Money } from "../kit/money.ts";

/** A booked credit of a bank statement that was matched to a payment. */
export interface SettledEntry {
  /** The bank's own number of the entry; ours where the statement has none. */
  readonly transactionId: string;
  /** What arrived, which need not be what was asked for. */
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
   * The credit of this account that belongs to the payment with this own id; null while there is none. A payment has at
   * most one: any further money with its reference waits for an operator.
   */
  findCredit(accountId: string, ownId: string): Promise<SettledEntry | null>;
}
