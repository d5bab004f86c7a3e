import type { Queryable, Transaction } from "../../db/database.ts";
import type { CurrencyCode } from "../../kit/currency.ts";
import { money } from "../../kit/money.ts";
import type { SettlementMessage } from "../../providers/settlement-messages.ts";

/** Messages about one payment are stored one after the other, so that of two settlements one is the second. */
export async function lockPayment(tx: Transaction, accountId: string, ownId: string): Promise<void> {
  await tx.query({
    text: "select pg_advisory_xact_lock(hashtextextended('settlement_messages ' || $1::text || ' ' || $2::text, 0))",
    values: [accountId, ownId],
  });
}

/** `not_ours`: the account has no payment with this id. A message that is `known` is left as it is. */
export async function insertMessage(
  db: Queryable,
  accountId: string,
  { id, ownId, status, amount, transactionId, occurredAtMs }: SettlementMessage,
  nowMs: number,
): Promise<"new" | "known" | "not_ours"> {
  const [row] = await db.query<{ isNew: boolean }>({
    name: "settlement_messages.insert",
    text: `with payment as (
        select 1 from charges where provider_account_id = $1 and provider_reference = $3 limit 1
      ), written as (
        insert into settlement_messages
          (provider_account_id, message_id, own_id, status, amount, currency, transaction_id, occurred_at, created_at)
        select $1, $2, $3, $4, $5, $6, $7, $8, $9 from payment
        on conflict do nothing returning 1
      )
      select exists (select 1 from written) as "isNew" from payment`,
    values: [
      accountId,
      id,
      ownId,
      status,
      amount.minor,
      amount.currency,
      transactionId,
      new Date(occurredAtMs),
      new Date(nowMs),
    ],
  });
  if (row === undefined) return "not_ours";
  return row.isNew ? "new" : "known";
}

interface MessageRow extends Omit<SettlementMessage, "amount"> {
  readonly amount: bigint;
  readonly currency: CurrencyCode;
}

/** The first settlement of a payment, else its last rejection, in the order in which we received them. */
export async function findMessage(
  db: Queryable,
  accountId: string,
  ownId: string,
): Promise<SettlementMessage | null> {
  const [row] = await db.query<MessageRow>({
    name: "settlement_messages.find",
    text: `select message_id as id, own_id as "ownId", status, amount, currency, transaction_id as "transactionId",
        occurred_at as "occurredAtMs"
      from settlement_messages where provider_account_id = $1 and own_id = $2
      order by status desc, case when status = 'SETTLED' then created_at end, created_at desc, message_id limit 1`,
    values: [accountId, ownId],
  });
  if (row === undefined) return null;
  const { amount, currency, ...rest } = row;
  return { ...rest, amount: money(amount, currency) };
}

/**
 * Whether another message says that the same payment was settled by another transfer: the payer has paid the code twice.
 * The same transfer under another message's id is told again, not paid again.
 */
export async function isSettledTwice(
  db: Queryable,
  accountId: string,
  { id, ownId, transactionId }: Pick<SettlementMessage, "id" | "ownId" | "transactionId">,
): Promise<boolean> {
  const rows = await db.query({
    name: "settlement_messages.second",
    text: `select 1 from settlement_messages
      where provider_account_id = $1 and own_id = $2 and status = 'SETTLED' and message_id <> $3
      limit 1`,
    values: [accountId, ownId, id],
  });
  const [again] = await db.query({
    name: "settlement_messages.again",
    text: `select 1 from settlement_messages
      where provider_account_id = $1 and own_id = $2 and status = 'SETTLED' and message_id <> $3 and transaction_id = $4
      limit 1`,
    values: [accountId, ownId, id, transactionId],
  });
  return rows.length > 0 && again === undefined;
}
