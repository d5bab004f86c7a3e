import type { Queryable } from "../../db/database.ts";
import { itemRows } from "../../db/item-rows.ts";
import { probe } from "../../db/probe.ts";
import type { Id, MerchantNo } from "../../kit/ids.ts";
import type { Mode } from "../../kit/payment-terms.ts";
import type { ClaimedDelivery } from "./delivery-store.ts";
import { deliveryIdSql } from "./event-store.ts";

/** An event to be written, whose body this process has in memory. */
export interface LeasedEvent {
  readonly id: Id<"event">;
  /** The subject that its `sequence` counts. */
  readonly subjectId: string;
  readonly payload: string;
}

/** Permission to write the deliveries of a merchant's new events as leased to this process until `endsAtMs`. */
export interface Lease {
  readonly endsAtMs: number;
  /** After the commit: a delivery that was written with this lease, and its event. */
  take(row: LeasedRow, event: LeasedEvent): void;
}

/**
 * Null when the merchant's deliveries take the ordinary path: this process does not send, there is no room, or some
 * wait already.
 */
export type LeaseDeliveries = (merchantNo: MerchantNo, mode: Mode) => Lease | null;

/** A delivery that the statement wrote leased: `fromItem` and `slot` identify its event. */
export interface LeasedRow {
  readonly fromItem: number;
  readonly slot: number;
  readonly deliveryId: Id<"delivery">;
  readonly endpointId: Id<"webhookEndpoint">;
  readonly sealedUrl: Buffer;
  readonly secret: Buffer;
  readonly previousSecret: Buffer | null;
  readonly previousSecretExpiresAtMs: number | null;
}

/**
 * For how long an address must have been verified before deliveries to it are leased. By then each worker has queried and
 * knows of the deliveries that were held, so a fresh one does not overtake them.
 */
const VERIFIED_FOR = "interval '2 seconds'";

/**
 * CTEs that give each event of `source` one delivery per ACTIVE endpoint that subscribed. `source` has the columns
 * `item`, `slot`, merchant_no, id, type, subject_id, sequence, created_at and `lease_at`: where that is set, deliveries
 * to plain endpoints (verified, unordered, not failing, not paused) are written as leased until then. The statement
 * returns the endpoint as it saw it: nothing is read again before the delivery is sent.
 */
export function leasingDeliveriesSql(source: string): string {
  return `fan as materialized (
    select event.item, event.slot, event.merchant_no, ${deliveryIdSql("event", "endpoint")} as id,
           endpoint.id as endpoint_id, event.id as event_id, event.type as event_type, event.subject_id, event.sequence,
           endpoint.ordered, case when endpoint.plain then event.lease_at end as lease_at, event.created_at,
           endpoint.sealed_url, endpoint.secret, endpoint.previous_secret, endpoint.previous_secret_expires_at
      from ${source} event
     ${probe(
       "endpoint",
       `select p.id, p.ordered, p.sealed_url, p.secret, p.previous_secret, p.previous_secret_expires_at,
              not p.ordered and p.failing_since is null and p.paused_until is null and p.sealed_url is not null
                and p.proved_at < event.created_at - ${VERIFIED_FOR} as plain
         from webhook_endpoints p
        where p.merchant_no = event.merchant_no and p.status = 'ACTIVE'
          and (p.events @> array['*'] or p.events @> array[event.type])`,
     )}
  ),
  fanned as (
    insert into webhook_deliveries (merchant_no, id, endpoint_id, event_id, event_type, subject_id, sequence, ordered,
      status, leased, next_attempt_at, created_at, updated_at)
    select merchant_no, id, endpoint_id, event_id, event_type, subject_id, sequence, ordered, 'PENDING',
      lease_at is not null, coalesce(lease_at, created_at), created_at, created_at
    from fan
  )`;
}

/** For use after `leasingDeliveriesSql`: the number of deliveries that wait for a worker's query. */
export const unleasedCountSql = "(select count(*)::int from fan where lease_at is null)";

/** The columns of `LeasedRow` as nulls, for rows of another kind. */
export const noLeaseColumnsSql = `null::int as "fromItem", null::int as slot, null::uuid as "deliveryId",
    null::uuid as "endpointId", null::bytea as "sealedUrl", null::bytea as secret, null::bytea as "previousSecret",
    null::timestamptz as "previousSecretExpiresAtMs"`;

/** Rows of `fan` as `LeasedRow`: the select list. */
export const leaseColumnsSql =
  "item, slot, id, endpoint_id, sealed_url, secret, previous_secret, previous_secret_expires_at";
export const leasesSql = "fan where lease_at is not null";

/** A delivery written leased, in the form of one that this process claimed. */
export function claimedByLease(
  merchantNo: MerchantNo,
  mode: Mode,
  row: LeasedRow,
  { id, subjectId, payload }: LeasedEvent,
): ClaimedDelivery {
  return {
    merchantNo,
    id: row.deliveryId,
    endpointId: row.endpointId,
    eventId: id,
    subjectId,
    ordered: false,
    attemptCount: 0,
    retryStep: 0,
    payload,
    mode,
    sealedUrl: row.sealedUrl,
    secret: row.secret,
    previousSecret: row.previousSecret,
    previousSecretExpiresAtMs: row.previousSecretExpiresAtMs,
    failing: false,
    unverified: false,
  };
}

/** A delivery held by this process since it was written. */
export interface Leased {
  readonly delivery: ClaimedDelivery;
  readonly endsAtMs: number;
}

const givenRows = itemRows<Leased>([
  { name: "merchant_no", type: "int", value: ({ delivery }) => delivery.merchantNo },
  { name: "endpoint_id", type: "uuid", value: ({ delivery }) => delivery.endpointId },
  { name: "id", type: "uuid", value: ({ delivery }) => delivery.id },
  { name: "lease_at", type: "timestamptz", value: ({ endsAtMs }) => endsAtMs },
]);

/**
 * Releases leases early: the deliveries are due since they were written, and any worker may claim them. One whose lease
 * has expired, and that another worker may hold, is left alone. Returns how many were released.
 */
export async function giveBackDeliveries(db: Queryable, leased: readonly Leased[]): Promise<number> {
  const sorted = [...leased].sort((left, right) => (left.delivery.id < right.delivery.id ? -1 : 1));
  const rows = await db.query({
    text: `update webhook_deliveries d set leased = false, next_attempt_at = d.created_at
        from ${givenRows.from}
       where d.merchant_no = item.merchant_no and d.endpoint_id = item.endpoint_id and d.id = item.id
         and d.status = 'PENDING' and d.attempt_count = 0 and d.next_attempt_at = item.lease_at
      returning 1`,
    values: givenRows.values(sorted),
  });
  return rows.length;
}

/** When leased deliveries were written, and when their leases ended. */
export interface LostWindow {
  readonly fromMs: number;
  readonly untilMs: number;
  readonly nowMs: number;
  readonly limit: number;
}

/**
 * Makes deliveries due whose writer has let their lease expire: it died, or could not write their results. Leased rows
 * are in no index but the primary key; their time of writing leads to them. Returns how many there were.
 */
export async function releaseLostLeases(
  db: Queryable,
  { fromMs, untilMs, nowMs, limit }: LostWindow,
): Promise<number> {
  const rows = await db.query({
    text: `update webhook_deliveries d set leased = false
        from (select o.merchant_no, o.endpoint_id, o.id from webhook_deliveries o
               where o.created_at >= $1 and o.created_at <= $2
                 and o.leased and o.status = 'PENDING' and o.next_attempt_at <= $3
               limit $4 for update skip locked) lost
       where d.merchant_no = lost.merchant_no and d.endpoint_id = lost.endpoint_id and d.id = lost.id
      returning 1`,
    values: [new Date(fromMs), new Date(untilMs), new Date(nowMs), limit],
  });
  return rows.length;
}
