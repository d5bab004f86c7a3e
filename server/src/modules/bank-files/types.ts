import type { CurrencyCode } from "../../kit/currency.ts";
import type { Id, TenantId } from "../../kit/ids.ts";
import type { Mode } from "../../kit/payment-terms.ts";

/** The providers whose accounts have bank files. */
export const fileProviders: readonly string[] = ["bank_transfer", "pi_spi"];

export const fileSources = ["UPLOAD", "FOLDER", "API"] as const;
export const fileFormats = ["CAMT_053", "CAMT_054", "CSV", "PAIN_002", "ENTRIES"] as const;

/** A file that was taken, and what became of its movements. */
export interface BankFile {
  readonly tenantId: TenantId;
  readonly id: Id<"bankFile">;
  readonly mode: Mode;
  readonly providerAccountId: Id<"providerAccount">;
  /** SHA-256 of its content. */
  readonly digest: Buffer;
  readonly source: (typeof fileSources)[number];
  readonly fileName: string | null;
  readonly format: (typeof fileFormats)[number];
  readonly entryCount: number;
  readonly newCount: number;
  readonly matchedCount: number;
  readonly queuedCount: number;
  /** Of a bank's answer: the payment file of ours that it is about. */
  readonly payoutFileId: Id<"payoutFile"> | null;
  readonly receivedBy: Id<"operator"> | null;
  readonly createdAtMs: number;
}

/**
 * MATCHED by its reference, ASSIGNED by an operator, QUEUED for one, NOT_OURS as one decided, IGNORED because it is not
 * about our payments: a debit that we did not order. ARRIVED: what another provider sent us of its balance. BOOKED by an operator in the
 * book of the account, because it belongs to no operation.
 */
export const entryStatuses = [
  "MATCHED",
  "QUEUED",
  "ASSIGNED",
  "NOT_OURS",
  "IGNORED",
  "ARRIVED",
  "BOOKED",
] as const;
export type EntryStatus = (typeof entryStatuses)[number];

/**
 * Why a movement waits for an operator: no reference in it; a reference that no payment of this account has; references
 * of several payments; a payment that has its money already; the taking back of an earlier movement; our own transfer
 * that came back; a debit of a payout or refund that has ended here without its money.
 */
export const queueCauses = [
  "NO_REFERENCE",
  "UNKNOWN_REFERENCE",
  "SEVERAL_REFERENCES",
  "ALREADY_SETTLED",
  "REVERSAL",
  "RETURNED",
  "NOT_EXPECTED",
] as const;
export type QueueCause = (typeof queueCauses)[number];

export const matchPlaces = ["STRUCTURED", "END_TO_END", "TEXT", "OPERATOR"] as const;
export type MatchPlace = (typeof matchPlaces)[number];

/** What only operators read, sealed in the table. */
export interface EntryDetails {
  readonly text: string;
  readonly structuredReferences: readonly string[];
  readonly counterpartyName: string | null;
  readonly counterpartyAccount: string | null;
  readonly returnReason: string | null;
}

/** One booked movement on an account of ours. */
export interface BankEntry {
  readonly tenantId: TenantId;
  readonly id: Id<"bankEntry">;
  readonly fileId: Id<"bankFile">;
  readonly mode: Mode;
  readonly providerAccountId: Id<"providerAccount">;
  readonly direction: "CREDIT" | "DEBIT";
  readonly isReversal: boolean;
  /** Minor units. */
  readonly amount: bigint;
  readonly currency: CurrencyCode;
  /** `YYYY-MM-DD`. */
  readonly bookedOn: string;
  readonly bankReference: string | null;
  readonly endToEndId: string | null;
  /** `EntryDetails`, sealed. */
  readonly details: Buffer;
  readonly counterpartyMac: Buffer | null;
  readonly status: EntryStatus;
  readonly cause: QueueCause | null;
  readonly matchedBy: MatchPlace | null;
  /** The id, at the bank, of the payment, refund or payout that it belongs to. */
  readonly ownId: string | null;
  readonly isTold: boolean;
  readonly note: string | null;
  readonly decidedBy: Id<"operator"> | null;
  readonly decidedAtMs: number | null;
  readonly version: number;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
}

/** An account at a bank, as the rows of its files name it. */
export interface BankAccountRow {
  readonly id: Id<"providerAccount">;
  readonly tenantId: TenantId;
  readonly mode: Mode;
  readonly provider: string;
}
