import type { Transaction } from "../../db/database.ts";
import { itemRows } from "../../db/item-rows.ts";
import { probe } from "../../db/probe.ts";
import type { MerchantNo } from "../../kit/ids.ts";
import { type EventFacts, eventPayload, PING } from "./events.ts";

/** An event to be written. */
export interface NewEvent extends EventFacts {
  readonly merchantNo: MerchantNo;
  /** The subject that `sequence` counts: the payment intent's id, or the object's own where there is none. */
  readonly subjectId: string;
}

/** SQL for the id of the delivery of `event` to `endpoint`: aliases with a column `id` each. */
export const deliveryIdSql = (event: string, endpoint: string): string =>
  `encode(substring(uuid_send(${event}.id) from 1 for 8) || '\\x80'::bytea
             || substring(sha256(uuid_send(${event}.id) || uuid_send(${endpoint}.id)) from 1 for 7), 'hex')::uuid`;

/**
 * SQL that gives each event of `source` one delivery per endpoint of its merchant that is ACTIVE and subscribed.
 * `source` names a CTE or table with the columns of `events` (merchant_no, id, type, subject_id, sequence, created_at);
 * the text is a complete `insert`, for the end of a statement or a CTE. It takes no parameter.
 *
 * A ping written by this statement is a sample of the sandbox. It goes to verified endpoints only, so that samples cannot be
 * used to send pings to others.
 *
 * A delivery's id is derived from its event's (so that it sorts by time, within the millisecond) and a digest of the
 * pair: only the statement knows the endpoints, and the same pair can never be written twice.
 */
function deliveriesForEventsSql(source: string): string {
  return `insert into webhook_deliveries (merchant_no, id, endpoint_id, event_id, event_type, subject_id, sequence,
      ordered, status, next_attempt_at, created_at, updated_at)
    select event.merchant_no,
           ${deliveryIdSql("event", "endpoint")},
           endpoint.id, event.id, event.type, event.subject_id, event.sequence,
           endpoint.ordered, 'PENDING', event.created_at, event.created_at, event.created_at
      from ${source} event
     ${probe(
       "endpoint",
       `select p.id, p.ordered from webhook_endpoints p
        where p.merchant_no = event.merchant_no and p.status = 'ACTIVE'
          and (p.events @> array['*'] or p.events @> array[event.type])
          and (event.type <> '${PING}' or p.proved_at is not null)`,
     )}`;
}

const eventRows = itemRows<NewEvent>([
  { name: "merchant_no", type: "int", value: (event) => event.merchantNo },
  { name: "id", type: "uuid", value: (event) => event.id },
  { name: "type", type: "text", value: (event) => event.type },
  { name: "subject_id", type: "uuid", value: (event) => event.subjectId },
  { name: "sequence", type: "int", value: (event) => event.sequence },
  { name: "payload", type: "text", value: eventPayload },
  { name: "created_at", type: "timestamptz", value: (event) => event.timestampMs },
]);

/** It ends with a select, because Citus refuses the statement when the second insert stands at its end. */
const emitSql = `with new_events as (
    insert into events (merchant_no, id, type, subject_id, sequence, payload, created_at)
    select merchant_no, id, type, subject_id, sequence, payload, created_at from ${eventRows.from}
    returning merchant_no, id, type, subject_id, sequence, created_at),
  new_deliveries as (${deliveriesForEventsSql("new_events")} returning 1)
  select from new_deliveries`;

/**
 * Writes events and their deliveries, in the transaction of the change. Returns the number of deliveries. Call the
 * worker's `notifyNewDeliveries` after the commit: otherwise they wait for the next poll.
 */
export async function emitEvents(tx: Transaction, events: readonly NewEvent[]): Promise<number> {
  if (events.length === 0) return 0;
  const rows = await tx.query({ text: emitSql, values: eventRows.values(events) });
  return rows.length;
}
