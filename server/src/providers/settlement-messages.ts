import type { Money } from "../kit/money.ts";

/** What a bank said about one payment in a verified message. Where the provider cannot be asked, it is the outcome. */
export interface SettlementMessage {
  /** The bank's id of the message: the same one twice is one message. */
  readonly id: string;
  /** The payment's id in the provider's own form. */
  readonly ownId: string;
  readonly status: "SETTLED" | "REJECTED";
  readonly amount: Money;
  /** The platform's number of the transfer; null where it was rejected before it had one. */
  readonly transactionId: string | null;
  /** Epoch milliseconds, by the bank's clock. */
  readonly occurredAtMs: number;
}

/**
 * The messages of banks, for connectors whose provider cannot be asked. Given to them at composition: a connector uses no
 * table.
 */
export interface SettlementMessages {
  /**
   * Commits a verified message of this account before it resolves, so that it may be answered. One whose id is known
   * changes nothing. False: the account has no such payment, and nothing is stored.
   */
  remember(accountId: string, message: SettlementMessage): Promise<boolean>;
  /** The message that counts for a payment: its first settlement, else its last rejection. Null while there is none. */
  find(accountId: string, ownId: string): Promise<SettlementMessage | null>;
}
