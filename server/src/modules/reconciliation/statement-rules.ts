import { createHash } from "node:crypto";
import { invalidFilter } from "../../http/list-page.ts";
import { inTurns } from "../../kit/turns.ts";
import type { StatementLine } from "../../providers/provider.ts";
import type { Period } from "./coverage.ts";
import { readCsvLines, readRecords } from "./csv.ts";
import type { StatementBody } from "./schemas.ts";
import type { NumberedLine } from "./types.ts";

const STATEMENT_LINES_MAX = 20_000;
/** Longer periods are submitted by the month. */
const PERIOD_MAX_MS = 32 * 86_400_000;

/** The period of a statement. Refuses with VALIDATION_ERROR one that is empty or longer than 32 days. Pure. */
export function readPeriod({ from, to }: Pick<StatementBody, "from" | "to">): Period {
  const fromMs = Date.parse(from);
  const toMs = Date.parse(to);
  if (Number.isNaN(fromMs)) throw invalidFilter("from", "format", "must be an instant in ISO 8601");
  if (Number.isNaN(toMs) || toMs <= fromMs) throw invalidFilter("to", "order", "must lie behind from");
  if (toMs - fromMs > PERIOD_MAX_MS)
    throw invalidFilter("to", "length", "must lie at most 32 days behind from");
  return { fromMs, toMs };
}

/**
 * The lines that a request holds, from exactly the field that its format requires; null: the provider is asked for them.
 * Refuses with VALIDATION_ERROR. Pure.
 */
export async function readGivenLines({
  format,
  content,
  lines,
}: Pick<StatementBody, "format" | "content" | "lines">): Promise<readonly NumberedLine[] | null> {
  if (content !== undefined && format !== "csv")
    throw invalidFilter("content", "unexpected", "belongs to csv");
  if (lines !== undefined && format !== "lines")
    throw invalidFilter("lines", "unexpected", "belongs to lines");
  switch (format) {
    case "csv":
      if (content === undefined) throw invalidFilter("content", "required", "is required for csv");
      return readCsvLines(content, STATEMENT_LINES_MAX);
    case "lines":
      if (lines === undefined) throw invalidFilter("lines", "required", "is required for lines");
      return readRecords(
        lines.map((line) => ({ ...line, transactionId: line.transactionId ?? "", fee: line.fee ?? "" })),
        (index) => `lines[${index}]`,
      );
    case "provider":
      return null;
  }
}

/** A provider's own lines, numbered from 1. Pure. */
export function numberLines(lines: readonly StatementLine[]): readonly NumberedLine[] {
  return lines.map((line, index) => ({ ...line, lineNo: index + 1 }));
}

/** Refuses with VALIDATION_ERROR a line that does not lie in the period, which includes its first instant alone. Pure. */
export function refuseOutside(lines: readonly NumberedLine[], { fromMs, toMs }: Period): void {
  const outside = lines.find(({ occurredAtMs }) => occurredAtMs < fromMs || occurredAtMs >= toMs);
  if (outside === undefined) return;
  throw invalidFilter("occurredAt", "period", `does not lie between from and to: line ${outside.lineNo}`);
}

/** What the lines say, as a hash: the same statement is known again, in whatever form it comes. Pure. */
export async function digestOf(lines: readonly NumberedLine[]): Promise<Buffer> {
  const hash = createHash("sha256");
  await inTurns(lines, ({ type, reference, transactionId, status, amount, fee, occurredAtMs }) => {
    const cells = [
      type,
      reference,
      transactionId,
      status,
      amount.minor.toString(),
      amount.currency,
      occurredAtMs,
      ...(fee === undefined ? [] : [fee.minor.toString()]),
    ];
    hash.update(`${JSON.stringify(cells)}\n`);
  });
  return hash.digest();
}
