import type { Transaction } from "../../db/database.ts";
import type { Id } from "../../kit/ids.ts";
import type { BankEntry } from "./types.ts";

/** Where the money of an unexplained entry is booked: nobody bears it yet, or the bank has kept it as a fee. */
export const bookedAccounts = ["adjustment", "provider_fees"] as const;
export type BookedAccount = (typeof bookedAccounts)[number];

/** A movement on an account at a bank that belongs to no operation of ours. */
export interface UnexplainedEntry
  extends Pick<
    BankEntry,
    "tenantId" | "id" | "mode" | "providerAccountId" | "direction" | "amount" | "currency"
  > {
  readonly account: BookedAccount;
  readonly reason: string;
}

/** Books such a movement in the book of its account, in the caller's transaction; returns the correction's id. */
export type BookBankEntry = (
  tx: Transaction,
  entry: UnexplainedEntry,
  nowMs: number,
) => Promise<Id<"railCorrection">>;
