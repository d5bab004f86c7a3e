import type { Money } from "../../../kit/money.ts";

/** One movement on a bank account, as a file tells it. */
export interface StatedEntry {
  readonly direction: "CREDIT" | "DEBIT";
  /** It takes an earlier movement back. */
  readonly isReversal: boolean;
  readonly isBooked: boolean;
  readonly amount: Money;
  /** `YYYY-MM-DD`. */
  readonly bookedOn: string;
  /** The bank's own numbers of it: the same in every file that tells it. */
  readonly bankReferences: readonly string[];
  /** The bank's number of the booking of which it is one part; null where it is the whole. */
  readonly batchReference: string | null;
  /** The number of the line in its file, which says less: banks number anew in each kind of file. */
  readonly lineReference: string | null;
  readonly endToEndId: string | null;
  /** Of the structured part of the reason for the transfer. */
  readonly structuredReferences: readonly string[];
  /** Every free text about it. */
  readonly text: string;
  readonly counterpartyName: string | null;
  /** An IBAN or another account number, without spaces. */
  readonly counterpartyAccount: string | null;
  /** Why it was sent back; null where it was not. */
  readonly returnReason: string | null;
}

/** What a statement of an account contains. */
export interface Statement {
  readonly format: "CAMT_053" | "CAMT_054" | "CSV";
  /** Numbers of the accounts that it is about; empty where it does not say. */
  readonly accounts: readonly string[];
  readonly entries: readonly StatedEntry[];
}

/** In one file. */
export const ENTRIES_MAX = 20_000;
