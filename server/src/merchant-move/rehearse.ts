import type { Queryable, Transaction } from "../db/database.ts";
import type { MerchantNo, TenantId } from "../kit/ids.ts";
import { copyAccounts } from "./accounts.ts";
import { insertRows, type MovingTable, readRows, readTables } from "./rows.ts";
import { type MovedNumber, MoveRefusedError, type Rehearsal } from "./types.ts";
import { openRow, type RowText, sealRow } from "./values.ts";
import {
  checkLedger,
  createDigest,
  digestTable,
  type LedgerCheck,
  leftBehind,
  type TableDigest,
} from "./verify.ts";

export interface RehearsedTable extends TableDigest {
  readonly mode: string;
  readonly table: string;
}

export interface RehearsalReport {
  readonly tables: readonly RehearsedTable[];
  readonly ledgers: readonly (LedgerCheck & { readonly mode: string })[];
  /** Accounts at providers that were copied, switched off. */
  readonly accounts: number;
  readonly copiedMs: number;
  readonly verifiedMs: number;
}

/** Both sides wait for each other, for as long as the largest page takes. */
const OWN_WAITS = "set local idle_in_transaction_session_timeout = '10min'";

/**
 * Copies a merchant, as one moment shows it, into the other cell: all rows that move, with its number there, sealed with the keys
 * there. Reads the copy again, holds each table and each seal of the ledger against the original, and takes everything back: nothing
 * is changed in either cell. Refuses with MoveRefusedError and UnreadableValueError.
 */
export async function rehearseMove(rehearsal: Rehearsal): Promise<RehearsalReport> {
  const { from, to } = rehearsal;
  if (from.keyring.cell === to.keyring.cell) throw new MoveRefusedError("both are the same cell");
  return from.db.transaction(async (source) => {
    await source.query({ text: "set transaction isolation level repeatable read, read only" });
    await source.query({ text: OWN_WAITS });
    let report: RehearsalReport | undefined;
    const takeBack = new Error("take back");
    const copying = to.db.transaction(async (target) => {
      await target.query({ text: OWN_WAITS });
      report = await copyAndVerify(rehearsal, source, target);
      throw takeBack;
    });
    await copying.catch((error: unknown) => {
      if (error !== takeBack) throw error;
    });
    if (report === undefined) throw new Error("a rehearsal that ends has a report");
    return report;
  });
}

async function copyAndVerify(
  rehearsal: Rehearsal,
  source: Transaction,
  target: Transaction,
): Promise<RehearsalReport> {
  const { from, to, tenantId, nowMs } = rehearsal;
  const startedAtMs = nowMs();
  const tables = await sameTables(source, target);
  const numbers = await numbersOf(rehearsal, source, target);
  const made: (RehearsedTable & { readonly number: MovedNumber; readonly of: MovingTable })[] = [];
  for (const number of numbers)
    for (const of of tables) {
      // One row of both modes.
      if (of.table === "merchants" && number !== numbers[0]) continue;
      const digest = createDigest(of);
      for await (const page of readRows(source, of, number.from)) {
        const rows = page.map((row) => {
          const opened = openRow(from.keyring, number.from, of.table, row);
          digest.add(row, opened);
          return sealRow(to.keyring, number.to, of.table, thereOf(of, row, number.to, tenantId), opened);
        });
        if (of.table === "link_slugs") await requireFreeSlugs(target, rows);
        await insertRows(target, of, rows);
      }
      made.push({ mode: number.mode, table: of.table, number, of, ...digest.end() });
    }
  const accounts = await copyAccounts({ source, target, ...rehearsal }, numbers);
  const copiedAtMs = nowMs();
  for (const { of, number, table, mode, rows, sha256 } of made) {
    const copy = await digestTable(target, to.keyring, of, number.to);
    if (copy.rows !== rows || copy.sha256 !== sha256)
      throw new MoveRefusedError(
        `the copy of ${table} (${mode}) is not the original: ${rows} rows ${sha256}, copied ${copy.rows} rows ${copy.sha256}`,
      );
  }
  const ledgers = [];
  for (const number of numbers) {
    const [original, copy] = [await checkLedger(source, number.from), await checkLedger(target, number.to)];
    const problem = original.problem ?? copy.problem;
    if (problem !== null) throw new MoveRefusedError(`the ledger (${number.mode}) does not hold: ${problem}`);
    ledgers.push({ mode: number.mode, ...copy });
  }
  await rehearsal.inspect?.(target, numbers);
  return {
    tables: made.map(({ mode, table, rows, sha256 }) => ({ mode, table, rows, sha256 })),
    ledgers,
    accounts,
    copiedMs: copiedAtMs - startedAtMs,
    verifiedMs: nowMs() - copiedAtMs,
  };
}

/** The row as the other cell has it, before it is sealed. */
function thereOf(
  { table, columns }: MovingTable,
  row: RowText,
  merchantNo: MerchantNo,
  tenantId: TenantId,
): RowText {
  return Object.fromEntries(
    columns.map(({ name }) => {
      if (Object.hasOwn(leftBehind, `${table}.${name}`)) return [name, null];
      if (name === "merchant_no") return [name, String(merchantNo)];
      return [name, name === "tenant_id" ? tenantId : (row[name] ?? null)];
    }),
  );
}

/** Refuses two releases whose rows are not the same. */
async function sameTables(source: Queryable, target: Queryable): Promise<readonly MovingTable[]> {
  const [own, other] = [await readTables(source), await readTables(target)];
  const different = own.find((table, at) => JSON.stringify(table) !== JSON.stringify(other[at]));
  if (different !== undefined)
    throw new MoveRefusedError(
      `the cells are not of one release: ${different.table} has other columns there. Upgrade one of them first`,
    );
  return own;
}

async function numbersOf(
  { merchantId, tenantId }: Rehearsal,
  source: Queryable,
  target: Queryable,
): Promise<readonly MovedNumber[]> {
  const found = await source.query<{
    merchantNo: MerchantNo;
    mode: string;
    status: string;
    isArchive: boolean;
  }>({
    text: `select n.merchant_no as "merchantNo", n.mode, m.status, m.archive_of is not null as "isArchive"
             from merchants m join merchant_numbers n on n.merchant_id = m.id where m.id = $1 order by n.merchant_no`,
    values: [merchantId],
  });
  if (found.length === 0)
    throw new MoveRefusedError(`there is no merchant ${merchantId} in the cell that it shall leave`);
  if (found.some(({ isArchive }) => isArchive))
    throw new MoveRefusedError("it is the archive of a sandbox that was reset: it stays in its cell");
  const [there] = await target.query<{ tenant: boolean; merchant: boolean }>({
    text: `select exists (select from tenants where id = $1) as tenant, exists (select from merchants where id = $2) as merchant`,
    values: [tenantId, merchantId],
  });
  if (there?.tenant !== true) throw new MoveRefusedError(`there is no tenant ${tenantId} in the other cell`);
  if (there.merchant) throw new MoveRefusedError("the merchant is in the other cell already");
  const numbers: MovedNumber[] = [];
  for (const { merchantNo, mode } of found) {
    const [row] = await target.query<{ no: bigint }>({
      text: "select nextval(pg_get_serial_sequence('merchant_numbers', 'merchant_no')) as no",
    });
    numbers.push({ mode, from: merchantNo, to: Number(row?.no) as MerchantNo });
  }
  return numbers;
}

/** Slugs are unique in a cell. */
async function requireFreeSlugs(target: Queryable, rows: readonly RowText[]): Promise<void> {
  const taken = await target.query<{ slug: string }>({
    text: "select slug from link_slugs where slug = any($1::text[]) order by slug",
    values: [rows.map(({ slug }) => slug)],
  });
  if (taken.length > 0)
    throw new MoveRefusedError(
      `links of another merchant have these slugs in the other cell: ${taken.map(({ slug }) => slug).join(", ")}`,
    );
}
