import type { Separator } from "../../documents/index.ts";
import type { AccountActor } from "../../kit/actor.ts";
import type { Id, MerchantNo, TenantId } from "../../kit/ids.ts";
import type { Locale } from "../../kit/money.ts";
import type { ColumnPath } from "./columns.ts";

/** Codes that have the same words in each list that has them. */
export type WordGroup =
  | "charge"
  | "intent"
  | "session"
  | "link"
  | "refund"
  | "payout"
  | "batch"
  | "beneficiary"
  | "delivery"
  | "merchant"
  | "dossier"
  | "bankEntry"
  | "bankCause"
  | "difference"
  | "correction";

/** A list that can be exported. */
export interface ExportableList {
  /** What the file is called, before the day and the ending. */
  readonly fileName: string;
  readonly columns: readonly ColumnPath[];
  /** Columns of codes that are followed by their words, and whose words these are. */
  readonly words?: Readonly<Partial<Record<ColumnPath, WordGroup>>>;
}

/**
 * The form of the file. WORDS: heads in the reader's language, amounts with decimals, times of the time zone. NAMES: the
 * API's names and its values.
 */
export const headForms = ["WORDS", "NAMES"] as const;
export type HeadForm = (typeof headForms)[number];

/** CSV for every program; XLSX, a workbook, for Excel and its like. */
export const fileFormats = ["CSV", "XLSX"] as const;
export type FileFormat = (typeof fileFormats)[number];

export interface FileForm {
  readonly format: FileFormat;
  readonly heads: HeadForm;
  readonly locale: Locale;
  /** Of a CSV file. */
  readonly separator: Separator;
  /** IANA name. */
  readonly timeZone: string;
}

export const exportStatuses = ["PENDING", "READY", "FAILED", "CANCELLED", "EXPIRED"] as const;
export type ExportStatus = (typeof exportStatuses)[number];

/** Why an export failed. */
export const exportFailures = ["RIGHTS_ENDED", "LIST_REFUSED", "TOO_MANY_ROWS", "NOT_READABLE"] as const;
export type ExportFailure = (typeof exportFailures)[number];

/** Key of an export: whose it is, and its id. */
export interface ExportKey {
  /** The merchant in one mode; of an operator's export the number of the tenant, negated. */
  readonly merchantNo: MerchantNo;
  readonly id: Id<"listExport">;
}

export interface ListExport extends ExportKey, FileForm {
  readonly tenantId: TenantId;
  readonly maker: AccountActor;
  /** The log-in that asked for it; null: a key did. */
  readonly logIn: string | null;
  /** The operation that reads the list. */
  readonly operation: string;
  /** Path and query of the list, as asked for. */
  readonly list: string;
  readonly status: ExportStatus;
  readonly failureCode: ExportFailure | null;
  readonly rowsWritten: number;
  /** Null: the list does not count its entries. */
  readonly rowsTotal: number | null;
  readonly parts: number;
  /** Size of the file so far; of a workbook, before it is packed. */
  readonly bytes: number;
  /** The last entry written; null: none yet. */
  readonly cursor: string | null;
  readonly leaseNo: number;
  readonly failures: number;
  readonly createdAtMs: number;
  readonly finishedAtMs: number | null;
  readonly expiresAtMs: number;
  readonly version: number;
}

/** Some rows in the form of the file, and where the list goes on behind them; null: it ends there. */
export interface FilePart {
  readonly content: Buffer;
  readonly rows: number;
  readonly cursor: string | null;
}
