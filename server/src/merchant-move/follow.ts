import type { Database, Queryable, Transaction } from "../db/database.ts";
import { placeOfLeft } from "../db/left-merchants.ts";
import type { MerchantId, MerchantNo, TenantId } from "../kit/ids.ts";
import { copyAccounts } from "./accounts.ts";
import { type CaughtUp, catchUp, oldestOpen, requireSame } from "./catch-up.ts";
import { type Copying, copyPart, partsOf } from "./copy.ts";
import { type MovingTable, readTables } from "./rows.ts";
import { makeRoom } from "./take-back.ts";
import { type CellSide, type MovedNumber, MoveRefusedError, type Rehearsal } from "./types.ts";
import { checkLedger, compareSums, digestTable, type LedgerCheck, type TableDigest } from "./verify.ts";

export interface CopiedTable extends TableDigest {
  readonly mode: string;
  readonly table: string;
}

export interface CopyReport {
  readonly tables: readonly CopiedTable[];
  readonly ledgers: readonly (LedgerCheck & { readonly mode: string })[];
  /** Accounts at providers that were copied, switched off. */
  readonly accounts: number;
  readonly copiedMs: number;
  readonly verifiedMs: number;
}

/** Both sides wait for each other, for as long as the largest page takes. */
export const OWN_WAITS = "set local idle_in_transaction_session_timeout = '10min'";
/** The copy follows until so few rows have changed that those of the next round are soon copied. */
const FEW_CHANGES = 500;
const ROUNDS_MAX = 6;

/** Reads the old cell as one moment shows it. */
function atOneMoment<T>(db: Database, work: (source: Transaction) => Promise<T>): Promise<T> {
  return db.transaction(async (source) => {
    await source.query({ text: "set transaction isolation level repeatable read, read only" });
    await source.query({ text: OWN_WAITS });
    return work(source);
  });
}

/** A copy of one moment, compared in full, and the oldest transaction of which something may be missing in it. */
export interface FirstCopy {
  readonly copying: Copying;
  readonly since: bigint;
  readonly report: CopyReport;
}

/** Makes the copy of one moment while everybody pays. Refuses as `copyAndVerify`. */
export function copyOneMoment(
  target: Transaction,
  rehearsal: Pick<Rehearsal, "from" | "to" | "merchantId" | "tenantId" | "nowMs">,
  numbersOf: (source: Transaction) => Promise<readonly MovedNumber[]>,
): Promise<FirstCopy> {
  return atOneMoment(rehearsal.from.db, async (source) => {
    const tables = await sameTables(source, target);
    const numbers = await numbersOf(source);
    const { merchantId } = rehearsal;
    const isBack = (await placeOfLeft(target, merchantId)) !== null;
    if (isBack) await makeRoom(target, { merchantId, numbers: numbers.map(({ to }) => to) });
    const copying: Copying = { ...rehearsal, source, target, numbers, tables, isBack };
    const since = await oldestOpen(copying);
    return { copying, since, report: await copyAndVerify(copying, rehearsal.nowMs) };
  });
}

async function copyAndVerify(copying: Copying, nowMs: () => number): Promise<CopyReport> {
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

/** Brings a first copy up to date, round after round. */
export interface Following {
  /** What was changed, by round. */
  readonly rounds: readonly CaughtUp[];
  /** Rounds until few rows have changed, so that those of the next one are soon copied. */
  settle(): Promise<void>;
  /** The last round, behind the fence; then both cells have the same sums. Refuses with MoveRefusedError. */
  finish(): Promise<void>;
}

export function followChanges(from: CellSide, { copying, since }: Omit<FirstCopy, "report">): Following {
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
  return {
    rounds,
    settle: async () => {
      while (rounds.length < ROUNDS_MAX && (await round()).changed > FEW_CHANGES) {}
    },
    finish: async () => {
      await round();
      await atOneMoment(from.db, async (source) => {
        await copyAccounts({ ...copying, source });
        await requireSums({ ...copying, source });
      });
    },
  };
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

/** The merchant's numbers and modes. Refuses with MoveRefusedError one that is not there, or that stays. */
export async function numbersHere(
  source: Queryable,
  merchantId: MerchantId,
): Promise<readonly Pick<MovedNumber, "mode" | "from">[]> {
  const found = await source.query<{ from: MerchantNo; mode: string; isArchive: boolean }>({
    text: `select n.merchant_no as "from", n.mode, m.archive_of is not null as "isArchive"
             from merchants m join merchant_numbers n on n.merchant_id = m.id where m.id = $1 order by n.merchant_no`,
    values: [merchantId],
  });
  if (found.length === 0)
    throw new MoveRefusedError(`there is no merchant ${merchantId} in the cell that it shall leave`);
  if (found.some(({ isArchive }) => isArchive))
    throw new MoveRefusedError("it is the archive of a sandbox that was reset: it stays in its cell");
  return found.map(({ mode, from }) => ({ mode, from }));
}

/**
 * Refuses with MoveRefusedError a tenant that is not there, and a merchant that is, unless it left that cell: it comes back to the tenant
 * that it belonged to.
 */
export async function requirePlace(
  target: Queryable,
  { merchantId, tenantId }: { readonly merchantId: MerchantId; readonly tenantId: TenantId },
): Promise<void> {
  const [there] = await target.query<{ tenant: boolean; merchantOf: TenantId | null }>({
    text: `select exists (select from tenants where id = $1) as tenant, (select tenant_id from merchants where id = $2) as "merchantOf"`,
    values: [tenantId, merchantId],
  });
  if (there?.tenant !== true) throw new MoveRefusedError(`there is no tenant ${tenantId} in the other cell`);
  if (there.merchantOf === null) return;
  if ((await placeOfLeft(target, merchantId)) === null)
    throw new MoveRefusedError("the merchant is in the other cell already");
  if (there.merchantOf !== tenantId)
    throw new MoveRefusedError(`it comes back to the tenant that it belonged to, ${there.merchantOf}`);
}

/** The number that the other cell gives: the one of before to a merchant that comes back, for its ids of then hold it. */
export async function numberThere(
  target: Queryable,
  merchantId: MerchantId,
  mode: string,
): Promise<MerchantNo> {
  const [before] = await target.query<{ no: MerchantNo }>({
    text: "select merchant_no as no from merchant_numbers where merchant_id = $1 and mode = $2",
    values: [merchantId, mode],
  });
  if (before !== undefined) return before.no;
  const [row] = await target.query<{ no: bigint }>({
    text: "select nextval(pg_get_serial_sequence('merchant_numbers', 'merchant_no')) as no",
  });
  return Number(row?.no) as MerchantNo;
}
