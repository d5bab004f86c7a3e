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
  const moments = [uuidTimeMs(intentId), ...(await readMoments(db, merchantNo, intentId))];
  const beside = rangesBeside(moments);
  const { expected, found } = await countEvents(db, merchantNo, intentId, beside);
  if (found >= expected) return beside;
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

async function countEvents(
  db: Queryable,
  merchantNo: MerchantNo,
  intentId: Id<"paymentIntent">,
  ranges: readonly IdRange[],
): Promise<{ readonly expected: number; readonly found: number }> {
  const [row] = await db.query<{ expected: number; found: number }>({
    text: `
      select coalesce((
        select s.event_sequence from payment_intents i
        join checkout_sessions s on s.merchant_no = i.merchant_no and s.id = i.session_id
        where i.merchant_no = $1 and i.id = $2), 0) as expected,
      (select count(*)::int from unnest($3::uuid[], $4::uuid[]) as r (from_id, to_id)
        cross join lateral (
          select 1 from events e where e.merchant_no = $1 and e.id >= r.from_id and e.id < r.to_id
            and e.subject_id = $2) e) as found`,
    values: [merchantNo, intentId, ranges.map(({ from }) => from), ranges.map(({ to }) => to)],
  });
  return row ?? { expected: 0, found: 0 };
}
