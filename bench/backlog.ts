import { setTimeout as sleep } from "node:timers/promises";
import type { Database } from "../server/src/db/database.ts";
import { systemClock } from "../server/src/kit/clock.ts";
import {
  createIdSource,
  encodeBase32,
  type Id,
  type MerchantId,
  type MerchantNo,
  uuidBytes,
} from "../server/src/kit/ids.ts";
import { createSystemRandom } from "../server/src/kit/random.ts";
import {
  type EventType,
  emitEvents,
  type NewEvent,
  sealAddress,
} from "../server/src/modules/webhooks/index.ts";
import type { Stand } from "./stand.ts";

/** Events as the service wrote them for payments, to be copied with new ids and times. */
export type Templates = readonly Template[];

interface Template {
  readonly merchantNo: MerchantNo;
  readonly merchantId: MerchantId;
  readonly type: EventType;
  readonly payload: string;
}

const ids = createIdSource(systemClock, createSystemRandom());
const BATCH = 1_000;
const LOOK_EVERY_MS = 20;

/** The latest event of each type of each merchant. */
export async function findTemplates(db: Database): Promise<Templates> {
  const templates = await db.query<Template>({
    text: `select distinct on (e.merchant_no, e.type) e.merchant_no as "merchantNo",
        number.merchant_id as "merchantId", e.type, e.payload
      from events e join merchant_numbers number using (merchant_no)
      where e.type <> 'endpoint.ping'
      order by e.merchant_no, e.type, e.id desc`,
  });
  if (templates.length === 0) throw new Error("there are payments, so there are events");
  return templates;
}

/** Writes `count` events with their deliveries, one template after the other, as the service writes them. */
export async function writeBacklog(db: Database, templates: Templates, count: number): Promise<void> {
  for (let written = 0; written < count; written += BATCH) {
    const events = Array.from({ length: Math.min(BATCH, count - written) }, (_each, index) =>
      eventLike(templates[(written + index) % templates.length]),
    );
    await db.transaction((tx) => emitEvents(tx, events));
  }
}

function eventLike(template: Template | undefined): NewEvent {
  if (template === undefined) throw new Error("there are templates");
  const { merchantNo, merchantId, type, payload } = template;
  // A separate session, too: sending computes the rest of its id.
  const session = Buffer.alloc(20);
  uuidBytes(ids.next("checkoutSession")).copy(session);
  session.writeUInt32BE(merchantNo, 16);
  const own = payload.replaceAll(/cs_[0-9a-z]{32}/g, `cs_${encodeBase32(session)}`);
  const { data } = JSON.parse(own) as { readonly data: unknown };
  return {
    merchantNo,
    merchantId,
    type,
    data,
    id: ids.next("event"),
    // The only event of its subject, so that sequences have no gap.
    subjectId: ids.uuid(),
    sequence: 1,
    timestampMs: Date.now(),
    mode: "SANDBOX",
  };
}

/** Holds all deliveries back, as the circuit breaker does for a failing endpoint. */
export async function hold(db: Database): Promise<void> {
  await db.query({ text: "update webhook_endpoints set paused_until = now() + interval '1 day'" });
}

/** Releases all deliveries: the service finds them with its next poll. */
export async function release(db: Database): Promise<void> {
  await db.query({ text: "update webhook_endpoints set paused_until = null" });
}

/** Resolves once everything that existed at `untilMs` is delivered and recorded. */
export async function drained(db: Database, untilMs: number): Promise<void> {
  // In the order of the index, so that no finished row is read.
  const inLine = `select 1 from webhook_deliveries where due_at is not null and created_at <= $1
    order by endpoint_id, due_at limit 1`;
  const held = `select 1 from webhook_deliveries where leased and status = 'PENDING'
    and created_at <= $1 and created_at > $1::timestamptz - interval '1 minute' limit 1`;
  for (const text of [inLine, held]) {
    while ((await db.query({ text, values: [new Date(untilMs)] })).length > 0) await sleep(LOOK_EVERY_MS);
  }
}

/** Gives endpoints another address, as if it had been verified before: what is measured there may never answer a ping. */
export async function moveEndpoints(
  { db, keyring }: Pick<Stand, "db" | "keyring">,
  urlOf: (place: number) => string,
): Promise<void> {
  const endpoints = await db.query<{ merchantNo: MerchantNo; id: Id<"webhookEndpoint"> }>({
    text: `select merchant_no as "merchantNo", id from webhook_endpoints order by merchant_no, id`,
  });
  await db.query({
    text: `update webhook_endpoints p set sealed_url = moved.sealed_url
        from unnest($1::int[], $2::uuid[], $3::bytea[]) as moved (merchant_no, id, sealed_url)
       where p.merchant_no = moved.merchant_no and p.id = moved.id`,
    values: [
      endpoints.map(({ merchantNo }) => merchantNo),
      endpoints.map(({ id }) => id),
      endpoints.map((endpoint, place) => sealAddress(keyring, endpoint, urlOf(place))),
    ],
  });
}
