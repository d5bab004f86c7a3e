import type { Queryable } from "../../db/database.ts";
import { uuidFloor } from "../../db/list-days.ts";
import type { DeliveryStatus } from "./states.ts";
import type { EndpointKey } from "./store.ts";

export const endpointStates = ["active", "failing", "paused", "unverified", "disabled"] as const;
export type EndpointState = (typeof endpointStates)[number];

/**
 * The state of an endpoint `e` at `$1`: one that is disabled, unverified or paused is in that state alone, in this
 * order.
 */
export const endpointStateSql = `case when e.status = 'DISABLED' then 'disabled' when e.proved_at is null then 'unverified'
  when e.paused_until > $1 then 'paused' when e.failing_since is not null then 'failing' else 'active' end`;

/** How many of an endpoint's newest deliveries are counted. */
export const COUNTED_MAX = 10_000;
/** Of how many of the newest deliveries the times of answers are read. */
const TIMED_MAX = 1_000;

/** Deliveries that ended the same way. */
export interface DeliveryCount {
  readonly status: DeliveryStatus;
  /** Whether there was an attempt. */
  readonly isTried: boolean;
  /** Of the last answer; null: there was none. */
  readonly statusCode: number | null;
  readonly count: number;
  /** When the oldest of them was made, in epoch milliseconds. */
  readonly oldestAtMs: number;
}

/** The newest deliveries of events since `fromMs`, counted by how they stand: a range of the primary key. */
export function countDeliveries(
  db: Queryable,
  endpoint: EndpointKey,
  fromMs: number,
): Promise<readonly DeliveryCount[]> {
  return db.query<DeliveryCount>({
    text: `
      select status, attempt_count > 0 as "isTried", last_status_code as "statusCode", count(*)::int as count, min(created_at) as "oldestAtMs"
        from (select d.status, d.attempt_count, d.last_status_code, d.created_at from webhook_deliveries d
               where d.merchant_no = $1 and d.endpoint_id = $2 and d.id >= $3
               order by d.id desc limit ${COUNTED_MAX}) newest
       group by 1, 2, 3`,
    values: [endpoint.merchantNo, endpoint.id, uuidFloor(fromMs)],
  });
}

/** How long the endpoint took to answer, in milliseconds; null without an answer. */
export interface AnswerTimes {
  readonly samples: number;
  readonly p50Ms: number | null;
  readonly p95Ms: number | null;
}

/** The times of the last answer of each of the newest deliveries since `fromMs`. */
export async function readAnswerTimes(
  db: Queryable,
  endpoint: EndpointKey,
  fromMs: number,
): Promise<AnswerTimes> {
  const [row] = await db.query<AnswerTimes>({
    text: `
      select count(*)::int as samples,
             percentile_disc(0.5) within group (order by last.duration_ms) as "p50Ms",
             percentile_disc(0.95) within group (order by last.duration_ms) as "p95Ms"
        from (select d.id from webhook_deliveries d
               where d.merchant_no = $1 and d.endpoint_id = $2 and d.id >= $3
               order by d.id desc limit ${TIMED_MAX}) newest
       cross join lateral (
         select a.duration_ms from webhook_attempts a
          where a.merchant_no = $1 and a.delivery_id = newest.id and a.status_code is not null
          order by a.attempt_number desc limit 1) last`,
    values: [endpoint.merchantNo, endpoint.id, uuidFloor(fromMs)],
  });
  return row ?? { samples: 0, p50Ms: null, p95Ms: null };
}
