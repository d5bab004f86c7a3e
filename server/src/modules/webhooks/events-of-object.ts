import type { Queryable } from "../../db/database.ts";
import { uuidFloor, uuidTimeMs } from "../../db/list-days.ts";
import type { Id, MerchantNo } from "../../kit/ids.ts";
import type { IdRange } from "./history-store.ts";

/** An event is written with the change that it tells of; its id is made this long before or after, at most. */
const BESIDE_MS = 10_000;

/**
 * The ranges of the key that hold every event of a payment intent. Events have no index by payment, which each payment
 * would have to write. They were made when the payment changed, and its rows tell most of these moments: only what lies
 * beside them is read. When that is not all of them, as the count kept with the payment shows, everything between the first
 * and the last moment is.
 */
export async function rangesOfPayment(
  db: Queryable,
  merchantNo: MerchantNo,
  intentId: Id<"paymentIntent">,
): Promise<readonly IdRange[]> {
  const moments = await readMoments(db, merchantNo, intentId);
  return rangesOf(db, merchantNo, intentId, moments, await readEventCount(db, merchantNo, intentId));
}

/** As for a payment: the ranges of the key that hold every event of a payout. */
export async function rangesOfPayout(
  db: Queryable,
  merchantNo: MerchantNo,
  payoutId: Id<"payout">,
): Promise<readonly IdRange[]> {
  const rows = await db.query<{ atMs: number | null; expected: number }>({
    text: `
      select unnest(array[created_at, approved_at, queued_at, sent_at, paid_at, failed_at, reversed_at, cancelled_at,
          updated_at]) as "atMs", event_sequence as expected
        from payouts where merchant_no = $1 and id = $2`,
    values: [merchantNo, payoutId],
  });
  const moments = rows.flatMap(({ atMs }) => atMs ?? []);
  return rangesOf(db, merchantNo, payoutId, moments, rows[0]?.expected ?? 0);
}

async function rangesOf(
  db: Queryable,
  merchantNo: MerchantNo,
  subjectId: Id<"paymentIntent"> | Id<"payout">,
  known: readonly number[],
  expected: number,
): Promise<readonly IdRange[]> {
  const moments = [uuidTimeMs(subjectId), ...known];
  const beside = rangesBeside(moments);
  if ((await countFound(db, merchantNo, subjectId, beside)) >= expected) return beside;
  return [rangeOf(Math.min(...moments), Math.max(...moments))];
}

/** The ranges beside these moments, in order; those that touch are one. Pure. */
export function rangesBeside(moments: readonly number[]): readonly IdRange[] {
  const spans: { fromMs: number; toMs: number }[] = [];
  for (const atMs of moments.toSorted((left, right) => left - right)) {
    const last = spans.at(-1);
    if (last !== undefined && atMs <= last.toMs + 2 * BESIDE_MS) last.toMs = atMs;
    else spans.push({ fromMs: atMs, toMs: atMs });
  }
  return spans.map(({ fromMs, toMs }) => rangeOf(fromMs, toMs));
}

const rangeOf = (fromMs: number, toMs: number): IdRange => ({
  from: uuidFloor(fromMs - BESIDE_MS),
  to: uuidFloor(toMs + BESIDE_MS + 1),
});

/** When the intent, its session, charges and refunds changed, as far as their rows tell. */
async function readMoments(
  db: Queryable,
  merchantNo: MerchantNo,
  intentId: Id<"paymentIntent">,
): Promise<readonly number[]> {
  const rows = await db.query<{ atMs: number | null }>({
    text: `
      with intent as (select * from payment_intents where merchant_no = $1 and id = $2),
      charge as (
        select c.* from intent i join charges c on c.merchant_no = i.merchant_no and c.id = any(i.charge_ids))
      select distinct unnest(array[i.created_at, i.succeeded_at, i.cancelled_at, i.updated_at]) as "atMs" from intent i
      union
      select unnest(array[s.created_at, s.completed_at, s.updated_at]) from intent i
        join checkout_sessions s on s.merchant_no = i.merchant_no and s.id = i.session_id
      union
      select unnest(array[c.created_at, c.succeeded_at, c.failed_at, c.updated_at]) from charge c
      union
      select unnest(array[r.created_at, r.succeeded_at, r.failed_at, r.cancelled_at, r.updated_at]) from charge c
        join refunds r on r.merchant_no = c.merchant_no and r.charge_id = c.id`,
    values: [merchantNo, intentId],
  });
  return rows.flatMap(({ atMs }) => atMs ?? []);
}

/** How many events the payment has, as its session counts them. */
async function readEventCount(
  db: Queryable,
  merchantNo: MerchantNo,
  intentId: Id<"paymentIntent">,
): Promise<number> {
  const [row] = await db.query<{ expected: number }>({
    text: `
      select s.event_sequence as expected from payment_intents i
      join checkout_sessions s on s.merchant_no = i.merchant_no and s.id = i.session_id
      where i.merchant_no = $1 and i.id = $2`,
    values: [merchantNo, intentId],
  });
  return row?.expected ?? 0;
}

async function countFound(
  db: Queryable,
  merchantNo: MerchantNo,
  subjectId: string,
  ranges: readonly IdRange[],
): Promise<number> {
  const [row] = await db.query<{ found: number }>({
    text: `
      select count(*)::int as found from unnest($3::uuid[], $4::uuid[]) as r (from_id, to_id)
        cross join lateral (
          select 1 from events e where e.merchant_no = $1 and e.id >= r.from_id and e.id < r.to_id
            and e.subject_id = $2) e`,
    values: [merchantNo, subjectId, ranges.map(({ from }) => from), ranges.map(({ to }) => to)],
  });
  return row?.found ?? 0;
}
