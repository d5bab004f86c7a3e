import type { Queryable, Transaction } from "../../db/database.ts";
import { REQUEST_DRIFT } from "../../db/list.ts";
import { uuidFloor } from "../../db/list-days.ts";
import type { Stretch } from "../../http/stretch-page.ts";
import { type Bind, readStretchEdge, stretchConditions, stretchOrder } from "../../http/stretch-sql.ts";
import type { Id, MerchantNo } from "../../kit/ids.ts";
import { deliveryIdSql } from "./event-store.ts";
import type { DeliveryStatus } from "./states.ts";
import type { EndpointKey } from "./store.ts";

export interface Delivery {
  readonly id: Id<"delivery">;
  readonly endpointId: Id<"webhookEndpoint">;
  readonly eventId: Id<"event">;
  readonly eventType: string;
  readonly sequence: number;
  readonly status: DeliveryStatus;
  readonly attemptCount: number;
  readonly nextAttemptAtMs: number | null;
  readonly lastStatusCode: number | null;
  readonly lastError: string | null;
  readonly version: number;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
}

export interface Attempt {
  readonly deliveryId: Id<"delivery">;
  readonly attemptNumber: number;
  /** The address it was sent to. */
  readonly url: string | null;
  readonly statusCode: number | null;
  readonly error: string | null;
  readonly responseExcerpt: string | null;
  readonly durationMs: number;
  readonly createdAtMs: number;
}

export interface StoredEvent {
  readonly id: Id<"event">;
  readonly payload: string;
}

export const deliveryColumns = `d.id, d.endpoint_id as "endpointId", d.event_id as "eventId", d.event_type as "eventType",
  d.sequence, d.status, d.attempt_count as "attemptCount", d.next_attempt_at as "nextAttemptAtMs",
  d.last_status_code as "lastStatusCode", d.last_error as "lastError", d.version, d.created_at as "createdAtMs",
  d.updated_at as "updatedAtMs"`;

/** Maximum of newest attempts that a list shows with a delivery. */
const ATTEMPTS_SHOWN_MAX = 20;

/** The stretch's part of the key, and its order. */
function stretchSql(column: string, stretch: Stretch<"delivery" | "event">, bind: Bind): string {
  const within = stretchConditions(column, stretch, bind).map((one) => `and ${one}`);
  return `${within.join(" ")} ${stretchOrder(column, stretch)}`;
}

/** Null: any. */
export interface DeliveryFilter {
  readonly statuses: readonly DeliveryStatus[] | null;
  readonly types: readonly string[] | null;
  readonly code: number | null;
  readonly eventId: Id<"event"> | null;
  /** The time of the event, half-open, in epoch milliseconds. */
  readonly fromMs: number | null;
  readonly toMs: number | null;
}

export function listDeliveries(
  db: Queryable,
  endpoint: EndpointKey,
  { statuses, types, code, eventId, fromMs, toMs }: DeliveryFilter,
  stretch: Stretch<"delivery">,
): Promise<readonly Delivery[]> {
  const values: unknown[] = [endpoint.merchantNo, endpoint.id, statuses, stretch.limit, types, code];
  const bind: Bind = (value) => `$${values.push(value)}`;
  const conditions = [
    ...deliveriesOfPeriod("d", { fromMs, toMs }, bind),
    ...(eventId === null ? [] : [ofEvent(bind(eventId))]),
  ];
  return db.query<Delivery>({
    text: `select ${deliveryColumns} from webhook_deliveries d
      where d.merchant_no = $1 and d.endpoint_id = $2 and ($3::text[] is null or d.status = any ($3))
        and ($5::text[] is null or d.event_type = any ($5)) and ($6::int is null or d.last_status_code = $6)
        ${conditions.map((one) => `and ${one}`).join(" ")}
        ${stretchSql("d.id", stretch, bind)} limit $4`,
    values,
  });
}

/** A delivery's id begins with that of its event, whose time it has. */
const deliveriesOfPeriod = (
  row: string,
  { fromMs, toMs }: Pick<DeliveryFilter, "fromMs" | "toMs">,
  bind: Bind,
): readonly string[] => [
  ...(fromMs === null ? [] : [`${row}.id >= ${bind(uuidFloor(fromMs))}::uuid`]),
  ...(toMs === null ? [] : [`${row}.id < ${bind(uuidFloor(toMs))}::uuid`]),
];

/** Where a page of a filter without an index ends at the latest; null: with the list, or the filter has one. */
export async function findDeliveryEdge(
  db: Queryable,
  endpoint: EndpointKey,
  { statuses, types, code, eventId, ...period }: DeliveryFilter,
  stretch: Stretch<"delivery">,
  depth: number,
): Promise<Id<"delivery"> | null> {
  if (eventId !== null || (statuses === null && types === null && code === null)) return null;
  const conditions = (bind: Bind) => [
    `t.merchant_no = ${bind(endpoint.merchantNo)}`,
    `t.endpoint_id = ${bind(endpoint.id)}`,
    ...deliveriesOfPeriod("t", period, bind),
  ];
  return readStretchEdge(db, "webhook_deliveries", conditions, stretch, depth);
}

const ofEvent = (event: string): string =>
  `d.id = (select ${deliveryIdSql("event", "endpoint")}
    from (select ${event}::uuid as id) event, (select $2::uuid as id) endpoint)`;

export async function findDelivery(
  db: Queryable,
  endpoint: EndpointKey,
  id: Id<"delivery">,
): Promise<Delivery | null> {
  const [row] = await db.query<Delivery>({
    text: `select ${deliveryColumns} from webhook_deliveries d
      where d.merchant_no = $1 and d.id = $2 and d.endpoint_id = $3`,
    values: [endpoint.merchantNo, id, endpoint.id],
  });
  return row ?? null;
}

/** The newest `ATTEMPTS_SHOWN_MAX` attempts of each delivery, oldest first. */
export function listAttempts(
  db: Queryable,
  merchantNo: MerchantNo,
  deliveryIds: readonly Id<"delivery">[],
): Promise<readonly Attempt[]> {
  return db.query<Attempt>({
    text: `select a.* from unnest($2::uuid[]) as wanted (id)
      cross join lateral (
        select w.delivery_id as "deliveryId", w.attempt_number as "attemptNumber", w.url, w.status_code as "statusCode",
               w.error, w.response_excerpt as "responseExcerpt", w.duration_ms as "durationMs",
               w.created_at as "createdAtMs"
          from webhook_attempts w
         where w.merchant_no = $1 and w.delivery_id = wanted.id
         order by w.attempt_number desc limit $3) a
      order by a."deliveryId", a."attemptNumber"`,
    values: [merchantNo, deliveryIds, ATTEMPTS_SHOWN_MAX],
  });
}

/** Puts a delivery back at the first step of the retry schedule, due now. Null when there is none. */
export async function resendDelivery(
  tx: Transaction,
  endpoint: EndpointKey,
  id: Id<"delivery">,
  nowMs: number,
): Promise<Delivery | null> {
  const [row] = await tx.query<Delivery>({
    text: `update webhook_deliveries d
         set status = 'PENDING', leased = false, next_attempt_at = $4, retry_step = 0, version = d.version + 1, updated_at = $4
       where d.merchant_no = $1 and d.id = $2 and d.endpoint_id = $3
      returning ${deliveryColumns}`,
    values: [endpoint.merchantNo, id, endpoint.id, new Date(nowMs)],
  });
  return row ?? null;
}

export async function findEvent(
  db: Queryable,
  merchantNo: MerchantNo,
  id: Id<"event">,
): Promise<StoredEvent | null> {
  const [row] = await db.query<StoredEvent>({
    text: "select e.id, e.payload from events e where e.merchant_no = $1 and e.id = $2",
    values: [merchantNo, id],
  });
  return row ?? null;
}

/** An event without its body. */
export interface EventHead {
  readonly id: Id<"event">;
  readonly type: string;
  readonly sequence: number;
  readonly createdAtMs: number;
}

/** Events of one subject that were written between two instants, oldest first: a range of the primary key. */
export function readEventsOf(
  db: Queryable,
  merchantNo: MerchantNo,
  subjectId: string,
  fromMs: number,
  toMs: number,
): Promise<readonly EventHead[]> {
  return db.query<EventHead>({
    text: `select e.id, e.type, e.sequence, e.created_at as "createdAtMs" from events e
      where e.merchant_no = $1 and e.id >= $3 and e.id < $4 and e.subject_id = $2 order by e.id`,
    values: [merchantNo, subjectId, uuidFloor(fromMs), uuidFloor(toMs)],
  });
}

/** Deliveries of events to the endpoints that the merchant has: each id follows from its event and its endpoint. */
export function readDeliveriesOf(
  db: Queryable,
  merchantNo: MerchantNo,
  eventIds: readonly Id<"event">[],
): Promise<readonly Delivery[]> {
  return db.query<Delivery>({
    text: `select ${deliveryColumns} from unnest($2::uuid[]) as event (id)
      join webhook_endpoints endpoint on endpoint.merchant_no = $1 and endpoint.deleted_at is null
      join webhook_deliveries d on d.merchant_no = $1 and d.endpoint_id = endpoint.id
        and d.id = ${deliveryIdSql("event", "endpoint")}
      order by d.id`,
    values: [merchantNo, eventIds],
  });
}

/** Null: any. */
export interface EventFilter {
  readonly types: readonly string[] | null;
  /** Half-open, in epoch milliseconds. */
  readonly fromMs: number | null;
  readonly toMs: number | null;
  /** Events of one subject lie in these ranges of the key. */
  readonly subject: { readonly id: string; readonly ranges: readonly IdRange[] } | null;
}

/** From the first id, included, to the second, excluded. */
export interface IdRange {
  readonly from: string;
  readonly to: string;
}

const WHOLE: readonly IdRange[] = [{ from: uuidFloor(0), to: "ffffffff-ffff-ffff-ffff-ffffffffffff" }];

export function listEvents(
  db: Queryable,
  merchantNo: MerchantNo,
  { types, fromMs, toMs, subject }: EventFilter,
  stretch: Stretch<"event">,
): Promise<readonly StoredEvent[]> {
  const ranges = subject?.ranges ?? WHOLE;
  const values: unknown[] = [merchantNo, types, stretch.limit];
  const bind: Bind = (value) => `$${values.push(value)}`;
  const conditions = [
    ...(subject === null ? [] : [`e.subject_id = ${bind(subject.id)}::uuid`]),
    ...eventsOfPeriod("e", { fromMs, toMs }, bind),
    ...(fromMs === null ? [] : [`e.created_at >= ${bind(new Date(fromMs))}`]),
    ...(toMs === null ? [] : [`e.created_at < ${bind(new Date(toMs))}`]),
  ];
  const from = bind(ranges.map((range) => range.from));
  const to = bind(ranges.map((range) => range.to));
  const order = `order by e.id ${stretch.backwards ? "desc" : "asc"} limit $3`;
  return db.query<StoredEvent>({
    text: `select e.id, e.payload from unnest(${from}::uuid[], ${to}::uuid[]) as r (from_id, to_id)
      cross join lateral (
        select e.id, e.payload from events e
        where e.merchant_no = $1 and e.id >= r.from_id and e.id < r.to_id
          and ($2::text[] is null or e.type = any ($2)) ${conditions.map((one) => `and ${one}`).join(" ")}
          ${stretchSql("e.id", stretch, bind)} limit $3
      ) e ${order}`,
    values,
  });
}

/** The part of the key in which events of the period can be. */
function eventsOfPeriod(
  row: string,
  { fromMs, toMs }: Pick<EventFilter, "fromMs" | "toMs">,
  bind: Bind,
): readonly string[] {
  const { idEarlierMsMax, idLaterMsMax } = REQUEST_DRIFT;
  return [
    ...(fromMs === null ? [] : [`${row}.id >= ${bind(uuidFloor(fromMs - idEarlierMsMax))}::uuid`]),
    ...(toMs === null ? [] : [`${row}.id < ${bind(uuidFloor(toMs + idLaterMsMax))}::uuid`]),
  ];
}

/** Where a page of events of some types ends at the latest; null: with the list. Those of one subject lie close together. */
export async function findEventEdge(
  db: Queryable,
  merchantNo: MerchantNo,
  { types, subject, ...period }: EventFilter,
  stretch: Stretch<"event">,
  depth: number,
): Promise<Id<"event"> | null> {
  if (types === null || subject !== null) return null;
  const conditions = (bind: Bind) => [
    `t.merchant_no = ${bind(merchantNo)}`,
    ...eventsOfPeriod("t", period, bind),
  ];
  return readStretchEdge(db, "events", conditions, stretch, depth);
}
