import type { Queryable, Transaction } from "../../db/database.ts";
import { itemRows } from "../../db/item-rows.ts";
import { probe } from "../../db/probe.ts";
import type { Id, MerchantNo } from "../../kit/ids.ts";
import type { Mode } from "../../kit/payment-terms.ts";
import { PING } from "./events.ts";
import type { DueEndpoint, Share } from "./fair-share.ts";
import { HELD_UNVERIFIED_MS_MAX } from "./rules.ts";
import type { DeliveryStatus } from "./states.ts";
import { type EndpointKey, pauseBounds, pausedUntilSql } from "./store.ts";

/** A delivery held by this worker until its lease ends. */
export interface ClaimedDelivery {
  readonly merchantNo: MerchantNo;
  readonly id: Id<"delivery">;
  readonly endpointId: Id<"webhookEndpoint">;
  readonly eventId: Id<"event">;
  readonly subjectId: string;
  readonly ordered: boolean;
  readonly attemptCount: number;
  readonly retryStep: number;
  readonly payload: string;
  readonly mode: Mode;
  /** The address it is sent to, as the endpoint's row has it. */
  readonly sealedUrl: Buffer;
  readonly secret: Buffer;
  readonly previousSecret: Buffer | null;
  readonly previousSecretExpiresAtMs: number | null;
  /** The endpoint was failing when the delivery was claimed. */
  readonly failing: boolean;
  /** The address was not verified when this ping was claimed. */
  readonly unverified: boolean;
}

/** The result of an attempt, ready to be written. */
export interface AttemptRecord {
  readonly delivery: ClaimedDelivery;
  readonly attemptId: string;
  readonly status: DeliveryStatus;
  readonly nextAttemptAtMs: number | null;
  readonly statusCode: number | null;
  readonly error: string | null;
  readonly responseExcerpt: string | null;
  /** The address without its query. */
  readonly sentTo: string | null;
  readonly durationMs: number;
  readonly atMs: number;
}

export const FIRST_ENDPOINT = "00000000-0000-0000-0000-000000000000" as Id<"webhookEndpoint">;
/** A held delivery is checked again after this, in case the wake-up by its predecessor is lost. */
const HELD_MS_MIN = 5_000;
/** The predecessor has failed permanently: only a resend by hand helps, and that wakes this one. */
const HELD_BEHIND_FAILED_MS = 3_600_000;

export interface DueEndpoints {
  readonly endpoints: readonly DueEndpoint[];
  /** Endpoints that are not verified and have deliveries held for too long. */
  readonly overheld: readonly EndpointKey[];
  /** Where the next query begins: after the last endpoint seen, or at the first one when all were seen. */
  readonly nextAfter: Id<"webhookEndpoint">;
}

/**
 * Endpoints after `after` that have a delivery due, or are disabled and have one pending; reads at most `lookMax`
 * endpoints. Of an endpoint that is not verified only pings are due. One probe of the index per endpoint with pending
 * deliveries, however long its backlog is, and one more for pings. Planned each time, like claims: a plan made while the
 * table was small would scan all of it, and would be kept while a backlog grows.
 */
export async function findDueEndpoints(
  db: Queryable,
  after: Id<"webhookEndpoint">,
  lookMax: number,
  nowMs: number,
): Promise<DueEndpoints> {
  const rows = await db.query<DueEndpoint & { depth: number; due: boolean; overheld: boolean }>({
    text: `with recursive heads as (
        (select 1 as depth, d.merchant_no, d.endpoint_id, d.due_at
           from webhook_deliveries d
          where d.due_at is not null and d.endpoint_id > $1
          order by d.endpoint_id, d.due_at limit 1)
        union all
        select heads.depth + 1, next.merchant_no, next.endpoint_id, next.due_at
          from heads cross join lateral (
            select d.merchant_no, d.endpoint_id, d.due_at
              from webhook_deliveries d
             where d.due_at is not null and d.endpoint_id > heads.endpoint_id
             order by d.endpoint_id, d.due_at limit 1) next
         where heads.depth < $2)
      select heads.depth, coalesce(case when endpoint.verified then heads.due_at else ping.due_at end <= $3, false) as due,
             not endpoint.verified and heads.due_at <= $6 as overheld, heads.merchant_no as "merchantNo",
             heads.endpoint_id as "endpointId", endpoint.status, endpoint.verified,
             endpoint.paused_until as "pausedUntilMs", endpoint.failure_streak as "failureStreak"
        from heads
        ${probe(
          "endpoint",
          `select p.status, p.proved_at is not null as verified, p.failure_streak,
                 ${pausedUntilSql("$4::timestamptz", "$5::timestamptz")} as paused_until
            from webhook_endpoints p
           where p.merchant_no = heads.merchant_no and p.id = heads.endpoint_id`,
        )}
        left join lateral (
          select d.due_at from webhook_deliveries d
           where d.endpoint_id = heads.endpoint_id and d.due_at is not null and d.event_type = '${PING}'
           order by d.endpoint_id, d.due_at limit 1) ping on not endpoint.verified
       where heads.due_at <= $3 or endpoint.status = 'DISABLED' or heads.depth = $2
       order by heads.depth`,
    values: [
      after,
      lookMax,
      new Date(nowMs),
      ...pauseBounds(nowMs),
      new Date(nowMs - HELD_UNVERIFIED_MS_MAX),
    ],
  });
  const last = rows.at(-1);
  return {
    endpoints: rows.filter(({ due, status }) => due || status === "DISABLED"),
    overheld: rows
      .filter(({ overheld, status }) => overheld && status === "ACTIVE")
      .map(({ merchantNo, endpointId }) => ({ merchantNo, id: endpointId })),
    nextAfter: last?.depth === lookMax ? last.endpointId : FIRST_ENDPOINT,
  };
}

/**
 * Claims due deliveries, oldest first, at most `room` of each endpoint and `limit` in all. The lease is in
 * `next_attempt_at`: when a worker dies, its leases expire. A delivery of an ordered endpoint whose predecessor is not
 * accepted yet is postponed instead of claimed. The index search is by endpoint alone and the merchant is checked
 * afterwards: with both conditions the planner may use the primary key, and sort a backlog of any length.
 *
 * `which` is `all` for verified endpoints and `pings` for the others. The statement checks again that the endpoint is
 * verified, since its address may have changed after the query. An address that is not sealed yet is not claimed.
 */
export async function claimDeliveries(
  db: Queryable,
  which: "all" | "pings",
  shares: readonly Share[],
  limit: number,
  nowMs: number,
  leaseEndsAtMs: number,
): Promise<readonly ClaimedDelivery[]> {
  const onlyPings = which === "pings" ? `and d.event_type = '${PING}'` : "";
  const onlyVerified = which === "all" ? "and p.proved_at is not null" : "";
  const rows = await db.query<ClaimedDelivery & { held: boolean }>({
    text: `with picked as (
        select due.merchant_no, due.id, due.endpoint_id, due.event_id, blocker.status as blocker_status,
               blocker.next_attempt_at as blocker_next_attempt_at
          from (select turn.merchant_no, turn.endpoint_id, due.*
                  from unnest($1::int[], $2::uuid[], $3::int[]) as turn (merchant_no, endpoint_id, room)
                 cross join lateral (
                   select d.id, d.event_id, d.ordered, d.subject_id, d.sequence from webhook_deliveries d
                    where d.endpoint_id = turn.endpoint_id and d.due_at <= $5 ${onlyPings}
                    order by d.endpoint_id, d.due_at limit turn.room for update skip locked) due
                 limit $4) due
          left join lateral (
            select b.status, b.next_attempt_at from webhook_deliveries b
             where due.ordered and b.ordered and b.endpoint_id = due.endpoint_id and b.subject_id = due.subject_id
               and b.sequence < due.sequence and b.status in ('PENDING', 'FAILED')
             order by b.endpoint_id, b.subject_id, b.sequence limit 1) blocker on true)
      update webhook_deliveries d
         set next_attempt_at = case picked.blocker_status
               when 'PENDING' then greatest(picked.blocker_next_attempt_at, $7::timestamptz)
               when 'FAILED' then $8::timestamptz
               else $6::timestamptz end
        from picked
       ${probe("number", "select n.mode from merchant_numbers n where n.merchant_no = picked.merchant_no")}
       ${probe(
         "endpoint",
         `select p.sealed_url, p.secret, p.previous_secret, p.previous_secret_expires_at, p.failing_since, p.proved_at
           from webhook_endpoints p
          where p.merchant_no = picked.merchant_no and p.id = picked.endpoint_id and p.sealed_url is not null
            ${onlyVerified}`,
       )}
       ${probe(
         "event",
         `select e.payload from events e
          where e.merchant_no = picked.merchant_no and e.id = picked.event_id`,
       )}
       where d.merchant_no = picked.merchant_no and d.endpoint_id = picked.endpoint_id and d.id = picked.id
      returning picked.blocker_status is not null as held, d.merchant_no as "merchantNo", d.id,
        d.endpoint_id as "endpointId", d.event_id as "eventId", d.subject_id as "subjectId", d.ordered,
        d.attempt_count as "attemptCount", d.retry_step as "retryStep", event.payload, number.mode,
        endpoint.sealed_url as "sealedUrl", endpoint.secret, endpoint.previous_secret as "previousSecret",
        endpoint.previous_secret_expires_at as "previousSecretExpiresAtMs",
        endpoint.failing_since is not null as failing, endpoint.proved_at is null as unverified`,
    values: [
      shares.map(({ merchantNo }) => merchantNo),
      shares.map(({ endpointId }) => endpointId),
      shares.map(({ room }) => room),
      limit,
      new Date(nowMs),
      new Date(leaseEndsAtMs),
      new Date(nowMs + HELD_MS_MIN),
      new Date(nowMs + HELD_BEHIND_FAILED_MS),
    ],
  });
  return rows.filter(({ held }) => !held);
}

const recordRows = itemRows<AttemptRecord>([
  { name: "merchant_no", type: "int", value: ({ delivery }) => delivery.merchantNo },
  { name: "endpoint_id", type: "uuid", value: ({ delivery }) => delivery.endpointId },
  { name: "id", type: "uuid", value: ({ delivery }) => delivery.id },
  { name: "attempt_count", type: "int", value: ({ delivery }) => delivery.attemptCount },
  { name: "attempt_id", type: "uuid", value: ({ attemptId }) => attemptId },
  { name: "status", type: "text", value: ({ status }) => status },
  { name: "next_attempt_at", type: "timestamptz", value: ({ nextAttemptAtMs }) => nextAttemptAtMs },
  { name: "status_code", type: "int", value: ({ statusCode }) => statusCode },
  { name: "error", type: "text", value: ({ error }) => error },
  { name: "response_excerpt", type: "text", value: ({ responseExcerpt }) => responseExcerpt },
  { name: "duration_ms", type: "int", value: ({ durationMs }) => durationMs },
  { name: "at", type: "timestamptz", value: ({ atMs }) => atMs },
  { name: "url", type: "text", value: ({ sentTo }) => sentTo },
]);

/**
 * Writes the results of attempts, and their log, in one statement. A delivery that another worker has written meanwhile
 * (the lease had ended) keeps its state, which `attempt_count` shows. Returns the number of deliveries written.
 *
 * Rows are found one by one by their primary key, however long the backlog is: the thread's connections are set so
 * (`keyLookupSettings`). A row that another worker writes at the same moment is waited for, and its state is checked again.
 */
export async function recordAttempts(db: Queryable, records: readonly AttemptRecord[]): Promise<number> {
  // One order in all processes: two that write the same rows after a lease wait for each other and cannot deadlock.
  const sorted = [...records].sort((left, right) => (left.delivery.id < right.delivery.id ? -1 : 1));
  const [row] = await db.query<{ count: number }>({
    name: "webhooks.record",
    text: `with written as (
        update webhook_deliveries d
           set status = item.status, leased = false, next_attempt_at = item.next_attempt_at, attempt_count = d.attempt_count + 1,
               retry_step = d.retry_step + 1, last_status_code = item.status_code, last_error = item.error,
               version = d.version + 1, updated_at = item.at
          from ${recordRows.from}
         where d.merchant_no = item.merchant_no and d.endpoint_id = item.endpoint_id and d.id = item.id
           and d.status = 'PENDING' and d.attempt_count = item.attempt_count
        returning d.merchant_no, d.id, d.attempt_count, item.attempt_id, item.status_code, item.error,
                  item.response_excerpt, item.duration_ms, item.at, item.url),
      logged as (
        insert into webhook_attempts (merchant_no, id, delivery_id, attempt_number, status_code, error,
               response_excerpt, duration_ms, created_at, url)
        select merchant_no, attempt_id, id, attempt_count, status_code, error, response_excerpt, duration_ms, at, url
          from written)
      select count(*)::int as count from written`,
    values: recordRows.values(sorted),
  });
  return row?.count ?? 0;
}

/** An ordered endpoint accepted a delivery: the next one of its subject becomes due. */
export async function wakeSuccessors(
  tx: Transaction,
  accepted: readonly ClaimedDelivery[],
  nowMs: number,
): Promise<void> {
  await tx.query({
    text: `update webhook_deliveries d set next_attempt_at = $4
      where (d.merchant_no, d.endpoint_id, d.id) in (
        select done.merchant_no, done.endpoint_id, next.id
          from unnest($1::int[], $2::uuid[], $3::uuid[]) as done (merchant_no, endpoint_id, subject_id)
         cross join lateral (
           select b.id, b.attempt_count from webhook_deliveries b
            where b.ordered and b.endpoint_id = done.endpoint_id and b.subject_id = done.subject_id
              and b.merchant_no = done.merchant_no and b.status in ('PENDING', 'FAILED')
            order by b.endpoint_id, b.subject_id, b.sequence limit 1) next
         where next.attempt_count = 0)
        and d.status = 'PENDING' and d.next_attempt_at > $4`,
    values: [
      accepted.map(({ merchantNo }) => merchantNo),
      accepted.map(({ endpointId }) => endpointId),
      accepted.map(({ subjectId }) => subjectId),
      new Date(nowMs),
    ],
  });
}
