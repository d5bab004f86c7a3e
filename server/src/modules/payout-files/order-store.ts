import { readRow, selectList } from "../../db/columns.ts";
import type { Queryable, Transaction } from "../../db/database.ts";
import { itemRows } from "../../db/item-rows.ts";
import type { CurrencyCode } from "../../kit/currency.ts";
import type { Id, TenantId } from "../../kit/ids.ts";
import type { OrderStatus } from "./states.ts";
import type { OrderRow } from "./types.ts";

type Row = Readonly<Record<string, unknown>>;
const fields = [
  "tenantId",
  "id",
  "mode",
  "providerAccountId",
  "kind",
  "ownId",
  "amount",
  "currency",
  "details",
  "status",
  "fileId",
  "reason",
  "bankStatus",
  "bankReference",
  "isTold",
  "note",
  "queuedAtMs",
  "version",
  "createdAtMs",
  "updatedAtMs",
] as const satisfies readonly (keyof OrderRow)[];
const columns = selectList("o", fields);
const NO_JSON: ReadonlySet<string> = new Set();
const readOrder = (row: Row): OrderRow => readRow<OrderRow>(row, fields, NO_JSON);

export type NewOrder = Pick<
  OrderRow,
  "tenantId" | "id" | "mode" | "providerAccountId" | "kind" | "ownId" | "amount" | "currency" | "details"
> & { readonly nowMs: number };

/** Queues a transfer. One with the same own id at this account stays as it is. */
export async function insertOrder(db: Queryable, order: NewOrder): Promise<void> {
  await db.query({
    text: `insert into transfer_orders (tenant_id, id, mode, provider_account_id, kind, own_id, amount, currency, details,
        status, is_told, queued_at, created_at, updated_at)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, 'QUEUED', true, $10, $10, $10)
      on conflict (provider_account_id, own_id) do nothing`,
    values: [
      order.tenantId,
      order.id,
      order.mode,
      order.providerAccountId,
      order.kind,
      order.ownId,
      order.amount,
      order.currency,
      order.details,
      new Date(order.nowMs),
    ],
  });
}

/** The order with when its file was released; null while it waits for that. */
export async function findOrder(
  db: Queryable,
  accountId: string,
  ownId: string,
): Promise<(OrderRow & { readonly releasedAtMs: number | null }) | null> {
  const [row] = await db.query<Row & { releasedAtMs: number | null }>({
    text: `select ${columns}, f.released_at as "releasedAtMs" from transfer_orders o
      left join payout_files f on f.tenant_id = o.tenant_id and f.id = o.file_id
      where o.provider_account_id = $1 and o.own_id = $2`,
    values: [accountId, ownId],
  });
  return row === undefined ? null : { ...readOrder(row), releasedAtMs: row.releasedAtMs };
}

export async function readOrders(
  db: Queryable,
  tenantId: TenantId,
  ids: readonly string[],
): Promise<readonly OrderRow[]> {
  if (ids.length === 0) return [];
  const rows = await db.query<Row>({
    text: `select ${columns} from transfer_orders o where o.tenant_id = $1 and o.id = any($2::uuid[])`,
    values: [tenantId, ids],
  });
  return rows.map(readOrder);
}

/** The orders of a file in the order in which they were placed. */
export async function ordersOfFile(
  db: Queryable,
  tenantId: TenantId,
  fileId: Id<"payoutFile">,
): Promise<readonly OrderRow[]> {
  const rows = await db.query<Row>({
    text: `select ${columns} from transfer_orders o where o.tenant_id = $1 and o.file_id = $2 order by o.id`,
    values: [tenantId, fileId],
  });
  return rows.map(readOrder);
}

/** Accounts with orders that wait for a file. */
export async function accountsWithQueue(db: Queryable): Promise<readonly Id<"providerAccount">[]> {
  const rows = await db.query<{ id: Id<"providerAccount"> }>({
    text: `select distinct provider_account_id as id from transfer_orders where status = 'QUEUED' order by id`,
    values: [],
  });
  return rows.map(({ id }) => id);
}

/** The oldest orders of an account that wait since `untilMs` or longer, of the currency of the first. */
export async function queuedOrders(
  db: Queryable,
  accountId: Id<"providerAccount">,
  untilMs: number,
  limit: number,
): Promise<readonly Pick<OrderRow, "ownId" | "currency">[]> {
  return db.query<{ ownId: string; currency: CurrencyCode }>({
    text: `with waiting as (
        select own_id, currency, id from transfer_orders
        where provider_account_id = $1 and status = 'QUEUED' and queued_at <= $2
      )
      select own_id as "ownId", currency from waiting
      where currency = (select currency from waiting order by id limit 1) order by id limit $3`,
    values: [accountId, new Date(untilMs), limit],
  });
}

/**
 * Of these ids those whose payout or refund still waits for its money to leave, under a lock until the end of the
 * transaction: whoever cancels or ends one of them comes before or after it. In the lock order of payouts.
 */
export async function lockAwaited(
  tx: Transaction,
  accountId: Id<"providerAccount">,
  ownIds: readonly string[],
): Promise<readonly string[]> {
  const awaited: string[] = [];
  for (const table of ["payouts", "refunds"] as const) {
    const rows = await tx.query<{ ownId: string }>({
      text: `select provider_reference as "ownId" from ${table}
        where provider_account_id = $1 and provider_reference = any($2::text[])
          and status in ('PROCESSING', 'IN_RECONCILIATION')
        order by merchant_no, id for share`,
      values: [accountId, ownIds],
    });
    awaited.push(...rows.map(({ ownId }) => ownId));
  }
  return awaited;
}

/** A change of many orders of an account, of those that are still in `from`. Returns those that it changed. */
export async function moveOrders(
  tx: Transaction,
  accountId: Id<"providerAccount">,
  ownIds: readonly string[],
  {
    from,
    to,
    fileId,
    nowMs,
  }: {
    readonly from: OrderStatus;
    readonly to: OrderStatus;
    readonly fileId: Id<"payoutFile"> | null;
    readonly nowMs: number;
  },
): Promise<readonly OrderRow[]> {
  const rows = await tx.query<Row>({
    text: `update transfer_orders o set status = $4, file_id = $5, version = version + 1, updated_at = $6,
        queued_at = case when $4 = 'QUEUED' then $6::timestamptz else queued_at end
      where o.provider_account_id = $1 and o.own_id = any($2::text[]) and o.status = $3
      returning ${columns}`,
    values: [accountId, ownIds, from, to, fileId, new Date(nowMs)],
  });
  return rows.map(readOrder).sort((left, right) => (left.id < right.id ? -1 : 1));
}

/** What an answer of the bank, or an operator, makes of one order. */
export interface OrderChange
  extends Pick<
    OrderRow,
    "ownId" | "status" | "fileId" | "reason" | "bankStatus" | "bankReference" | "isTold"
  > {
  readonly note: string | null;
}

const changeRows = itemRows<OrderChange>([
  { name: "own_id", type: "text", value: ({ ownId }) => ownId },
  { name: "status", type: "text", value: ({ status }) => status },
  { name: "file_id", type: "uuid", value: ({ fileId }) => fileId },
  { name: "reason", type: "text", value: ({ reason }) => reason },
  { name: "bank_status", type: "text", value: ({ bankStatus }) => bankStatus },
  { name: "bank_reference", type: "text", value: ({ bankReference }) => bankReference },
  { name: "is_told", type: "boolean", value: ({ isTold }) => isTold },
  { name: "note", type: "text", value: ({ note }) => note },
]);

/** Writes changes of orders that the caller has locked. */
export async function writeOrders(
  tx: Transaction,
  accountId: Id<"providerAccount">,
  changes: readonly OrderChange[],
  nowMs: number,
): Promise<void> {
  if (changes.length === 0) return;
  const values = changeRows.values(changes);
  const next = values.length + 1;
  await tx.query({
    text: `update transfer_orders o set status = item.status, file_id = item.file_id, reason = item.reason,
        bank_status = item.bank_status, bank_reference = item.bank_reference, is_told = item.is_told, note = item.note,
        version = o.version + 1, updated_at = $${next + 1}::timestamptz
      from ${changeRows.from} where o.provider_account_id = $${next}::uuid and o.own_id = item.own_id`,
    values: [...values, accountId, new Date(nowMs)],
  });
}

/** These orders of an account under a lock until the end of the transaction. */
export async function lockOrders(
  tx: Transaction,
  accountId: Id<"providerAccount">,
  ownIds: readonly string[],
): Promise<readonly OrderRow[]> {
  const rows = await tx.query<Row>({
    text: `select ${columns} from transfer_orders o
      where o.provider_account_id = $1 and o.own_id = any($2::text[]) order by o.id for update`,
    values: [accountId, ownIds],
  });
  return rows.map(readOrder);
}

/** Orders whose payout or refund was not told of what became of them, oldest first. */
export async function findUntoldOrders(
  db: Queryable,
  limit: number,
): Promise<
  readonly Pick<OrderRow, "tenantId" | "id" | "providerAccountId" | "ownId" | "kind" | "status" | "version">[]
> {
  return db.query({
    text: `select tenant_id as "tenantId", id, provider_account_id as "providerAccountId", own_id as "ownId", kind, status,
        version
      from transfer_orders where not is_told order by id limit $1`,
    values: [limit],
  });
}

/** Only for the state that was told: what came meanwhile is told next. */
export async function markOrderTold(
  db: Queryable,
  { tenantId, id, version }: Pick<OrderRow, "tenantId" | "id" | "version">,
): Promise<void> {
  await db.query({
    text: "update transfer_orders set is_told = true where tenant_id = $1 and id = $2 and version = $3",
    values: [tenantId, id, version],
  });
}
