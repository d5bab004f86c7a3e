import type { Queryable, Transaction } from "../../db/database.ts";
import { plusSeconds } from "../../db/times-sql.ts";
import type { CurrencyCode } from "../../kit/currency.ts";
import type { SimulatorCode } from "./codes.ts";
import type { Change, Operation, OperationKind, PageKind } from "./operation.ts";

/** Operations and the book. Every statement takes its times from the caller's clock. */

const columns = `
  account_id as "accountId", kind, reference, id, request_mac as "requestMac", status, code, method, operator, country,
  phone_masked as "phoneMasked", phone_last3 as "phoneLast3", amount, currency, amount_taken as "amountTaken",
  amount_refunded as "amountRefunded", transaction_id as "transactionId", parent_reference as "parentReference", scenario,
  step, begun_at as "begunAtMs", next_step_at as "nextStepAtMs", busy_answers_left as "busyAnswersLeft", page,
  qr_payload as "qrPayload", transfer_reference as "transferReference", wallet_id as "walletId",
  pin_failures as "pinFailures", card_brand as "cardBrand", card_last4 as "cardLast4", card_code as "cardCode", title,
  merchant_name as "merchantName", locale, return_url as "returnUrl", callback_url as "callbackUrl", expires_at as "expiresAtMs"`;

export interface OperationKey {
  readonly accountId: string;
  readonly kind: OperationKind;
  readonly reference: string;
}

const time = (ms: number | null): Date | null => (ms === null ? null : new Date(ms));

/** False when the reference is already taken: nothing was written. */
export async function insertOperation(
  tx: Transaction,
  operation: Operation,
  nowMs: number,
): Promise<boolean> {
  const rows = await tx.query({
    name: "simulator_insert_operation",
    text: `
      insert into simulator.operations (
        account_id, kind, reference, id, request_mac, status, code, method, operator, country, phone_masked, phone_last3,
        amount, currency, amount_taken, transaction_id, parent_reference, scenario, step, begun_at, next_step_at,
        busy_answers_left, page, qr_payload, transfer_reference, wallet_id, card_brand, card_last4, title,
        merchant_name, locale, return_url, callback_url, expires_at, created_at, updated_at)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23,
        $24, $25, $26, $27, $28, $29, $30, $31, $32, $33, $34, $35, $35)
      on conflict (account_id, kind, reference) do nothing
      returning 1`,
    values: [
      operation.accountId,
      operation.kind,
      operation.reference,
      operation.id,
      operation.requestMac,
      operation.status,
      operation.code,
      operation.method,
      operation.operator,
      operation.country,
      operation.phoneMasked,
      operation.phoneLast3,
      operation.amount,
      operation.currency,
      operation.amountTaken,
      operation.transactionId,
      operation.parentReference,
      operation.scenario,
      operation.step,
      time(operation.begunAtMs),
      time(operation.nextStepAtMs),
      operation.busyAnswersLeft,
      operation.page,
      operation.qrPayload,
      operation.transferReference,
      operation.walletId,
      operation.cardBrand,
      operation.cardLast4,
      operation.title,
      operation.merchantName,
      operation.locale,
      operation.returnUrl,
      operation.callbackUrl,
      time(operation.expiresAtMs),
      time(nowMs),
    ],
  });
  return rows.length === 1;
}

/** Only a forgotten first request is ever removed: the second one is then accepted like a first. */
export async function deleteLostOperation(tx: Transaction, key: OperationKey): Promise<void> {
  await tx.query({
    text: `delete from simulator.operations
            where account_id = $1 and kind = $2 and reference = $3 and status = 'LOST'`,
    values: [key.accountId, key.kind, key.reference],
  });
}

export async function findOperation(db: Queryable, key: OperationKey): Promise<Operation | null> {
  const rows = await db.query<Operation>({
    name: "simulator_find_operation",
    text: `select ${columns} from simulator.operations where account_id = $1 and kind = $2 and reference = $3`,
    values: [key.accountId, key.kind, key.reference],
  });
  return rows[0] ?? null;
}

export async function lockOperation(tx: Transaction, key: OperationKey): Promise<Operation | null> {
  const rows = await tx.query<Operation>({
    name: "simulator_lock_operation",
    text: `select ${columns} from simulator.operations
            where account_id = $1 and kind = $2 and reference = $3 for update`,
    values: [key.accountId, key.kind, key.reference],
  });
  return rows[0] ?? null;
}

/** By the simulator's own id, for the pages. */
export async function findOperationById(db: Queryable, id: string): Promise<Operation | null> {
  const rows = await db.query<Operation>({
    text: `select ${columns} from simulator.operations where id = $1`,
    values: [id],
  });
  return rows[0] ?? null;
}

export async function findByTransferReference(db: Queryable, reference: string): Promise<Operation | null> {
  const rows = await db.query<Operation>({
    text: `select ${columns} from simulator.operations where transfer_reference = $1`,
    values: [reference],
  });
  return rows[0] ?? null;
}

/** Due operations that no other transaction has locked, oldest first. */
export async function lockDueOperations(
  tx: Transaction,
  nowMs: number,
  limit: number,
): Promise<readonly Operation[]> {
  return await tx.query<Operation>({
    name: "simulator_lock_due",
    text: `select ${columns} from simulator.operations
            where next_step_at <= $1 order by next_step_at limit $2 for update skip locked`,
    values: [time(nowMs), limit],
  });
}

/** The result of a change in the row and in the book. */
export interface Settled {
  readonly status: "SUCCEEDED" | "FAILED";
  /** Both null when it failed. */
  readonly amountTaken: bigint | null;
  readonly transactionId: string | null;
}

/** Writes a change and, for a success, its line in the book: one statement, so that neither exists alone. */
export async function writeChange(
  tx: Transaction,
  operation: Operation,
  change: Change,
  settled: Settled,
  nowMs: number,
): Promise<void> {
  const rows = await tx.query({
    name: "simulator_write_change",
    text: `
      with changed as (
        update simulator.operations
           set status = $4, code = $5, amount_taken = $6, transaction_id = $7, step = $8, next_step_at = $9, updated_at = $10
         where account_id = $1 and kind = $2 and reference = $3 and status = $11
        returning account_id, kind, reference, transaction_id, amount_taken, currency, status
      ), booked as (
        insert into simulator.book (account_id, kind, reference, transaction_id, amount, currency, booked_at)
        select account_id, kind, reference, transaction_id, amount_taken, currency, $10
          from changed where status = 'SUCCEEDED'
      )
      select 1 from changed`,
    values: [
      operation.accountId,
      operation.kind,
      operation.reference,
      settled.status,
      change.code,
      settled.amountTaken,
      settled.transactionId,
      change.step,
      time(change.nextStepAtMs),
      time(nowMs),
      operation.status,
    ],
  });
  if (rows.length !== 1) throw new Error(`operation ${operation.id} changed under its lock`);
}

/** The line of an operation that succeeded in the same statement that inserted it. */
export async function insertBookLine(tx: Transaction, operation: Operation, nowMs: number): Promise<void> {
  await tx.query({
    text: `insert into simulator.book (account_id, kind, reference, transaction_id, amount, currency, booked_at)
           values ($1, $2, $3, $4, $5, $6, $7)`,
    values: [
      operation.accountId,
      operation.kind,
      operation.reference,
      operation.transactionId,
      operation.amountTaken,
      operation.currency,
      time(nowMs),
    ],
  });
}

/** The payer has approved: the scenario starts. */
export async function writeBegun(
  tx: Transaction,
  operation: Operation,
  nextStepAtMs: number | null,
  nowMs: number,
): Promise<void> {
  await tx.query({
    text: `update simulator.operations
              set status = 'PENDING', begun_at = $2, step = 0, next_step_at = $3, updated_at = $2
            where id = $1 and status = 'WAITING'`,
    values: [operation.id, time(nowMs), time(nextStepAtMs)],
  });
}

export async function writeCard(
  tx: Transaction,
  operation: Operation,
  card: {
    readonly page: PageKind;
    readonly brand: string;
    readonly last4: string;
    readonly code: SimulatorCode | null;
  },
  nowMs: number,
): Promise<void> {
  await tx.query({
    text: `update simulator.operations
              set page = $2, card_brand = $3, card_last4 = $4, card_code = $5, updated_at = $6
            where id = $1 and status = 'WAITING'`,
    values: [operation.id, card.page, card.brand, card.last4, card.code, time(nowMs)],
  });
}

export async function countPinFailure(tx: Transaction, id: string, nowMs: number): Promise<number> {
  const rows = await tx.query<{ pinFailures: number }>({
    text: `update simulator.operations set pin_failures = pin_failures + 1, updated_at = $2
            where id = $1 returning pin_failures as "pinFailures"`,
    values: [id, time(nowMs)],
  });
  return rows[0]?.pinFailures ?? 0;
}

export async function countBusyAnswer(tx: Transaction, id: string): Promise<void> {
  await tx.query({
    text: `update simulator.operations set busy_answers_left = busy_answers_left - 1
            where id = $1 and busy_answers_left > 0`,
    values: [id],
  });
}

/** Adds to the refunded total of a payment; a negative amount subtracts a failed refund. */
export async function addRefunded(
  tx: Transaction,
  accountId: string,
  paymentReference: string,
  amount: bigint,
): Promise<void> {
  await tx.query({
    text: `update simulator.operations set amount_refunded = amount_refunded + $3
            where account_id = $1 and kind = 'PAYMENT' and reference = $2`,
    values: [accountId, paymentReference, amount],
  });
}

/** One line of the simulator's book. */
export interface BookLine {
  readonly kind: OperationKind;
  readonly reference: string;
  readonly transactionId: string;
  /** Minor units. */
  readonly amount: bigint;
  readonly currency: CurrencyCode;
  readonly bookedAtMs: number;
}

/** The book of `[fromMs, toMs)`, oldest first: at most `limit` lines. */
export async function readBookBetween(
  db: Queryable,
  accountId: string,
  { fromMs, toMs, limit }: { readonly fromMs: number; readonly toMs: number; readonly limit: number },
): Promise<readonly BookLine[]> {
  return await db.query<BookLine>({
    text: `select kind, reference, transaction_id as "transactionId", amount, currency, booked_at as "bookedAtMs"
             from simulator.book where account_id = $1 and booked_at >= $2 and booked_at < $3
            order by booked_at, transaction_id limit $4`,
    values: [accountId, time(fromMs), time(toMs), limit],
  });
}

/** What an account has taken less what it has paid out, in each currency: minor units. */
export async function readBalances(
  db: Queryable,
  accountId: string,
): Promise<readonly { readonly currency: CurrencyCode; readonly amount: bigint }[]> {
  return await db.query({
    text: `select currency, sum(case when kind = 'PAYMENT' then amount else -amount end)::bigint as amount
             from simulator.book where account_id = $1 group by currency order by currency`,
    values: [accountId],
  });
}

/** The whole book of an account, oldest first: reconciliation and the tests compare it with ours. */
export async function readBook(db: Queryable, accountId: string): Promise<readonly BookLine[]> {
  return await db.query<BookLine>({
    text: `select kind, reference, transaction_id as "transactionId", amount, currency, booked_at as "bookedAtMs"
             from simulator.book where account_id = $1 order by booked_at, transaction_id`,
    values: [accountId],
  });
}

/**
 * Moves due times closer by `seconds`: operations whose reference ends with `referenceEnd`, and callbacks about them.
 * Returns how many there are.
 */
export async function shiftWaiting(tx: Transaction, referenceEnd: string, seconds: number): Promise<number> {
  const rows = await tx.query({
    text: `
      with moved as (
        update simulator.operations
           set next_step_at = ${plusSeconds("next_step_at", "-$2::double precision")}, begun_at = ${plusSeconds("begun_at", "-$2::double precision")},
               expires_at = ${plusSeconds("expires_at", "-$2::double precision")}
         where next_step_at is not null and right(reference, length($1)) = $1
        returning 1
      ), told as (
        update simulator.callbacks set due_at = ${plusSeconds("due_at", "-$2::double precision")}
         where due_at is not null and right(body::json ->> 'reference', length($1)) = $1
        returning 1
      )
      select 1 from moved union all select 1 from told`,
    values: [referenceEnd, seconds],
  });
  return rows.length;
}
