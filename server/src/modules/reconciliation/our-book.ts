import type { Queryable } from "../../db/database.ts";
import { itemRows } from "../../db/item-rows.ts";
import { uuidFloor } from "../../db/list-days.ts";
import { probe } from "../../db/probe.ts";
import type { CurrencyCode } from "../../kit/currency.ts";
import type { Id, MerchantNo, TenantId } from "../../kit/ids.ts";
import type { Mode } from "../../kit/payment-terms.ts";
import { parseProviderReference, providerReference } from "../payments/index.ts";
import { keyOf } from "./compare.ts";
import type { ExpectedItem, OperationLine, OperationType, OurItem } from "./types.ts";

/** Our records for the lines of a statement, in three SQL statements whatever the number of lines. */

interface Named {
  readonly type: OperationType;
  readonly merchantNo: MerchantNo;
  readonly id: string;
}

const input = itemRows<Named>([
  { name: "merchant_no", type: "int", value: (item) => item.merchantNo },
  { name: "id", type: "uuid", value: (item) => item.id },
]);

/** What our books contain of a row; money under review is booked, whatever its charge's status. */
const booked = {
  charges: `case when t.status = 'SUCCEEDED' or t.amount_confirmed is not null then 'SUCCEEDED'
    when t.status in ('FAILED', 'CANCELLED') then 'FAILED' else 'OPEN' end`,
  refunds: `case when t.status = 'SUCCEEDED' then 'SUCCEEDED' when t.status in ('FAILED', 'CANCELLED') then 'FAILED'
    else 'OPEN' end`,
  payouts: `case when t.status = 'PAID' then 'SUCCEEDED' when t.status = 'REVERSED' then 'REVERSED'
    when t.status in ('FAILED', 'CANCELLED') then 'FAILED' else 'OPEN' end`,
} as const;
const amounts = {
  charges: "coalesce(t.amount_confirmed, t.amount)",
  refunds: "t.amount",
  payouts: "t.amount",
} as const;
const bookedAt = { charges: "t.succeeded_at", refunds: "t.succeeded_at", payouts: "t.paid_at" } as const;
type Table = keyof typeof booked;

interface Row {
  readonly merchantNo: MerchantNo;
  readonly id: string;
  readonly status: string;
  readonly amount: bigint;
  readonly currency: CurrencyCode;
  readonly booked: OurItem["booked"];
  /** Of a refund. */
  readonly chargeId: string | null;
}

const columns = (
  table: Table,
) => `t.merchant_no as "merchantNo", t.id, t.status, ${amounts[table]} as amount, t.currency,
  ${booked[table]} as booked, ${table === "refunds" ? "t.charge_id" : "null::uuid"} as "chargeId"`;

function readNamed(
  db: Queryable,
  table: Table,
  accountId: string,
  named: readonly Named[],
  more = "",
): Promise<readonly Row[]> {
  if (named.length === 0) return Promise.resolve([]);
  const values = input.values(named);
  return db.query<Row>({
    text: `select ${columns(table)} from ${input.from}
      ${probe("t", `select * from ${table} x where x.merchant_no = item.merchant_no and x.id = item.id`)}
      where t.provider_account_id = $${values.length + 1} ${more}`,
    values: [...values, accountId],
  });
}

const subjects = { charges: "CHARGE", refunds: "REFUND", payouts: "PAYOUT" } as const;

function itemOf(type: OperationType, table: Table, { chargeId, ...row }: Row): OurItem {
  const referenceOf = (id: string) => providerReference(row.merchantNo, id as Id<"charge">);
  return {
    ...row,
    type,
    subjectType: subjects[table],
    reference: referenceOf(row.id),
    ...(chargeId === null || type !== "REFUND" ? {} : { paymentReference: referenceOf(chargeId) }),
  };
}

/** Our record for each line, by `keyOf`. A refund that was sent as a payout is reported as a payout. */
export async function findOurs(
  db: Queryable,
  scope: { readonly tenantId: TenantId; readonly mode: Mode; readonly accountId: string },
  lines: readonly OperationLine[],
): Promise<ReadonlyMap<string, OurItem>> {
  const named = new Map<string, Named>();
  for (const line of lines) {
    const parsed = parseProviderReference(line.reference);
    if (parsed !== null) named.set(keyOf(line), { type: line.type, ...parsed });
  }
  const of = (type: OperationType) => [...named.values()].filter((one) => one.type === type);
  const { accountId } = scope;
  const found = new Map<string, OurItem>();
  const add = async (type: OperationType, table: Table, some: readonly Named[], more = ""): Promise<void> => {
    for (const row of await readNamed(db, table, accountId, some, more)) {
      const item = itemOf(type, table, row);
      found.set(keyOf(item), item);
    }
  };
  await add("PAYMENT", "charges", of("PAYMENT"));
  await add("REFUND", "refunds", of("REFUND"));
  await addRefundsByPayment(db, accountId, lines, found);
  await add("PAYOUT", "payouts", of("PAYOUT"));
  const unpaid = of("PAYOUT").filter(
    ({ merchantNo, id }) =>
      !found.has(keyOf({ type: "PAYOUT", reference: providerReference(merchantNo, id as Id<"payout">) })),
  );
  await add("PAYOUT", "refunds", unpaid, "and t.route = 'PAYOUT_TO_PAYER'");
  await addByTransaction(db, scope, lines, found);
  return found;
}

/** Refunds that a provider lists under the reference of their payment, because it refunds as a whole or not at all. */
async function addRefundsByPayment(
  db: Queryable,
  accountId: string,
  lines: readonly OperationLine[],
  found: Map<string, OurItem>,
): Promise<void> {
  const lost = lines.filter((line) => line.type === "REFUND" && !found.has(keyOf(line)));
  const named = lost.flatMap((line) => {
    const parsed = parseProviderReference(line.reference);
    return parsed === null ? [] : [{ type: line.type, ...parsed }];
  });
  if (named.length === 0) return;
  const values = input.values(named);
  // The payment's last refund: those before it have failed.
  const rows = await db.query<Row>({
    text: `select distinct on (t.merchant_no, t.charge_id) ${columns("refunds")} from ${input.from}
      ${probe("t", "select * from refunds x where x.merchant_no = item.merchant_no and x.charge_id = item.id")}
      where t.provider_account_id = $${values.length + 1} and t.route = 'ORIGINAL_RAIL'
      order by t.merchant_no, t.charge_id, t.id desc`,
    values: [...values, accountId],
  });
  for (const row of rows) {
    const item = itemOf("REFUND", "refunds", row);
    if (item.paymentReference !== undefined) found.set(`REFUND ${item.paymentReference}`, item);
  }
}

/**
 * Lines with an unknown reference are searched by the provider's number; only this many, because the search covers
 * every merchant.
 */
const BY_TRANSACTION_MAX = 500;

async function addByTransaction(
  db: Queryable,
  {
    tenantId,
    mode,
    accountId,
  }: { readonly tenantId: TenantId; readonly mode: Mode; readonly accountId: string },
  lines: readonly OperationLine[],
  found: Map<string, OurItem>,
): Promise<void> {
  const lost = lines
    .filter((line) => line.type === "PAYMENT" && line.transactionId !== null && !found.has(keyOf(line)))
    .slice(0, BY_TRANSACTION_MAX);
  if (lost.length === 0) return;
  const rows = await db.query<Row & { readonly transactionId: string }>({
    text: `select ${columns("charges")}, t.provider_transaction_id as "transactionId"
      from merchants m join merchant_numbers n on n.merchant_id = m.id and n.mode = $2
      cross join unnest($3::text[]) as asked (number)
      ${probe("t", "select * from charges x where x.merchant_no = n.merchant_no and x.provider_transaction_id = asked.number")}
      where m.tenant_id = $1 and t.provider_account_id = $4`,
    values: [tenantId, mode, [...new Set(lost.map((line) => line.transactionId))], accountId],
  });
  const byNumber = new Map(rows.map((row) => [row.transactionId, row]));
  for (const line of lost) {
    const row = line.transactionId === null ? undefined : byNumber.get(line.transactionId);
    // Under the key of the line, because its reference is the provider's mistake.
    if (row !== undefined) found.set(keyOf(line), itemOf("PAYMENT", "charges", row));
  }
}

/** Merchants read at once: each is one range of the primary key. */
const MERCHANTS_AT_ONCE = 100;
/** A booking of a period began at most this long before: a session lasts a day, provider queries three. */
const LOOKBACK_MS = 5 * 86_400_000;

/** Our bookings by this account in `[fromMs, toMs)`, by our own clock. */
export async function findBooked(
  db: Queryable,
  {
    tenantId,
    mode,
    accountId,
  }: { readonly tenantId: TenantId; readonly mode: Mode; readonly accountId: string },
  fromMs: number,
  toMs: number,
): Promise<readonly ExpectedItem[]> {
  const numbers = await db.query<{ merchantNo: MerchantNo }>({
    text: `select n.merchant_no as "merchantNo" from merchants m join merchant_numbers n on n.merchant_id = m.id
      where m.tenant_id = $1 and n.mode = $2 order by 1`,
    values: [tenantId, mode],
  });
  const expected: ExpectedItem[] = [];
  for (let at = 0; at < numbers.length; at += MERCHANTS_AT_ONCE) {
    const some = numbers.slice(at, at + MERCHANTS_AT_ONCE).map(({ merchantNo }) => merchantNo);
    for (const [type, table, more] of [
      ["PAYMENT", "charges", ""],
      ["REFUND", "refunds", "and t.route = 'ORIGINAL_RAIL'"],
      ["PAYOUT", "refunds", "and t.route = 'PAYOUT_TO_PAYER'"],
      ["PAYOUT", "payouts", ""],
    ] as const) {
      const rows = await db.query<Row & { readonly bookedAtMs: number; readonly createdAtMs: number }>({
        text: `select ${columns(table)}, ${bookedAt[table]} as "bookedAtMs", t.created_at as "createdAtMs"
          from unnest($1::int[]) as n (merchant_no)
          ${probe("t", `select * from ${table} x where x.merchant_no = n.merchant_no and x.id >= $2::uuid and x.id < $3::uuid`)}
          where t.provider_account_id = $4 and ${bookedAt[table]} >= $5 and ${bookedAt[table]} < $6 ${more}`,
        values: [
          some,
          uuidFloor(fromMs - LOOKBACK_MS),
          uuidFloor(toMs),
          accountId,
          new Date(fromMs),
          new Date(toMs),
        ],
      });
      for (const row of rows) expected.push({ ...row, ...itemOf(type, table, row) });
    }
  }
  return expected;
}
