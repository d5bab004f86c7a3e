import type { Queryable } from "../../../db/database.ts";
import { itemRows } from "../../../db/item-rows.ts";
import { uuidFloor } from "../../../db/list-days.ts";
import { probe } from "../../../db/probe.ts";
import type { CurrencyCode } from "../../../kit/currency.ts";
import type { Id, MerchantNo } from "../../../kit/ids.ts";
import { money } from "../../../kit/money.ts";
import type { PaymentMethod } from "../../../kit/payment-terms.ts";
import { providerReference } from "../../payments/index.ts";
import type { NumberedLine, OperationType } from "../types.ts";
import type { ClaimedDay } from "./days-store.ts";

/** A payment, refund or payout that was made or booked on a day, as far as its provider may need it for an answer. */
export interface AskableOperation {
  readonly type: OperationType;
  readonly table: "charges" | "refunds" | "payouts";
  readonly merchantNo: MerchantNo;
  readonly id: Id<"charge">;
  readonly reference: string;
  readonly amount: bigint;
  readonly currency: CurrencyCode;
  readonly providerReference: string | null;
  readonly providerHandle: Buffer | null;
  readonly createdAtMs: number;
  /** When we booked it; null: we did not. */
  readonly bookedAtMs: number | null;
  /** Of a payment; null otherwise. */
  readonly paymentMethod: PaymentMethod | null;
  /** The payment that a refund gives back; null otherwise. */
  readonly chargeId: Id<"charge"> | null;
}

interface Source {
  readonly type: OperationType;
  readonly table: AskableOperation["table"];
  readonly bookedAt: string;
  readonly own: string;
  readonly where: string;
}

const sources: readonly Source[] = [
  {
    type: "PAYMENT",
    table: "charges",
    bookedAt: "succeeded_at",
    own: `t.payment_method as "paymentMethod", null as "chargeId"`,
    where: "",
  },
  {
    type: "REFUND",
    table: "refunds",
    bookedAt: "succeeded_at",
    own: `null as "paymentMethod", t.charge_id as "chargeId"`,
    where: "and t.route = 'ORIGINAL_RAIL'",
  },
  {
    type: "PAYOUT",
    table: "refunds",
    bookedAt: "succeeded_at",
    own: `null as "paymentMethod", null as "chargeId"`,
    where: "and t.route = 'PAYOUT_TO_PAYER'",
  },
  {
    type: "PAYOUT",
    table: "payouts",
    bookedAt: "paid_at",
    own: `null as "paymentMethod", null as "chargeId"`,
    where: "",
  },
];

/** A booking of a day began at most this long before: `our-book.ts` looks as far back. */
const LOOKBACK_MS = 5 * 86_400_000;
/** Merchants read at once: each is one range of the primary key. */
const MERCHANTS_AT_ONCE = 100;

/** The operations made or booked on the day that the provider was not asked about yet: at most `limit`. */
export async function readUnasked(
  db: Queryable,
  { tenantId, mode, providerAccountId, day, fromMs, toMs }: ClaimedDay,
  limit: number,
): Promise<readonly AskableOperation[]> {
  const numbers = await db.query<{ merchantNo: MerchantNo }>({
    text: `select n.merchant_no as "merchantNo" from merchants m join merchant_numbers n on n.merchant_id = m.id
      where m.tenant_id = $1 and n.mode = $2 order by 1`,
    values: [tenantId, mode],
  });
  const asked = await db.query<{ type: string; reference: string }>({
    text: `select type, reference from reconciliation_answers where provider_account_id = $1 and day = $2`,
    values: [providerAccountId, day],
  });
  const known = new Set(asked.map(({ type, reference }) => `${type} ${reference}`));
  const found: AskableOperation[] = [];
  for (let at = 0; at < numbers.length && found.length < limit; at += MERCHANTS_AT_ONCE) {
    const some = numbers.slice(at, at + MERCHANTS_AT_ONCE).map(({ merchantNo }) => merchantNo);
    for (const { type, table, bookedAt, own, where } of sources) {
      const rows = await db.query<Omit<AskableOperation, "type" | "table" | "reference">>({
        text: `select t.merchant_no as "merchantNo", t.id, t.amount, t.currency, t.provider_reference as "providerReference",
            t.provider_handle as "providerHandle", t.created_at as "createdAtMs", t.${bookedAt} as "bookedAtMs", ${own}
          from unnest($1::int[]) as n (merchant_no)
          ${probe("t", `select * from ${table} x where x.merchant_no = n.merchant_no and x.id >= $2::uuid and x.id < $3::uuid`)}
          where t.provider_account_id = $4 and ((t.created_at >= $5 and t.created_at < $6)
            or (t.${bookedAt} >= $5 and t.${bookedAt} < $6)) ${where}`,
        values: [
          some,
          uuidFloor(fromMs - LOOKBACK_MS),
          uuidFloor(toMs),
          providerAccountId,
          new Date(fromMs),
          new Date(toMs),
        ],
      });
      for (const row of rows) {
        const reference = providerReference(row.merchantNo, row.id);
        if (!known.has(`${type} ${reference}`)) found.push({ ...row, type, table, reference });
      }
    }
  }
  return found.slice(0, limit);
}

export interface Answer {
  readonly operation: AskableOperation;
  /** Null: the provider does not know it, or it waits and neither side has money of it. */
  readonly status: "SUCCEEDED" | "FAILED" | "PENDING" | null;
  readonly transactionId: string | null;
  /** Minor units, in the operation's currency unless `currency` says otherwise. */
  readonly amount: bigint;
  readonly currency: CurrencyCode;
  /** Within the day. */
  readonly occurredAtMs: number;
}

const answerRows = itemRows<Answer>([
  { name: "type", type: "text", value: ({ operation }) => operation.type },
  { name: "reference", type: "text", value: ({ operation }) => operation.reference },
  { name: "status", type: "text", value: (answer) => answer.status },
  { name: "transaction_id", type: "text", value: (answer) => answer.transactionId },
  { name: "amount", type: "bigint", value: (answer) => answer.amount },
  { name: "currency", type: "text", value: (answer) => answer.currency },
  { name: "occurred_at", type: "timestamptz", value: (answer) => answer.occurredAtMs },
]);

export async function insertAnswers(
  db: Queryable,
  { providerAccountId, day }: ClaimedDay,
  answers: readonly Answer[],
): Promise<void> {
  if (answers.length === 0) return;
  const values = answerRows.values(answers);
  const next = values.length + 1;
  await db.query({
    text: `insert into reconciliation_answers (provider_account_id, day, type, reference, status, transaction_id, amount,
        currency, occurred_at)
      select $${next}, $${next + 1}, type, reference, status, transaction_id, amount, currency, occurred_at
      from ${answerRows.from} on conflict do nothing`,
    values: [...values, providerAccountId, day],
  });
}

/** The day's answers as lines of a statement, in the order of time; one that moved nothing and is not known has none. */
export async function readAnswers(
  db: Queryable,
  { providerAccountId, day }: ClaimedDay,
): Promise<readonly NumberedLine[]> {
  type Row = Pick<NumberedLine, "reference" | "transactionId" | "occurredAtMs"> & {
    readonly type: OperationType;
    readonly status: "SUCCEEDED" | "FAILED" | "PENDING";
    readonly minor: bigint;
    readonly currency: CurrencyCode;
  };
  const rows = await db.query<Row>({
    text: `select type, reference, transaction_id as "transactionId", status, amount as minor, currency,
        occurred_at as "occurredAtMs"
      from reconciliation_answers where provider_account_id = $1 and day = $2 and status is not null
      order by occurred_at, type, reference`,
    values: [providerAccountId, day],
  });
  return rows.map(({ minor, currency, ...line }, index) => ({
    ...line,
    amount: money(minor, currency),
    lineNo: index + 1,
  }));
}

/** The payments that refunds give back, with what their provider may need. */
export async function readRefundedCharges(
  db: Queryable,
  refunds: readonly AskableOperation[],
): Promise<ReadonlyMap<string, AskableOperation>> {
  if (refunds.length === 0) return new Map();
  const rows = await db.query<Omit<AskableOperation, "type" | "table" | "reference">>({
    text: `select c.merchant_no as "merchantNo", c.id, c.amount, c.currency, c.provider_reference as "providerReference",
        c.provider_handle as "providerHandle", c.created_at as "createdAtMs", c.succeeded_at as "bookedAtMs",
        c.payment_method as "paymentMethod", null as "chargeId"
      from unnest($1::int[], $2::uuid[]) as asked (merchant_no, id)
      ${probe("c", "select * from charges x where x.merchant_no = asked.merchant_no and x.id = asked.id")}`,
    values: [refunds.map(({ merchantNo }) => merchantNo), refunds.map(({ chargeId }) => chargeId)],
  });
  return new Map(
    rows.map((row) => [
      row.id,
      { ...row, type: "PAYMENT", table: "charges", reference: providerReference(row.merchantNo, row.id) },
    ]),
  );
}
