import type { Queryable, Transaction } from "../../db/database.ts";
import type { Id } from "../../kit/ids.ts";
import type { NewEvent } from "./event-store.ts";
import { deliveryIdSql } from "./event-store.ts";
import { eventPayload, PING } from "./events.ts";
import { type Delivery, deliveryColumns } from "./history-store.ts";
import type { DeliveryStatus } from "./states.ts";
import type { EndpointKey } from "./store.ts";

/** Which deliveries are sent again. RETRYING: the failed ones, and those that have failed and wait for another attempt. */
export type ReplayScope = "ALL" | "FAILED" | "RETRYING";

/** The events to be sent again to an endpoint. */
export interface ReplayChoice {
  readonly fromMs: number;
  readonly toMs: number;
  /** Null: every type. */
  readonly types: readonly string[] | null;
  readonly scope: ReplayScope;
  /** Events after this one; from the beginning when null. */
  readonly after: Id<"event"> | null;
  readonly limit: number;
}

/** An event's id is made at its time, give or take this: ids limit the part of the index that is read, times decide. */
const ID_DRIFT_MS = 10 * 60_000;
/** The smallest id that can be made at this time. */
function firstIdAt(ms: number): string {
  const hex = Math.max(0, Math.min(ms, 2 ** 48 - 1))
    .toString(16)
    .padStart(12, "0");
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
}

/**
 * The chosen events, oldest first, at most `limit`: by the scope all, or those whose delivery was not accepted.
 */
export async function chooseEvents(
  db: Queryable,
  { merchantNo, id }: EndpointKey,
  { fromMs, toMs, types, scope, after, limit }: ReplayChoice,
): Promise<readonly Id<"event">[]> {
  const first = firstIdAt(fromMs - ID_DRIFT_MS);
  const values = [
    merchantNo,
    after === null || after < first ? first : after,
    firstIdAt(toMs + ID_DRIFT_MS),
    new Date(fromMs),
    new Date(toMs),
    types,
    limit,
  ];
  // A ping was meant for one endpoint at one moment.
  const wanted = `e.created_at >= $4 and e.created_at <= $5 and e.type <> '${PING}'
    and ($6::text[] is null or e.type = any ($6))`;
  const rows = await db.query<{ id: Id<"event"> }>(
    scope !== "ALL"
      ? {
          text: `select e.id from (${unacceptedSql(scope)}) d
              join events e on e.merchant_no = $1 and e.id = d.event_id
             where ${wanted}
             order by d.event_id limit $7`,
          values: [...values, id],
        }
      : {
          text: `select e.id from events e
             where e.merchant_no = $1 and e.id > $2 and e.id < $3 and ${wanted} order by e.id limit $7`,
          values,
        },
  );
  return rows.map((row) => row.id);
}

/** Each kind along its own index. */
function unacceptedSql(scope: "FAILED" | "RETRYING"): string {
  const ofEndpoint = `select d.event_id from webhook_deliveries d
    where d.merchant_no = $1 and d.endpoint_id = $8 and d.event_id > $2 and d.event_id < $3`;
  const ended = `${ofEndpoint} and d.unaccepted`;
  return scope === "FAILED"
    ? ended
    : `${ended} union all ${ofEndpoint} and d.due_at is not null and d.attempt_count > 0`;
}

const replayable: readonly DeliveryStatus[] = ["SUCCEEDED", "FAILED", "CANCELLED"];
const failed: readonly DeliveryStatus[] = ["FAILED", "CANCELLED"];

/**
 * Makes the endpoint's deliveries of these events due now, with a new retry schedule, and writes those that it never
 * had. Pending ones stay as they are: they are sent anyway. Returns how many are due because of this.
 */
export async function replayEvents(
  tx: Transaction,
  { merchantNo, id }: EndpointKey,
  eventIds: readonly Id<"event">[],
  scope: ReplayScope,
  nowMs: number,
): Promise<number> {
  const rows = await tx.query({
    text: `insert into webhook_deliveries as d (merchant_no, id, endpoint_id, event_id, event_type, subject_id, sequence,
        ordered, status, next_attempt_at, created_at, updated_at)
      select event.merchant_no, ${deliveryIdSql("event", "endpoint")}, endpoint.id, event.id, event.type,
             event.subject_id, event.sequence, endpoint.ordered, 'PENDING', $4, $4, $4
        from events event
        join webhook_endpoints endpoint on endpoint.merchant_no = event.merchant_no and endpoint.id = $2
       where event.merchant_no = $1 and event.id = any ($3::uuid[])
       order by 2
      on conflict (merchant_no, endpoint_id, id) do update
         set status = 'PENDING', leased = false, next_attempt_at = $4, retry_step = 0, version = d.version + 1, updated_at = $4
       where d.status = any ($5::text[]) or ($6 and d.due_at is not null and d.attempt_count > 0)
      returning 1`,
    values: [
      merchantNo,
      id,
      eventIds,
      new Date(nowMs),
      scope === "ALL" ? replayable : failed,
      scope === "RETRYING",
    ],
  });
  return rows.length;
}

/** Writes an event with a single delivery, to this endpoint whatever it subscribed to. */
export async function emitToOne(
  tx: Transaction,
  { merchantNo, id }: EndpointKey,
  event: NewEvent,
): Promise<Delivery> {
  const [delivery] = await tx.query<Delivery>({
    text: `with event as (
        insert into events (merchant_no, id, type, subject_id, sequence, payload, created_at)
        values ($1, $3, $4, $5, $6, $7, $8)
        returning merchant_no, id, type, subject_id, sequence, created_at)
      insert into webhook_deliveries as d (merchant_no, id, endpoint_id, event_id, event_type, subject_id, sequence,
        status, next_attempt_at, created_at, updated_at)
      select event.merchant_no, ${deliveryIdSql("event", "endpoint")}, endpoint.id, event.id, event.type,
             event.subject_id, event.sequence, 'PENDING', event.created_at, event.created_at, event.created_at
        from event cross join (select $2::uuid as id) endpoint
      returning ${deliveryColumns}`,
    values: [
      merchantNo,
      id,
      event.id,
      event.type,
      event.subjectId,
      event.sequence,
      eventPayload(event),
      new Date(event.timestampMs),
    ],
  });
  if (delivery === undefined) throw new Error("the event has no delivery");
  return delivery;
}
