import type { Static } from "typebox";
import { textFile } from "../../documents/index.ts";
import { publicId } from "../../kit/ids.ts";
import type { StatementLine } from "../../providers/provider.ts";
import { iso, isoOrNull } from "../payments/index.ts";
import { subjectIdText } from "../review/index.ts";
import { statementColumns } from "./csv.ts";
import type { BookView, DifferenceView, StatementView } from "./schemas.ts";
import type { Difference, Statement } from "./types.ts";

export function statementView(statement: Statement): Static<typeof StatementView> {
  const { lineCount, matchedCount, ignoredCount, differenceCount, openCount, summary } = statement;
  return {
    object: "provider_statement",
    id: publicId("providerStatement", statement.id),
    mode: statement.mode,
    providerAccountId: publicId("providerAccount", statement.providerAccountId),
    from: iso(statement.periodFromMs),
    to: iso(statement.periodToMs),
    source: statement.source,
    lineCount,
    matchedCount,
    ignoredCount,
    differenceCount,
    openCount,
    summary: summary.map((one) => ({ ...one })),
    uploadedBy: statement.uploadedBy === null ? null : publicId("operator", statement.uploadedBy),
    version: statement.version,
    createdAt: iso(statement.createdAtMs),
    updatedAt: iso(statement.updatedAtMs),
  };
}

/** `ch_…`, `re_…`, `po_…`; null when it refers to none of ours. */
export function subjectOf({ subjectType, subjectId }: Difference): string | null {
  return subjectType === null || subjectId === null ? null : subjectIdText(subjectType, subjectId);
}

export function differenceView(difference: Difference): Static<typeof DifferenceView> {
  const { lineNo, reference, transactionId } = difference;
  return {
    object: "reconciliation_difference",
    id: publicId("reconciliationDifference", difference.id),
    mode: difference.mode,
    statementId: publicId("providerStatement", difference.statementId),
    kind: difference.kind,
    type: difference.type,
    status: difference.status,
    lineNo,
    reference,
    transactionId,
    merchantId: difference.merchantId,
    subjectId: subjectOf(difference),
    ours: {
      status: difference.ourStatus,
      amount: difference.ourAmount?.toString() ?? null,
      currency: difference.ourCurrency,
    },
    theirs: {
      status: difference.theirStatus,
      amount: difference.theirAmount?.toString() ?? null,
      currency: difference.theirCurrency,
    },
    occurredAt: iso(difference.occurredAtMs),
    note: difference.note,
    resolvedBy: difference.resolvedBy === null ? null : publicId("operator", difference.resolvedBy),
    resolvedAt: isoOrNull(difference.resolvedAtMs),
    version: difference.version,
    createdAt: iso(difference.createdAtMs),
    updatedAt: iso(difference.updatedAtMs),
  };
}

export function lineView(line: StatementLine): Static<typeof BookView>["lines"][number] {
  const { type, reference, transactionId, status, amount, fee } = line;
  return {
    type,
    reference,
    transactionId,
    status,
    amount: amount.minor.toString(),
    currency: amount.currency,
    ...(fee === undefined ? {} : { fee: fee.minor.toString() }),
    occurredAt: iso(line.occurredAtMs),
  };
}

/** A file to download and submit again. No cell is text that a spreadsheet would run. */
export function bookCsv(lines: readonly StatementLine[]): Promise<Buffer> {
  return textFile(bookLines(lines));
}

function* bookLines(lines: readonly StatementLine[]): Iterable<string> {
  yield `${statementColumns.join(",")}\r\n`;
  for (const line of lines) {
    const shown: Readonly<Record<string, string | null | undefined>> = lineView(line);
    yield `${statementColumns.map((column) => quoted(shown[column] ?? "")).join(",")}\r\n`;
  }
}

function quoted(cell: string): string {
  const safe = /^'*[=+\-@\t]/.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
