import { createHash, type Hash } from "node:crypto";
import type { Queryable } from "../db/database.ts";
import { movingBytes } from "../db/merchant-rows.ts";
import type { Id, MerchantNo } from "../kit/ids.ts";
import type { Keyring } from "../kit/keyring.ts";
import {
  type AccountBalances,
  addTransfers,
  balancesLine,
  NO_HASH,
  readSealsWithin,
  readTransfers,
  sealHash,
  transferLine,
} from "../modules/ledger/index.ts";
import { type MovingTable, readRows } from "./rows.ts";
import { openRow, type RowText } from "./values.ts";

/**
 * What is not the same in two cells: the number and the tenant, and who decided upon a dossier when, since decisions of operators stay
 * where they were made (`kyb_decisions`).
 */
export const leftBehind: Readonly<Record<string, null>> = {
  "kyb_dossiers.reviewed_by": null,
  "kyb_dossiers.decided_at": null,
};
const ofTheCell = new Set(["merchant_no", "tenant_id"]);

export interface TableDigest {
  readonly rows: number;
  /** SHA-256, hexadecimal, over the rows in the order of their key: what is sealed as it was before, without what differs by cell. */
  readonly sha256: string;
}

/** Counts rows and hashes them, one after another. */
export function createDigest({ table, columns }: Pick<MovingTable, "table" | "columns">) {
  const hash = createHash("sha256");
  const names = columns
    .map(({ name }) => name)
    .filter((name) => !ofTheCell.has(name) && !Object.hasOwn(leftBehind, `${table}.${name}`));
  let rows = 0;
  return {
    add: (row: RowText, opened: ReadonlyMap<string, Buffer>): void => {
      rows += 1;
      for (const name of names)
        addValue(hash, row[name] ?? null, movingBytes[`${table}.${name}`], opened.get(name));
    },
    end: (): TableDigest => ({ rows, sha256: hash.digest("hex") }),
  };
}

/** Each value with its length before it, so that no two rows give the same bytes. A keyed hash counts as being there. */
function addValue(
  hash: Hash,
  text: string | null,
  kind: "sealed" | "keyed" | "plain" | undefined,
  opened: Buffer | undefined,
): void {
  if (text === null) hash.update("-");
  else if (kind === "keyed") hash.update("+");
  else {
    const bytes = kind === "sealed" ? (opened ?? Buffer.alloc(0)) : Buffer.from(text, "utf8");
    hash.update(`${bytes.length}:`).update(bytes);
  }
}

/** Reads a table again, opens what is sealed in it, and hashes it. Refuses as `openRow`. */
export async function digestTable(
  db: Queryable,
  keyring: Keyring,
  table: MovingTable,
  merchantNo: MerchantNo,
): Promise<TableDigest> {
  const digest = createDigest(table);
  for await (const page of readRows(db, table, merchantNo))
    for (const row of page) digest.add(row, openRow(keyring, merchantNo, table.table, row));
  return digest.end();
}

export interface LedgerCheck {
  readonly wallets: number;
  readonly transfers: bigint;
  readonly seals: number;
  /** The first thing that does not hold; null: everything does. */
  readonly problem: string | null;
}

const TRANSFERS_A_READ = 5_000n;

/** Computes every seal of a merchant's wallets again, and holds the wallets' balances against the sums of their transfers. */
export async function checkLedger(db: Queryable, merchantNo: MerchantNo): Promise<LedgerCheck> {
  const wallets = await db.query<{
    id: Id<"wallet">;
    count: bigint;
    balances: Readonly<Record<string, string>>;
  }>({
    text: `select id, transfer_count as count, json_build_object('available', available::text, 'pending', pending::text,
             'held', held::text, 'reserved', reserved::text) as balances
             from wallets where merchant_no = $1 order by id`,
    values: [merchantNo],
  });
  let [transfers, seals] = [0n, 0];
  for (const { id, count, balances } of wallets) {
    const found = await checkWallet(db, merchantNo, id, count);
    transfers += count;
    seals += found.seals;
    const wrong =
      found.problem ??
      Object.entries(balances)
        .filter(([account, stored]) => String(found.balances.get(account) ?? 0n) !== stored)
        .map(
          ([account, stored]) =>
            `${account} is ${stored}, and its transfers sum to ${found.balances.get(account) ?? 0n}`,
        )
        .at(0);
    if (wrong !== undefined)
      return { wallets: wallets.length, transfers, seals, problem: `wallet ${id}: ${wrong}` };
  }
  return { wallets: wallets.length, transfers, seals, problem: null };
}

/**
 * Holds the sums of transfers by wallet and account, in both cells, against each other and against the wallets' balances: what can be
 * done in the time of a freeze, when every seal has been computed before it. Null: they are the same.
 */
export async function compareSums(
  source: { readonly db: Queryable; readonly merchantNo: MerchantNo },
  target: { readonly db: Queryable; readonly merchantNo: MerchantNo },
): Promise<string | null> {
  const [original, copy] = [
    await readSums(source.db, source.merchantNo),
    await readSums(target.db, target.merchantNo),
  ];
  const wrong = original.find(
    ({ sums, balances }, at) =>
      JSON.stringify(sums) !== JSON.stringify(balances) ||
      JSON.stringify(original[at]) !== JSON.stringify(copy[at]),
  );
  if (wrong !== undefined)
    return `wallet ${wrong.id}: the sums are ${JSON.stringify(wrong.sums)}, the balances ${JSON.stringify(wrong.balances)}`;
  return copy.length === original.length ? null : "the other cell has other wallets";
}

interface WalletSums {
  readonly id: string;
  /** Null: nothing is sealed yet. */
  readonly sealed: string | null;
  /** Of transfers, then available, pending, held and reserved, as text. */
  readonly sums: readonly string[];
  readonly balances: readonly string[];
}

/** The wallets of a merchant with the sums of their transfers, and the hash of their last seal. */
export function readSums(db: Queryable, merchantNo: MerchantNo): Promise<readonly WalletSums[]> {
  const accounts = ["available", "pending", "held", "reserved"];
  const sum = (account: string): string =>
    `coalesce(sum(case '${account}' when t.to_account then t.amount when t.from_account then -t.amount end), 0)::text`;
  return db.query<WalletSums>({
    text: `select w.id, array[w.transfer_count::text, ${accounts.map((name) => `w.${name}::text`).join(", ")}] as balances, booked.sums,
                  (select encode(s.hash, 'hex') from ledger_seals s
                    where s.merchant_no = w.merchant_no and s.wallet_id = w.id order by s.number desc limit 1) as sealed
             from wallets w cross join lateral (
               select array[count(*)::text, ${accounts.map(sum).join(", ")}] as sums from ledger_transfers t
                where t.merchant_no = w.merchant_no and t.wallet_id = w.id) booked
            where w.merchant_no = $1 order by w.id`,
    values: [merchantNo],
  });
}

async function checkWallet(db: Queryable, merchantNo: MerchantNo, walletId: Id<"wallet">, count: bigint) {
  let balances: AccountBalances = new Map();
  let [previousHash, next, sealed] = [NO_HASH, 1n, 0];
  const seals = await readSealsWithin(db, merchantNo, walletId, 1n, count + 1n);
  const end = (problem: string | null) => ({ balances, seals: sealed, problem });
  /** Adds what is booked before `until`; its lines, or null where a position is missing. */
  const take = async (until: bigint): Promise<readonly string[] | null> => {
    const lines: string[] = [];
    while (next < until) {
      const upTo = next + TRANSFERS_A_READ < until ? next + TRANSFERS_A_READ : until;
      const read = await readTransfers(db, merchantNo, walletId, next, upTo);
      if (BigInt(read.length) !== upTo - next) return null;
      balances = addTransfers(balances, read);
      lines.push(...read.map(transferLine));
      next = upTo;
    }
    return lines;
  };
  for (const seal of seals) {
    if (seal.firstPosition !== next) return end(`seal ${seal.number} does not begin at position ${next}`);
    const transferLines = await take(seal.lastPosition + 1n);
    if (transferLines === null) return end(`a transfer of seal ${seal.number} is missing`);
    const { number } = seal;
    const hash = sealHash({
      walletId,
      number,
      previousHash,
      transferLines,
      balancesLine: balancesLine(balances),
    });
    if (hash !== seal.hash || balancesLine(seal.balances) !== balancesLine(balances))
      return end(`seal ${number} does not hold`);
    previousHash = hash;
    sealed += 1;
  }
  return end((await take(count + 1n)) === null ? "a transfer after the last seal is missing" : null);
}
