import type { Queryable } from "../db/database.ts";
import {
  movingBytes,
  movingTables,
  type RowsInMove,
  rowsInMove,
  rowsOfMerchant,
} from "../db/merchant-rows.ts";
import type { CellCode } from "../kit/cell.ts";
import type { MerchantId, MerchantNo } from "../kit/ids.ts";

export interface SurveyedMerchant {
  readonly displayName: string;
  readonly numbers: readonly { readonly merchantNo: MerchantNo; readonly mode: string }[];
}

/** Null: there is no such merchant. Modes in the order of their numbers; archives of a sandbox are not among them. */
export async function findMerchant(db: Queryable, merchantId: MerchantId): Promise<SurveyedMerchant | null> {
  const rows = await db.query<{ displayName: string; merchantNo: MerchantNo; mode: string }>({
    text: `select m.display_name as "displayName", n.merchant_no as "merchantNo", n.mode
             from merchants m join merchant_numbers n on n.merchant_id = m.id
            where m.id = $1 order by n.merchant_no`,
    values: [merchantId],
  });
  const [first] = rows;
  return first === undefined ? null : { displayName: first.displayName, numbers: rows };
}

/** Who made whom, of keys, people and operators: the chain of the tenant, not of one merchant. */
const uncounted = new Set(["actor_origins"]);

export interface CountedTable {
  readonly table: string;
  readonly becomes: RowsInMove;
  readonly rows: number;
  /** Values that are sealed or hashed again with the other cell's keys. */
  readonly remade: number;
}

/** The rows of one merchant and mode by table, in the order of a move; tables without rows are left out. */
export async function countRows(db: Queryable, merchantNo: MerchantNo): Promise<readonly CountedTable[]> {
  const tables = [
    ...movingTables,
    ...Object.keys(rowsInMove).filter((table) => !["moves", "shared"].includes(rowsInMove[table] ?? "")),
  ].filter((table) => !uncounted.has(table));
  const counted: CountedTable[] = [];
  for (const table of tables) {
    const columns = Object.entries(movingBytes)
      .filter(([column, kind]) => kind !== "plain" && column.startsWith(`${table}.`))
      .map(([column]) => `count(t.${column.slice(table.length + 1)})`);
    const [found] = await db.query<{ rows: bigint; remade: bigint }>({
      text: `select count(*) as rows, ${["0::bigint", ...columns].join(" + ")} as remade
               from ${table} t where ${rowsOfMerchant(table)}`,
      values: [merchantNo],
    });
    const rows = Number(found?.rows ?? 0);
    if (rows > 0)
      counted.push({
        table,
        becomes: rowsInMove[table] ?? "moves",
        rows,
        remade: Number(found?.remade ?? 0),
      });
  }
  return counted;
}

const atSimulator = "provider_account_id in (select id from provider_accounts where provider = 'simulator')";

/** What must have ended before a merchant can change its cell: what only this cell's simulator, or operators of this cell, can end. */
const underWay: Readonly<Record<string, string>> = {
  charges: `status in ('PENDING', 'REQUIRES_ACTION', 'PROCESSING', 'IN_RECONCILIATION') and ${atSimulator}`,
  refunds: `status in ('PENDING', 'PROCESSING', 'IN_RECONCILIATION') and ${atSimulator}`,
  payouts: `status in ('QUEUED', 'PROCESSING', 'IN_RECONCILIATION') and ${atSimulator}`,
  ledger_corrections: "status = 'PROPOSED'",
  money_decisions: "status = 'PROPOSED'",
  kyb_decisions: "status = 'PROPOSED'",
};

export interface UnderWay {
  readonly table: string;
  readonly status: string;
  readonly rows: number;
}

export async function countUnderWay(db: Queryable, merchantNo: MerchantNo): Promise<readonly UnderWay[]> {
  const parts = Object.entries(underWay).map(
    ([table, condition]) =>
      `select '${table}' as "table", status, count(*)::int as rows from ${table}
        where merchant_no = $1 and ${condition} group by status`,
  );
  return db.query<UnderWay>({ text: `${parts.join(" union all ")} order by 1, 2`, values: [merchantNo] });
}

export interface UsedAccount {
  readonly id: string;
  readonly provider: string;
  readonly rows: number;
}

/** The accounts at providers that the merchant's payments, refunds and payouts name, the most used first. */
export function findAccounts(db: Queryable, merchantNo: MerchantNo): Promise<readonly UsedAccount[]> {
  return db.query<UsedAccount>({
    text: `select a.id, a.provider, sum(used.n)::int as rows
             from (select provider_account_id as id, count(*) as n from charges where merchant_no = $1 group by 1
                   union all select provider_account_id, count(*) from refunds where merchant_no = $1 group by 1
                   union all select provider_account_id, count(*) from payouts where merchant_no = $1 group by 1) used
             join provider_accounts a on a.id = used.id
            group by a.id, a.provider order by rows desc, a.id`,
    values: [merchantNo],
  });
}

export interface WalletBalance {
  readonly mode: string;
  readonly currency: string;
  /** Minor units, whatever of it is available. */
  readonly owed: bigint;
}

/** What the merchant has in its wallets, by mode and currency. */
export function findBalances(db: Queryable, merchantId: MerchantId): Promise<readonly WalletBalance[]> {
  return db.query<WalletBalance>({
    text: `select n.mode, w.currency, sum(w.available + w.pending + w.held + w.reserved)::bigint as owed
             from merchant_numbers n join wallets w using (merchant_no) where n.merchant_id = $1 group by 1, 2 order by 1, 2`,
    values: [merchantId],
  });
}

export interface LeftMerchant {
  readonly to: CellCode | null;
  readonly numbers: readonly MerchantNo[];
  readonly slugs: readonly string[];
  readonly keyHashes: readonly string[];
}

/** The merchants that have left this cell, with all by which a request can name them. */
export function findMoved(db: Queryable): Promise<readonly LeftMerchant[]> {
  return db.query<LeftMerchant>({
    text: `select m.other_cell as "to", m.numbers,
             array(select l.slug from link_slugs l where l.merchant_no = any(m.numbers) order by 1) as slugs,
             array(select encode(k.hash, 'hex') from api_keys k
                    where k.merchant_no = any(m.numbers) and k.revoked_at is null order by 1) as "keyHashes"
             from left_merchants m order by m.planned_at, m.move_id`,
  });
}
