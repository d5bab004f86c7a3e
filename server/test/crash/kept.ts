import { expect } from "vitest";
import type { Queryable } from "../../src/db/database.ts";
import { decodeBase32, formatUuid, parsePublicId } from "../../src/kit/ids.ts";
import type { AcknowledgedPayment } from "../harness/load.ts";

/** The stored id and the merchant in a session's public id. */
export function sessionKeyOf(sessionId: string): { readonly id: string; readonly merchantNo: number } {
  // After the prefix and, in a cell that has one, its code.
  const own = sessionId.slice(sessionId.lastIndexOf("_") + 1);
  const bytes = decodeBase32(own.slice(0, 32));
  if (bytes?.length !== 20) throw new Error("not a session id");
  return { id: formatUuid(bytes.subarray(0, 16)), merchantNo: bytes.readUInt32BE(16) };
}

interface KeptRow {
  readonly id: string;
  readonly status: string;
  readonly amount: bigint;
  readonly reference: string;
  readonly chargeId: string | null;
  readonly paymentIntentId: string;
  readonly chargeStatus: string | null;
  /** Minor units booked from the provider's account for the charge. */
  readonly booked: bigint | null;
}

/** Plain reads, joined here: no plan can make them slow, whatever the statistics of recently filled tables are. */
async function readKept(db: Queryable, sessionIds: readonly string[]): Promise<readonly KeptRow[]> {
  const sessions = await db.query<Omit<KeptRow, "chargeStatus" | "booked">>({
    text: `select id, status, amount, reference, charge_id as "chargeId", payment_intent_id as "paymentIntentId"
             from checkout_sessions where id = any($1::uuid[])`,
    values: [sessionIds],
  });
  const charges = await db.query<{ id: string; status: string }>({ text: "select id, status from charges" });
  const booked = await db.query<{ id: string; amount: bigint }>({
    text: `select source_id as id, sum(amount)::bigint as amount from ledger_transfers
            where from_account like 'clearing:%' group by source_id`,
  });
  const statusOf = new Map(charges.map(({ id, status }) => [id, status]));
  const amountOf = new Map(booked.map(({ id, amount }) => [id, amount]));
  return sessions.map((session) => ({
    ...session,
    chargeStatus: statusOf.get(session.chargeId ?? "") ?? null,
    booked: amountOf.get(session.chargeId ?? "") ?? null,
  }));
}

/** Acknowledged payments whose state differs from what was acknowledged: one line each, empty when nothing was lost. */
export async function findLost(
  db: Queryable,
  payments: Iterable<AcknowledgedPayment>,
): Promise<readonly string[]> {
  const acknowledged = [...payments].map((payment) => ({ ...payment, key: sessionKeyOf(payment.sessionId) }));
  const rows = await readKept(
    db,
    acknowledged.map(({ key }) => key.id),
  );
  const kept = new Map(rows.map((row) => [row.id, row]));
  return acknowledged.flatMap((payment) => {
    const row = kept.get(payment.key.id);
    const { completed, succeeded } = payment;
    if (row === undefined) return [`${payment.reference}: its session is gone`];
    const faults = [
      String(row.amount) === payment.amount && row.reference === payment.reference
        ? null
        : "its session is another one",
      completed === null || row.status === "PROCESSING" || row.status === "SUCCEEDED"
        ? null
        : `acknowledged as under way, now ${row.status}`,
      completed === null || row.chargeId === parsePublicId("charge", completed.chargeId)
        ? null
        : "its charge is another one",
      succeeded === null || (row.status === "SUCCEEDED" && row.chargeStatus === "SUCCEEDED")
        ? null
        : `acknowledged as paid, now ${row.status}, charge ${row.chargeStatus}`,
      succeeded === null || row.paymentIntentId === parsePublicId("paymentIntent", succeeded.paymentIntentId)
        ? null
        : "its intent is another one",
      succeeded === null || String(row.booked) === payment.amount
        ? null
        : `paid, but ${row.booked} is booked`,
    ];
    return faults.filter((fault) => fault !== null).map((fault) => `${payment.reference}: ${fault}`);
  });
}

/**
 * Differences between our charges and the simulator's own book, one line each: money taken twice, or known to one side
 * only.
 */
export async function findDifferences(db: Queryable): Promise<readonly string[]> {
  const twice = await db.query<{ reference: string; times: bigint }>({
    text: `select s.reference, count(*) as times from charges c
             join checkout_sessions s on s.merchant_no = c.merchant_no and s.id = c.session_id
            where c.status = 'SUCCEEDED' group by s.merchant_no, s.id, s.reference having count(*) > 1`,
  });
  // Read apart: the simulator's tables have a schema of their own, which may be on another machine.
  const charges = await db.query<{ id: string; transactionId: string; amount: bigint }>({
    text: `select id, provider_transaction_id as "transactionId", amount from charges where status = 'SUCCEEDED'`,
  });
  const book = await db.query<{ transactionId: string; amount: bigint }>({
    text: `select transaction_id as "transactionId", amount from simulator.book where kind = 'PAYMENT'`,
  });
  const booked = new Map(book.map(({ transactionId, amount }) => [transactionId, amount]));
  const charged = new Set(charges.map(({ transactionId }) => transactionId));
  return [
    ...twice.map((row) => `${row.reference}: paid ${row.times} times`),
    ...charges.flatMap(({ id, transactionId, amount }) => {
      const inBook = booked.get(transactionId);
      if (inBook === undefined) return [`${id}: a succeeded charge, not in the book`];
      return inBook === amount ? [] : [`${transactionId}: amounts differ`];
    }),
    ...book
      .filter(({ transactionId }) => !charged.has(transactionId))
      .map(({ transactionId }) => `${transactionId}: in the book, not a succeeded charge`),
  ];
}

export async function expectNothingLost(
  db: Queryable,
  payments: Iterable<AcknowledgedPayment>,
): Promise<void> {
  expect(await findLost(db, payments)).toEqual([]);
}
