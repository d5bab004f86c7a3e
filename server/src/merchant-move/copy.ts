import type { Queryable, Transaction } from "../db/database.ts";
import type { Id, MerchantNo, TenantId } from "../kit/ids.ts";
import { providerReference } from "../modules/payments/index.ts";
import { type MovingTable, readRows, writeRows } from "./rows.ts";
import { type MovedNumber, MoveRefusedError, type Rehearsal } from "./types.ts";
import { openRow, type RowText, sealRow } from "./values.ts";
import { createDigest, leftBehind, type TableDigest } from "./verify.ts";

/** A copy that is being made: the merchant in one cell, read at one moment, and the open transaction of the other. */
export interface Copying extends Pick<Rehearsal, "from" | "to" | "tenantId"> {
  readonly source: Queryable;
  readonly target: Transaction;
  readonly numbers: readonly MovedNumber[];
  readonly tables: readonly MovingTable[];
  /** The merchant comes back: what its rows refer to may be there already, and becomes like the original. */
  readonly isBack: boolean;
}

/** The rows of one table in one mode. */
export interface Part {
  readonly of: MovingTable;
  readonly number: MovedNumber;
}

/** Every table in both modes, parents first; the merchant itself is one row for both. */
export function partsOf({ numbers, tables }: Pick<Copying, "numbers" | "tables">): readonly Part[] {
  return numbers.flatMap((number) =>
    tables
      .filter(({ table }) => table !== "merchants" || number === numbers[0])
      .map((of) => ({ of, number })),
  );
}

/** Copies the rows of a part, or with `changedFor` those that were changed (`readRows`); `onPage` gets both forms of each page. */
export async function copyPart(
  { from, to, tenantId, source, target, isBack }: Copying,
  { of, number }: Part,
  changedFor?: number,
  onPage?: (copied: readonly RowText[]) => Promise<void>,
): Promise<TableDigest> {
  const digest = createDigest(of);
  for await (const page of readRows(source, of, number.from, changedFor)) {
    const rows = page.map((row) => {
      const opened = openRow(from.keyring, number.from, of.table, row);
      const there = thereOf(of, row, number, tenantId);
      digest.add(there, opened);
      return sealRow(to.keyring, number.to, of.table, there, opened);
    });
    if (of.table === "link_slugs") await requireFreeSlugs(target, rows, number.to);
    await writeRows(target, of, rows, isBack || changedFor !== undefined);
    await onPage?.(rows);
  }
  return digest.end();
}

const atProviders: ReadonlySet<MovingTable["table"]> = new Set(["charges", "refunds", "payouts"]);

/** The row as the other cell has it, before it is sealed. */
function thereOf(
  { table, columns }: MovingTable,
  row: RowText,
  number: MovedNumber,
  tenantId: TenantId,
): RowText {
  return Object.fromEntries(
    columns.map(({ name }) => {
      if (Object.hasOwn(leftBehind, `${table}.${name}`)) return [name, null];
      if (name === "merchant_no") return [name, String(number.to)];
      if (name === "provider_reference" && atProviders.has(table)) return [name, nameAtProvider(row, number)];
      return [name, name === "tenant_id" ? tenantId : (row[name] ?? null)];
    }),
  );
}

/**
 * What was sent under our own reference keeps it, for the reference holds the number in the old cell: under another name the provider would
 * not know it, and it would be sent once more.
 */
function nameAtProvider({ id, ...row }: RowText, number: MovedNumber): string | null {
  if (row.provider_account_id == null || row.provider_reference != null)
    return row.provider_reference ?? null;
  return providerReference(number.from, id as Id<"charge">);
}

/** Slugs are unique in a cell. */
async function requireFreeSlugs(
  target: Queryable,
  rows: readonly RowText[],
  merchantNo: MerchantNo,
): Promise<void> {
  const taken = await target.query<{ slug: string }>({
    text: "select slug from link_slugs where slug = any($1::text[]) and merchant_no <> $2 order by slug",
    values: [rows.map(({ slug }) => slug), merchantNo],
  });
  if (taken.length > 0)
    throw new MoveRefusedError(
      `links of another merchant have these slugs in the other cell: ${taken.map(({ slug }) => slug).join(", ")}`,
    );
}
