import { formatActor } from "../../kit/actor.ts";
import { publicId } from "../../kit/ids.ts";
import type { Mode } from "../../kit/payment-terms.ts";
import { exportableLists } from "./lists.ts";
import { fileNameOf } from "./rules.ts";
import type { ExportView } from "./schemas.ts";
import type { ListExport } from "./types.ts";

/** The merchant and mode of an export; null: it is an operator's. */
export type ExportOwner = { readonly merchantId: string; readonly mode: Mode } | null;

const time = (ms: number): string => new Date(ms).toISOString();

export function exportView(made: ListExport, owner: ExportOwner): ExportView {
  const { fileName = "export" } = exportableLists[made.operation] ?? {};
  return {
    object: "export",
    id: publicId("listExport", made.id),
    mode: owner?.mode ?? null,
    merchantId: owner?.merchantId ?? null,
    status: made.status,
    list: made.list,
    operation: made.operation,
    fileName: fileNameOf(fileName, owner?.mode === "SANDBOX", made),
    format: made.format,
    heads: made.heads,
    locale: made.locale,
    separator: made.separator,
    timeZone: made.timeZone,
    rowsWritten: made.rowsWritten,
    rowsTotal: made.rowsTotal,
    bytes: made.bytes,
    failureCode: made.failureCode,
    createdBy: formatActor(made.maker),
    finishedAt: made.finishedAtMs === null ? null : time(made.finishedAtMs),
    expiresAt: time(made.expiresAtMs),
    version: made.version,
    createdAt: time(made.createdAtMs),
  };
}
