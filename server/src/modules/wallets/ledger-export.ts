import type { Database, Queryable } from "../../db/database.ts";
import { type Cell, csvFile, numberCell, type Separator, textFile } from "../../documents/index.ts";
import type { Caller } from "../../http/route.ts";
import { exponentOf } from "../../kit/currency.ts";
import { publicId } from "../../kit/ids.ts";
import {
  type AccountBalances,
  addTransfers,
  type BookedTransfer,
  balancesLine,
  publicAccount,
  readSealsWithin,
  readSealThrough,
  readTransfers,
  type Seal,
} from "../ledger/index.ts";
import { findRange, type Period, refuseLongRange } from "./periods.ts";
import type { ExportRecord } from "./report-schemas.ts";
import type { Wallet } from "./store.ts";
import { sourceIdOf } from "./view.ts";

/** The format that `tools/verify-ledger.mjs` reads; another way of hashing would be another format. */
const EXPORT_FORMAT = "cauris-ledger-1";

/** Transfers read, and lines written, between two turns for other requests. */
const CHUNK = 1_000n;

/**
 * The books of a wallet over a period with everything needed to check them: whole seals, so more than the period when a
 * seal extends beyond it, and what is not sealed yet. Refuses with REPORT_TOO_LARGE beyond `linesMax` transfers.
 */
export async function exportLedger(
  db: Database,
  caller: Pick<Caller, "merchantNo" | "merchantId" | "mode">,
  wallet: Wallet,
  period: Period,
  linesMax: number,
): Promise<readonly ExportRecord[]> {
  const { merchantNo } = caller;
  const range = await findRange(db, merchantNo, wallet, period);
  const opening = await readSealThrough(db, merchantNo, wallet.id, range.from - 1n);
  const from = opening.lastPosition + 1n;
  await refuseLongRange(db, merchantNo, wallet, { from, to: range.to }, linesMax);
  const seals = await readSealsWithin(db, merchantNo, wallet.id, from, range.to);
  const sealedTo = (seals.at(-1)?.lastPosition ?? 0n) + 1n;
  return recordsOf(db, caller, wallet, opening, seals, sealedTo > range.to ? sealedTo : range.to);
}

/** The transfers after the seal `opening` and before position `to`, with the seals among them. */
export async function recordsOf(
  db: Queryable,
  caller: Pick<Caller, "merchantNo" | "merchantId" | "mode">,
  wallet: Pick<Wallet, "id" | "currency">,
  opening: Seal,
  seals: readonly Seal[],
  to: bigint,
): Promise<readonly ExportRecord[]> {
  const { merchantNo } = caller;
  const records: ExportRecord[] = [openingRecord(caller, wallet, opening)];
  let balances = opening.balances;
  let last = opening;
  let nextSeal = 0;
  for (let start = opening.lastPosition + 1n; start < to; start += CHUNK) {
    const end = start + CHUNK < to ? start + CHUNK : to;
    const transfers = await readTransfers(db, merchantNo, wallet.id, start, end);
    balances = addTransfers(balances, transfers);
    for (const transfer of transfers) {
      records.push(transferRecord(transfer));
      const seal = seals[nextSeal];
      if (seal?.lastPosition === transfer.position) {
        records.push(sealRecord(seal, last));
        last = seal;
        nextSeal += 1;
      }
    }
  }
  records.push(endRecord(to - 1n, balances, last));
  return records;
}

function openingRecord(
  { merchantId, mode }: Pick<Caller, "merchantId" | "mode">,
  { id, currency }: Pick<Wallet, "id" | "currency">,
  seal: Seal,
): ExportRecord {
  return {
    record: "opening",
    format: EXPORT_FORMAT,
    merchantId,
    mode,
    walletId: publicId("wallet", id),
    currency,
    exponent: exponentOf(currency),
    position: Number(seal.lastPosition),
    balances: balancesLine(seal.balances),
    number: seal.number,
    hash: seal.hash,
  };
}

function transferRecord(transfer: BookedTransfer): ExportRecord {
  return {
    record: "transfer",
    position: Number(transfer.position),
    id: transfer.id,
    transactionId: transfer.transactionId,
    type: transfer.type,
    from: publicAccount(transfer.from),
    to: publicAccount(transfer.to),
    amount: transfer.amount.toString(),
    currency: transfer.currency,
    sourceType: transfer.sourceType,
    sourceId: sourceIdOf(transfer),
    balanceAfter: transfer.balanceAfter.toString(),
    createdAt: new Date(transfer.createdAtMs).toISOString(),
  };
}

function sealRecord(seal: Seal, previous: Seal): ExportRecord {
  return {
    record: "seal",
    number: seal.number,
    firstPosition: Number(seal.firstPosition),
    lastPosition: Number(seal.lastPosition),
    balances: balancesLine(seal.balances),
    previousHash: previous.hash,
    hash: seal.hash,
    createdAt: new Date(seal.sealedAtMs).toISOString(),
  };
}

/** The last record of the file, so that a truncated file is not mistaken for a complete one. */
function endRecord(position: bigint, balances: AccountBalances, { number, hash }: Seal): ExportRecord {
  return { record: "end", position: Number(position), balances: balancesLine(balances), number, hash };
}

/** One record per line, as JSON. */
export function exportJsonl(records: readonly ExportRecord[]): Promise<Buffer> {
  return textFile(jsonLines(records));
}

function* jsonLines(records: readonly ExportRecord[]): Iterable<string> {
  for (const record of records) yield `${JSON.stringify(record)}\n`;
}

const csvColumns = [
  "record",
  "position",
  "id",
  "transactionId",
  "type",
  "from",
  "to",
  "amount",
  "currency",
  "sourceType",
  "sourceId",
  "balanceAfter",
  "createdAt",
  "number",
  "firstPosition",
  "lastPosition",
  "balances",
  "previousHash",
  "hash",
  "format",
  "merchantId",
  "mode",
  "walletId",
  "exponent",
];
const numberColumns = new Set([
  "position",
  "amount",
  "balanceAfter",
  "number",
  "firstPosition",
  "lastPosition",
  "exponent",
]);

/** The same records as a table; a missing field is an empty cell. */
export function exportCsv(records: readonly ExportRecord[], separator?: Separator): Promise<Buffer> {
  return csvFile(csvColumns, csvRows(records), separator);
}

function* csvRows(records: readonly ExportRecord[]): Iterable<readonly Cell[]> {
  for (const record of records) {
    yield csvColumns.map((column): Cell => {
      const value = record[column];
      if (value === undefined) return null;
      return numberColumns.has(column) ? numberCell(value) : String(value);
    });
  }
}
