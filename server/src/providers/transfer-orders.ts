import type { Money } from "../kit/money.ts";

/** A transfer that a bank is to execute. */
export interface TransferOrder {
  readonly kind: "PAYOUT" | "REFUND";
  /** The payout's or refund's id at the bank (EndToEndId): the same id twice is one transfer. */
  readonly ownId: string;
  readonly amount: Money;
  readonly recipient: AccountHolder;
  /** What the recipient reads. */
  readonly purpose: string;
}

export interface AccountHolder {
  readonly name: string;
  /** An IBAN or another account number. */
  readonly account: string;
}

/** What became of a transfer, as far as the bank's answers and our operators say. */
export type OrderState =
  /**
   * It waits for a file (`leftAtMs` is null), or the bank has not said how it ended: then `leftAtMs` is when its file was
   * released, in epoch milliseconds.
   */
  | { readonly kind: "under_way"; readonly leftAtMs: number | null }
  | { readonly kind: "paid"; readonly transactionId: string; readonly amount: Money }
  /** Never executed, or sent back. `reason`: the bank's code, or ours. */
  | { readonly kind: "failed"; readonly reason: string };

/**
 * Transfers that are ordered by files, for connectors whose bank has no interface to call. Given to them at composition:
 * a connector uses no table.
 */
export interface TransferOrders {
  /** Puts a transfer into the queue for the next file. An order with the same id at this account stays as it is. */
  place(accountId: string, order: TransferOrder): Promise<void>;
  /** Null: no such transfer was ordered through this account. */
  find(accountId: string, ownId: string): Promise<OrderState | null>;
}
