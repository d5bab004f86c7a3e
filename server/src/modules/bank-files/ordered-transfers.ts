import type { Transaction } from "../../db/database.ts";
import type { Id } from "../../kit/ids.ts";
import type { StatusReport } from "./formats/pain-002.ts";
import type { BankEntry } from "./types.ts";

/** A booked entry that belongs to a payout or refund of ours. */
export interface Booking extends Pick<BankEntry, "direction" | "amount" | "currency" | "bankReference"> {
  readonly ownId: string;
  /** Why it was sent back, if the bank says so. */
  readonly reason: string | null;
}

/** What a status report did. */
export interface TakenReport {
  /** The payment file that it is about. */
  readonly fileId: Id<"payoutFile">;
  /** Transfers of the file that it is about. */
  readonly transferCount: number;
  /** Those of them that it has ended. */
  readonly changedCount: number;
  /** Those of which it says something that an operator has to ask the bank about. */
  readonly doubtfulCount: number;
}

/** The transfers that we ordered at a bank: other files of the bank say what became of them. */
export interface OrderedTransfers {
  /** Which of these accounts has sent the file with this number; null: none. */
  senderOf(
    accountIds: readonly Id<"providerAccount">[],
    messageId: string,
  ): Promise<Id<"providerAccount"> | null>;
  /** Takes a report on a file of ours. A text: why it is refused. In the caller's transaction. */
  takeReport(
    tx: Transaction,
    accountId: Id<"providerAccount">,
    report: StatusReport,
    nowMs: number,
  ): Promise<TakenReport | string>;
  /** Takes booked entries of our transfers, in the caller's transaction. */
  takeBookings(
    tx: Transaction,
    accountId: Id<"providerAccount">,
    bookings: readonly Booking[],
    nowMs: number,
  ): Promise<void>;
  /** After a commit that took any. */
  announce(): void;
}
