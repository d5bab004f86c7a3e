import type { Database, Queryable, Transaction } from "../db/database.ts";
import type { MerchantNo } from "../kit/ids.ts";
import { copyAccounts } from "./accounts.ts";
import { type CaughtUp, catchUp, oldestOpen, requireSame } from "./catch-up.ts";
import { type Copying, copyPart, partsOf } from "./copy.ts";
import {
  aloneWith,
  FENCE_SECONDS,
  type FencedMerchant,
  isFenced,
  lowerFence,
  prepareFence,
  raiseFence,
  removeFence,
} from "./fence.ts";
import { type MovingTable, readTables } from "./rows.ts";
import { type MovedNumber, MoveRefusedError, type Rehearsal } from "./types.ts";
import { checkLedger, compareSums, digestTable, type LedgerCheck, type TableDigest } from "./verify.ts";

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
  /** Null: nobody was frozen. */
  readonly frozen: FrozenReport | null;
}

export interface FrozenReport {
  /** From the first refused write to the first allowed one. */
  readonly ms: number;
  /** Of that, until the last write that was under way had ended. */
  readonly drainedMs: number;
  /** What was changed while the copy was made, by round; the last one was made behind the fence. */
  readonly rounds: readonly CaughtUp[];
}

/** Both sides wait for each other, for as long as the largest page takes. */
const OWN_WAITS = "set local idle_in_transaction_session_timeout = '10min'";
/** The copy follows until so few rows have changed that those of the next round are soon copied. */
const FEW_CHANGES = 500;
const ROUNDS_MAX = 6;

/**
 * Copies a merchant into the other cell: all rows that move, with its number there, sealed with the keys there. Reads the copy again,
 * holds each table and each seal of the ledger against the original, and takes everything back. The copy is of one moment; with
 * `isFrozen` it then follows what the merchant goes on to write, and its last changes are copied while nobody writes. Nothing is
 * changed in either cell. Refuses with MoveRefusedError and UnreadableValueError.
 */
export async function rehearseMove(rehearsal: Rehearsal): Promise<RehearsalReport> {
  const { from, to } = rehearsal;
  if (from.keyring.cell === to.keyring.cell) throw new MoveRefusedError("both are the same cell");
  return rehearsal.isFrozen === true
    ? aloneWith(from.db, rehearsal.merchantId, () => rehearseAndTakeBack(rehearsal))
    : rehearseAndTakeBack(rehearsal);
}

async function rehearseAndTakeBack(rehearsal: Rehearsal): Promise<RehearsalReport> {
  const { to } = rehearsal;
  let report: RehearsalReport | undefined;
  const takeBack = new Error("take back");
  const copying = to.db.transaction(async (target) => {
    await target.query({ text: OWN_WAITS });
    report = await rehearseIn(target, rehearsal);
    throw takeBack;
  });
  await copying.catch((error: unknown) => {
    if (error !== takeBack) throw error;
  });
  if (report === undefined) throw new Error("a rehearsal that ends has a report");
  return report;
}

async function rehearseIn(target: Transaction, rehearsal: Rehearsal): Promise<RehearsalReport> {
  const { from, nowMs } = rehearsal;
  const first = await atOneMoment(from.db, async (source) => {
    const tables = await sameTables(source, target);
    const numbers = await numbersOf(rehearsal, source, target);
    const copying: Copying = { ...rehearsal, source, target, numbers, tables };
    return { copying, since: await oldestOpen(copying), ...(await copyAndVerify(copying, nowMs)) };
  });
  const { copying, since, ...report } = first;
  if (rehearsal.isFrozen === true) return { ...report, frozen: await follow(rehearsal, copying, since) };
  await rehearsal.inspect?.(target, copying.numbers);
  return { ...report, frozen: null };
}

/** Reads the old cell as one moment shows it. */
function atOneMoment<T>(db: Database, work: (source: Transaction) => Promise<T>): Promise<T> {
  return db.transaction(async (source) => {
    await source.query({ text: "set transaction isolation level repeatable read, read only" });
    await source.query({ text: OWN_WAITS });
    return work(source);
  });
}

async function copyAndVerify(
  copying: Copying,
  nowMs: () => number,
): Promise<Omit<RehearsalReport, "frozen">> {
  const { source, target, to, numbers } = copying;
  const startedAtMs = nowMs();
  const made = [];
  for (const part of partsOf(copying)) made.push({ part, original: await copyPart(copying, part) });
  const accounts = await copyAccounts(copying);
  const copiedAtMs = nowMs();
  for (const { part, original } of made)
    requireSame(part, original, await digestTable(target, to.keyring, part.of, part.number.to));
  const ledgers = [];
  for (const number of numbers) {
    const [original, copy] = [await checkLedger(source, number.from), await checkLedger(target, number.to)];
    const problem = original.problem ?? copy.problem;
    if (problem !== null) throw new MoveRefusedError(`the ledger (${number.mode}) does not hold: ${problem}`);
    ledgers.push({ mode: number.mode, ...copy });
  }
  return {
    tables: made.map(({ part, original }) => ({
      mode: part.number.mode,
      table: part.of.table,
      ...original,
    })),
    ledgers,
    accounts,
    copiedMs: copiedAtMs - startedAtMs,
    verifiedMs: nowMs() - copiedAtMs,
  };
}

/** Copies what is written meanwhile until little is, then freezes the merchant, copies the rest, compares, and thaws. */
async function follow(rehearsal: Rehearsal, copying: Copying, since: bigint): Promise<FrozenReport> {
  const { from, merchantId, nowMs } = rehearsal;
  const merchant: FencedMerchant = {
    merchantId,
    numbers: copying.numbers.map((number) => number.from),
  };
  const rounds: CaughtUp[] = [];
  let after = since;
  const round = async (): Promise<CaughtUp> => {
    const [done, next] = await atOneMoment(from.db, async (source) => {
      const open = await oldestOpen({ ...copying, source });
      return [await catchUp({ ...copying, source }, after), open] as const;
    });
    after = next;
    rounds.push(done);
    return done;
  };
  await prepareFence(from.db, merchant);
  try {
    while (rounds.length < ROUNDS_MAX && (await round()).changed > FEW_CHANGES) {}
    const startedAtMs = nowMs();
    await raiseFence(from.db, merchant);
    const drainedAtMs = nowMs();
    try {
      await round();
      await atOneMoment(from.db, async (source) => {
        await copyAccounts({ ...copying, source });
        await requireSums({ ...copying, source });
      });
      if (!(await isFenced(from.db, merchant)))
        throw new MoveRefusedError(`its last changes were not copied within ${FENCE_SECONDS} s of freezing`);
      await rehearsal.inspect?.(copying.target, copying.numbers);
    } finally {
      await lowerFence(from.db, merchant);
    }
    return { ms: nowMs() - startedAtMs, drainedMs: drainedAtMs - startedAtMs, rounds };
  } finally {
    await removeFence(from.db, merchant);
  }
}

async function requireSums({ source, target, numbers }: Copying): Promise<void> {
  for (const number of numbers) {
    const problem = await compareSums(
      { db: source, merchantNo: number.from },
      { db: target, merchantNo: number.to },
    );
    if (problem !== null) throw new MoveRefusedError(`the ledger (${number.mode}) does not hold: ${problem}`);
  }
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
