import type { Queryable } from "../../../db/database.ts";
import { plusInterval } from "../../../db/times-sql.ts";

export interface PullSettlements {
  readonly nowMs: number;
  /** How far the clocks of two processes may differ, in milliseconds. */
  readonly clocksDifferMs: number;
  readonly limit: number;
  /** Compares each settlement with the delay of its own payment method, not only with the longest delay. */
  readonly thorough: boolean;
}

/** Maximum settlements read by a thorough check, the latest first: it must end within the statement timeout. */
const READ_MAX = 50_000;

/**
 * Shortens the wait of settlements written by a clock that was ahead: none waits longer from now than the longest
 * settlement delay that its fee schedules have ever had. Money never becomes available before its delay is over.
 * Returns how many.
 */
export async function pullSettlements(db: Queryable, pull: PullSettlements): Promise<number> {
  const { nowMs, clocksDifferMs, limit, thorough } = pull;
  const rows = await db.query({
    text: `
      update settlements set due_at = ${plusInterval("$1::timestamptz", "found.delay")}
        from (select s.merchant_no, s.charge_id, late.delay
                from (${thorough ? BY_OWN_DELAY : BY_LONGEST_DELAY}) late
                join settlements s on s.merchant_no = late.merchant_no and s.charge_id = late.charge_id
                 for update of s skip locked) found
       where settlements.merchant_no = found.merchant_no and settlements.charge_id = found.charge_id
      returning 1`,
    values: [new Date(nowMs), `${clocksDifferMs} milliseconds`, limit, ...(thorough ? [READ_MAX] : [])],
  });
  return rows.length;
}

/** A range at the end of the index of due times: normally empty. */
const BY_LONGEST_DELAY = `
  select s.merchant_no, s.charge_id, longest.delay
    from (select make_interval(secs => coalesce(max(settlement_delay_seconds), 0)) as delay from fee_schedules) longest
    join settlements s on s.due_at > $1::timestamptz + longest.delay + $2::interval and s.due_at < 'infinity'
   order by s.due_at desc limit $3`;

/** Replaced schedules are kept: a charge is settled by the one under which it was made. */
const BY_OWN_DELAY = `
  select s.merchant_no, s.charge_id, own.delay
    from (select * from settlements where due_at > $1::timestamptz + $2::interval and due_at < 'infinity' order by due_at desc limit $4) s
    join charges c on c.merchant_no = s.merchant_no and c.id = s.charge_id
    join merchant_numbers n on n.merchant_no = s.merchant_no
    join merchants m on m.id = n.merchant_id
    join (select tenant_id, mode, method, currency, make_interval(secs => max(settlement_delay_seconds)) as delay
            from fee_schedules group by tenant_id, mode, method, currency) own
      on own.tenant_id = m.tenant_id and own.mode = n.mode and own.method = c.payment_method
         and own.currency = c.currency
   where s.due_at > $1::timestamptz + own.delay + $2::interval
   limit $3`;
