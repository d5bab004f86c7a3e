import type { Queryable } from "../db/database.ts";
import type { CellCode } from "../kit/cell.ts";

/** The setting CELL is not that of the database. The message says what to do. */
export class CellError extends Error {}

/**
 * Writes, at the first start, to which cell the database belongs. Throws CellError when it belongs to another one: ids that
 * payers and merchants have would not be found again, and new ones would lead to another cell's database.
 */
export async function claimCell(db: Queryable, cell: CellCode | null): Promise<void> {
  // A database with keys and without this row was begun before there were cells, or without a code: the default cell's.
  // Two statements, because Citus inserts nothing when it can leave out the condition, and with it the only table, of an `insert … select`.
  await db.query(
    cell === null
      ? { text: "insert into installation (cell) values (null) on conflict do nothing" }
      : {
          text: `insert into installation (cell) select $1::text where not exists (select from data_keys)
                 on conflict do nothing`,
          values: [cell],
        },
  );
  const [row] = await db.query<{ cell: string | null }>({ text: "select cell from installation" });
  const own = row?.cell ?? null;
  if (row !== undefined && own === cell) return;
  throw new CellError(
    own === null
      ? `the database belongs to the default cell, and CELL is ${cell}: unset CELL, or start cell ${cell} on a database of its own`
      : `the database belongs to cell ${own}, and CELL is ${cell ?? "not set"}: set CELL to ${own}, or use another database`,
  );
}
