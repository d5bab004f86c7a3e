import { expect } from "vitest";
import type { Queryable } from "../../src/db/database.ts";
import { decodeBase32, formatUuid, parsePublicId } from "../../src/kit/ids.ts";
import type { AcknowledgedPayment } from "../harness/load.ts";

/** The stored id and the merchant in a session's public id. */
export function sessionKeyOf(sessionId: string): { readonly id: string; readonly merchantNo: number } {
  const bytes = decodeBase32(sessionId.slice(3, 35));
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

/** What was acknowledged and is not as it was acknowledged: one line each, empty when nothing was lost. */
export async function findLost(
  db: Queryable,
  payments: Iterable<AcknowledgedPayment>,
): Promise<readonly string[]> {
  const acknowledged = [...payments].map((payment) => ({ ...payment, key: sessionKeyOf(payment.sessionId) }));
  const rows = await db.query<KeptRow>({
    text: `
      select s.id, s.status, s.amount, s.reference, s.charge_id as "chargeId", s.payment_intent_id as "paymentIntentId",
        c.status as "chargeStatus", booked.amount as booked
      from checkout_sessions s
      left join charges c on c.merchant_no = s.merchant_no and c.id = s.charge_id
      left join (
        select source_id, sum(amount)::bigint as amount from ledger_transfers
        where from_account like 'clearing:%' group by source_id
      ) booked on booked.source_id = c.id
      where s.id in (select unnest($1::uuid[]))`,
    values: [acknowledged.map(({ key }) => key.id)],
  });
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

/** Differences between our charges and the simulator's own book, one line each: money taken twice, or known to one side. */
export async function findDifferences(db: Queryable): Promise<readonly string[]> {
  const [twice, ours] = await Promise.all([
    db.query<{ reference: string; times: bigint }>({
      text: `select s.reference, count(*) as times from charges c
               join checkout_sessions s on s.merchant_no = c.merchant_no and s.id = c.session_id
              where c.status = 'SUCCEEDED' group by s.merchant_no, s.id, s.reference having count(*) > 1`,
    }),
    db.query<{ what: string }>({
      text: `
        select coalesce(b.transaction_id, c.id::text) || ': ' || case
            when c.id is null then 'in the book, not a succeeded charge'
            when b.transaction_id is null then 'a succeeded charge, not in the book'
            else 'amounts differ' end as what
        from (select * from charges where status = 'SUCCEEDED') c
        full join (select * from simulator.book where kind = 'PAYMENT') b on b.transaction_id = c.provider_transaction_id
        where c.id is null or b.transaction_id is null or b.amount <> c.amount`,
    }),
  ]);
  return [
    ...twice.map((row) => `${row.reference}: paid ${row.times} times`),
    ...ours.map(({ what }) => what),
  ];
}

export async function expectNothingLost(
  db: Queryable,
  payments: Iterable<AcknowledgedPayment>,
): Promise<void> {
  expect(await findLost(db, payments)).toEqual([]);
}
