import type { ColumnPath } from "../columns.ts";

export interface ExportWords {
  readonly yes: string;
  readonly no: string;
  readonly heads: Readonly<Record<ColumnPath, string>>;
}
