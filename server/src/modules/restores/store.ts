import type { Queryable, Transaction } from "../../db/database.ts";
import { stillHere } from "../../db/left-merchants.ts";
import { uuidFloor } from "../../db/list-days.ts";
import type { Id, TenantId } from "../../kit/ids.ts";
import type { BookPeriod, RemainingFacts, Restore } from "./types.ts";

const UNDER_WAY = "('PROCESSING', 'IN_RECONCILIATION')";

export async function insertRestore(tx: Transaction, restore: Restore): Promise<void> {
  await tx.query({
    text: "insert into restores (id, restored_to, lost_until, declared_at) values ($1, $2, $3, $4)",
    values: [
      restore.id,
      new Date(restore.restoredToMs),
      new Date(restore.lostUntilMs),
      new Date(restore.declaredAtMs),
    ],
  });
}

/** The open one; null when there is none. `lock`: nobody else releases it meanwhile. */
export async function findOpenRestore(
  db: Queryable,
  lock: "none" | "release" = "none",
): Promise<Restore | null> {
  const [row] = await db.query<Restore>({
    text: `select id, restored_to as "restoredToMs", lost_until as "lostUntilMs", declared_at as "declaredAtMs"
      from restores where released_at is null ${lock === "release" ? "for update" : ""}`,
  });
  return row ?? null;
}

export async function closeRestore(
  tx: Transaction,
  { id }: Restore,
  note: string | null,
  nowMs: number,
): Promise<void> {
  await tx.query({
    text: "update restores set released_at = $2, note = $3 where id = $1",
    values: [id, new Date(nowMs), note],
  });
}

/**
 * Makes every question about money in flight due at `atMs`. Questions that were given up stay with the operator who decides.
 * Returns the numbers of charges, refunds and payouts.
 */
export async function askAllInFlight(
  tx: Transaction,
  atMs: number,
): Promise<{ readonly charges: number; readonly refunds: number; readonly payouts: number }> {
  const due = (table: string, condition: string) =>
    tx.query({
      text: `update ${table} set next_check_at = $1 where next_check_at < 'infinity' and ${condition} and ${stillHere("merchant_no")} returning 1`,
      values: [new Date(atMs)],
    });
  const charges = await due("charge_checks", "true");
  const refunds = await due("refunds", `status in ${UNDER_WAY}`);
  const payouts = await due("payouts", `status in ${UNDER_WAY}`);
  return { charges: charges.length, refunds: refunds.length, payouts: payouts.length };
}

/** Of those who live in this cell: what another one has taken over is asked about there. */
export async function merchantNumbers(db: Queryable): Promise<readonly number[]> {
  const rows = await db.query<{ merchantNo: number }>({
    text: `select merchant_no as "merchantNo" from merchant_numbers where ${stillHere("merchant_no")} order by merchant_no`,
  });
  return rows.map(({ merchantNo }) => merchantNo);
}

/**
 * Schedules a question about each payment of a merchant that was sent since `sinceMs` and ended without money: a success
 * that was reported in the lost hours is reported only once. Reads a range of the primary key. Returns their number.
 */
export async function askEndedCharges(
  tx: Transaction,
  merchantNo: number,
  sinceMs: number,
  atMs: number,
): Promise<number> {
  const rows = await tx.query({
    text: `insert into charge_checks (merchant_no, charge_id, session_id, next_check_at)
      select merchant_no, id, session_id, $3 from charges
       where merchant_no = $1 and id >= $2 and status in ('FAILED', 'CANCELLED') and provider_account_id is not null
      on conflict (merchant_no, charge_id) do nothing returning 1`,
    values: [merchantNo, uuidFloor(sinceMs), new Date(atMs)],
  });
  return rows.length;
}

export async function tenantIds(db: Queryable): Promise<readonly TenantId[]> {
  const rows = await db.query<{ id: TenantId }>({ text: "select id from tenants order by id" });
  return rows.map(({ id }) => id);
}

/** What `judgeRemaining` needs to know. */
export async function readRemaining(db: Queryable, restore: Restore): Promise<RemainingFacts> {
  const declaredAt = new Date(restore.declaredAtMs);
  const [count] = await db.query<Pick<RemainingFacts, "unasked" | "heldPayouts" | "heldRefunds">>({
    text: `select
        (select count(*) from charge_checks where next_check_at <= $1)::int
          + (select count(*) from refunds where next_check_at <= $1 and status in ${UNDER_WAY})::int
          + (select count(*) from payouts where next_check_at <= $1 and status in ${UNDER_WAY})::int as unasked,
        (select count(*) from payouts where next_check_at is not null and status in ('PENDING', 'QUEUED'))::int
          as "heldPayouts",
        (select count(*) from refunds where next_check_at is not null and status = 'PENDING')::int as "heldRefunds"`,
    values: [declaredAt],
  });
  if (count === undefined) throw new Error("a count returns its row");
  const accounts = await db.query<{
    id: Id<"providerAccount">;
    provider: string;
    name: string;
    open: number;
  }>({
    text: `select a.id, a.provider, a.name,
        (select count(*) from reconciliation_differences d
           join provider_statements s on s.tenant_id = d.tenant_id and s.id = d.statement_id
          where d.tenant_id = a.tenant_id and s.provider_account_id = a.id and d.status = 'OPEN'
            and s.period_to > $1)::int as open
      from provider_accounts a where a.mode = 'LIVE' and a.status = 'ENABLED' order by a.provider, a.name`,
    values: [new Date(restore.restoredToMs)],
  });
  const books = await db.query<BookPeriod & { readonly accountId: Id<"providerAccount"> }>({
    // Questions tell only of what we know ourselves: they find nothing that was lost here.
    text: `select provider_account_id as "accountId", period_from as "fromMs", period_to as "toMs" from provider_statements
      where mode = 'LIVE' and source <> 'QUERIES' and period_to > $1 and created_at >= $2 order by period_from`,
    values: [new Date(restore.restoredToMs), declaredAt],
  });
  return {
    ...count,
    accounts: accounts.map(({ open, ...account }) => ({
      ...account,
      openDifferences: open,
      books: books.filter(({ accountId }) => accountId === account.id),
    })),
  };
}
