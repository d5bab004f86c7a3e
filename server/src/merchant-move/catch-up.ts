import type { MerchantNo } from "../kit/ids.ts";
import { type Copying, copyPart, type Part, partsOf } from "./copy.ts";
import { countAll, deleteRows, findChanged, keyOf, type MovingTable, readRows, readSame } from "./rows.ts";
import { type MovedNumber, MoveRefusedError } from "./types.ts";
import { openRow, type RowText } from "./values.ts";
import { createDigest } from "./verify.ts";

/**
 * The oldest transaction that was open when `source` read, by its number: what it and later ones wrote may be missing in the copy. A
 * transaction's parts have higher numbers than itself, so nothing of it is overlooked. The copy's own transaction does not count, where
 * both cells are on one PostgreSQL: it is open all the time.
 */
export async function oldestOpen({ source, target }: Pick<Copying, "source" | "target">): Promise<bigint> {
  const [own] = await target.query<{ xid: string; pid: number }>({
    text: "select pg_current_xact_id()::text as xid, pg_backend_pid() as pid",
  });
  const [row] = await source.query<{ oldest: string }>({
    text: `select coalesce(
               (select min(open::text::numeric) from pg_snapshot_xip(pg_current_snapshot()) open
                 where open::text <> $1 or not exists (
                   select from pg_locks l where l.locktype = 'transactionid' and l.granted and l.pid = $2
                      and l.transactionid = ($1::numeric % 4294967296)::text::xid)),
               pg_snapshot_xmax(pg_current_snapshot())::text::numeric)::text as oldest`,
    values: [own?.xid, own?.pid],
  });
  return BigInt(row?.oldest ?? 0);
}

export interface CaughtUp {
  /** Rows that were copied again or anew. */
  readonly changed: number;
  readonly removed: number;
}

/**
 * Brings a copy up to the moment of `source`: copies the rows that transactions from `since` on have written, and removes those that are
 * gone. Reads each copied row again and compares it, and compares the number of all rows. Refuses with MoveRefusedError a copy that is
 * not the original.
 */
export async function catchUp(copying: Copying, since: bigint): Promise<CaughtUp> {
  const { source } = copying;
  // Rows name their transaction by the lower half of its number alone, so ages are compared.
  const [age] = await source.query<{ since: number }>({
    text: "select age(($1::numeric % 4294967296)::text::xid) as since",
    values: [String(since)],
  });
  let [changed, removed] = [0, 0];
  for (const [number, tables] of tablesByNumber(copying)) {
    for (const of of await findChanged(source, tables, number.from, age?.since ?? 0))
      changed += await copyChanged(copying, { of, number }, age?.since ?? 0);
  }
  for (const [number, tables] of tablesByNumber(copying)) {
    const there = await countAll(source, tables, number.from);
    const before = await countAll(copying.target, tables, number.to);
    // Children first.
    for (const [at, of] of [...tables.entries()].toReversed()) {
      if (before[at] === there[at]) continue;
      const gone = await removeGone(copying, { of, number });
      const left = (before[at] ?? 0) - gone;
      if (left !== there[at])
        throw new MoveRefusedError(`${nameOf({ of, number })} has ${there[at]} rows, and its copy ${left}`);
      removed += gone;
    }
  }
  return { changed, removed };
}

function tablesByNumber(copying: Copying): readonly (readonly [MovedNumber, readonly MovingTable[]])[] {
  const parts = partsOf(copying);
  return copying.numbers.map((number) => [
    number,
    parts.filter((part) => part.number === number).map(({ of }) => of),
  ]);
}

/** Copies what has changed in a part, and reads it again; returns how many rows it was. */
async function copyChanged(copying: Copying, part: Part, changedFor: number): Promise<number> {
  const { target, to } = copying;
  const copy = createDigest(part.of);
  const original = await copyPart(copying, part, changedFor, async (rows) => {
    for (const row of await readSame(target, part.of, rows))
      copy.add(row, openRow(to.keyring, part.number.to, part.of.table, row));
  });
  requireSame(part, original, copy.end());
  return original.rows;
}

/** Removes the copies of rows that are no more; returns how many there were. */
async function removeGone({ source, target }: Copying, { of, number }: Part): Promise<number> {
  const keysOnly = { ...of, columns: of.columns.filter(({ name }) => of.primaryKey.includes(name)) };
  let removed = 0;
  for await (const page of readRows(target, keysOnly, number.to)) {
    const there = new Map(page.map((row) => [JSON.stringify(keyOf(of, withNumber(row, number.from))), row]));
    for (const row of await readSame(
      source,
      keysOnly,
      page.map((row) => withNumber(row, number.from)),
    ))
      there.delete(JSON.stringify(keyOf(of, row)));
    if (there.size > 0) await deleteRows(target, of, [...there.values()]);
    removed += there.size;
  }
  return removed;
}

const withNumber = (row: RowText, merchantNo: MerchantNo): RowText =>
  "merchant_no" in row ? { ...row, merchant_no: String(merchantNo) } : row;

const nameOf = ({ of, number }: Part): string => `${of.table} (${number.mode})`;

/** Refuses a copy of a table that is not the original. */
export function requireSame(
  part: Part,
  original: { readonly rows: number; readonly sha256: string },
  copy: { readonly rows: number; readonly sha256: string },
): void {
  if (copy.rows !== original.rows || copy.sha256 !== original.sha256)
    throw new MoveRefusedError(
      `the copy of ${nameOf(part)} is not the original: ${original.rows} rows ${original.sha256}, copied ${copy.rows} rows ${copy.sha256}`,
    );
}
