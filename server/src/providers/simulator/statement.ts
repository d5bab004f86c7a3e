import type { StatementAnswer } from "./protocol.ts";

const columns = ["type", "reference", "transactionId", "status", "amount", "currency", "occurredAt"] as const;

/** The book as a file: `POST /tenant/reconciliation/statements` accepts it unchanged. No value needs quotes. */
export function statementCsv(lines: StatementAnswer["lines"]): string {
  return [columns, ...lines.map((line) => columns.map((column) => line[column]))]
    .map((cells) => `${cells.join(",")}\n`)
    .join("");
}
