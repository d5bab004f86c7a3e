import type { ColumnPath } from "../columns.ts";

export interface ExportWords {
  readonly yes: string;
  readonly no: string;
  /** What stands behind the head of a code's column in the head of the column that says it in words. */
  readonly inWords: string;
  readonly heads: Readonly<Record<ColumnPath, string>>;
}
