import { parseCsv } from "../../../server/src/kit/csv.ts";
import type { Beneficiary } from "../../ui/api/views.ts";
import { typedAmount } from "../../ui/format/typed-amount.ts";

/** One payout of a file, as the API takes it. */
export interface BatchRow {
  readonly beneficiaryId: string;
  readonly amount: string;
  readonly reference?: string;
  readonly description?: string;
}

/** What is wrong in a cell; `row` counts as a spreadsheet does, with the heads as row 1. */
export interface BatchFault {
  readonly row: number;
  readonly column: BatchColumn;
  readonly kind: "EMPTY" | "TOO_MANY" | "HEAD" | "BENEFICIARY" | "BENEFICIARY_TWICE" | "AMOUNT" | "LONG";
}

export const batchColumns = ["beneficiary", "amount", "reference", "description"] as const;
export type BatchColumn = (typeof batchColumns)[number];

const ROWS_MAX = 1_000;
const LENGTHS_MAX = { reference: 128, description: 255 } as const;

export type Payable = Pick<Beneficiary, "id" | "name" | "reference" | "currency">;

/**
 * The payouts of a CSV file, or everything that is wrong in it. A beneficiary is named by id, by reference, or by a name
 * that only one has. Amounts are as people write them: `12 500`, `12,50`. Pure.
 */
export function readBatchFile(
  text: string,
  currency: string,
  beneficiaries: readonly Payable[],
): { readonly rows: readonly BatchRow[]; readonly faults: readonly BatchFault[] } {
  const [heads = [], ...lines] = [...parseCsv(text)];
  const places = new Map(heads.map((head, index) => [head.trim().toLowerCase(), index]));
  const missing = (["beneficiary", "amount"] as const).filter((column) => !places.has(column));
  if (missing.length > 0)
    return { rows: [], faults: missing.map((column) => ({ row: 1, column, kind: "HEAD" })) };
  const filled = lines
    .map((cells, index) => ({ cells, row: index + 2 }))
    .filter(({ cells }) => cells.some((cell) => cell.trim() !== ""));
  if (filled.length === 0) return { rows: [], faults: [{ row: 2, column: "beneficiary", kind: "EMPTY" }] };
  if (filled.length > ROWS_MAX)
    return { rows: [], faults: [{ row: ROWS_MAX + 2, column: "beneficiary", kind: "TOO_MANY" }] };

  const find = createFinder(beneficiaries.filter((one) => one.currency === currency));
  const rows: BatchRow[] = [];
  const faults: BatchFault[] = [];
  for (const { cells, row } of filled) {
    const cell = (column: BatchColumn): string => plain(cells[places.get(column) ?? -1] ?? "");
    const found = find(cell("beneficiary"));
    const minor = typedAmount(cell("amount"), currency);
    if (typeof found === "string") faults.push({ row, column: "beneficiary", kind: found });
    if (minor === null) faults.push({ row, column: "amount", kind: "AMOUNT" });
    for (const column of ["reference", "description"] as const)
      if (cell(column).length > LENGTHS_MAX[column]) faults.push({ row, column, kind: "LONG" });
    if (typeof found === "string" || minor === null) continue;
    const [reference, description] = [cell("reference"), cell("description")];
    rows.push({
      beneficiaryId: found.id,
      amount: minor.toString(),
      ...(reference === "" ? {} : { reference }),
      ...(description === "" ? {} : { description }),
    });
  }
  return { rows, faults };
}

/** A cell without the apostrophe by which our own files keep spreadsheets from running it. */
const plain = (cell: string): string => cell.trim().replace(/^'(?=[=+\-@])/, "");

function createFinder(payable: readonly Payable[]) {
  const byName = new Map<string, readonly Payable[]>();
  for (const one of payable) byName.set(keyOf(one.name), [...(byName.get(keyOf(one.name)) ?? []), one]);
  const byId = new Map(payable.map((one) => [one.id, one]));
  const byReference = new Map(
    payable.flatMap((one) => (one.reference === null ? [] : [[one.reference, one] as const])),
  );
  return (text: string): Payable | "BENEFICIARY" | "BENEFICIARY_TWICE" => {
    const exact = byId.get(text) ?? byReference.get(text);
    if (exact !== undefined) return exact;
    const [first, ...others] = byName.get(keyOf(text)) ?? [];
    if (first === undefined) return "BENEFICIARY";
    return others.length > 0 ? "BENEFICIARY_TWICE" : first;
  };
}

const keyOf = (name: string): string => name.trim().toLowerCase().replace(/\s+/g, " ");
