import type { ColumnPath } from "../columns.ts";

export interface ExportWords {
  readonly yes: string;
  readonly no: string;
  /** The head of the column that says a status in words. */
  readonly statusWords: string;
  readonly heads: Readonly<Record<ColumnPath, string>>;
}
