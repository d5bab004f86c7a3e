import type { CommandRow } from "../../../db/batch-writer.ts";
import type { ItemColumn } from "../../../db/item-rows.ts";
import type { Id } from "../../../kit/ids.ts";
import {
  type EventType,
  type Lease,
  type LeasedRow,
  leaseColumnsSql,
  leasesSql,
  leasingDeliveriesSql,
  noLeaseColumnsSql,
  unleasedCountSql,
} from "../../webhooks/index.ts";
import type { SessionChange } from "../change/change.ts";

/** An event with its body, ready to be written with its effect. */
export interface EventRow {
  readonly id: Id<"event">;
  readonly type: EventType;
  readonly sequence: number;
  /** The complete body, with session ids without their secret part. */
  readonly payload: string;
}

/** The events of a change, and whether this process sends them itself. */
export interface Telling {
  readonly change: Pick<SessionChange, "session">;
  readonly events: readonly EventRow[];
  readonly lease: Lease | null;
}

/** At most two events per change: a payment event and a session event. */
export function eventColumns<Item extends Telling>(): readonly ItemColumn<Item>[] {
  const eventsOf = ({ events }: Item) => events;
  const columns = [0, 1].flatMap((slot): ItemColumn<Item>[] => {
    const name = `e${slot}`;
    return [
      { name: `${name}_id`, type: "uuid", value: (item) => eventsOf(item)[slot]?.id ?? null },
      { name: `${name}_type`, type: "text", value: (item) => eventsOf(item)[slot]?.type ?? null },
      { name: `${name}_sequence`, type: "int", value: (item) => eventsOf(item)[slot]?.sequence ?? null },
      { name: `${name}_payload`, type: "text", value: (item) => eventsOf(item)[slot]?.payload ?? null },
    ];
  });
  return [
    ...columns,
    { name: "lease_at", type: "timestamptz", value: ({ lease }) => lease?.endsAtMs ?? null },
  ];
}

const eventsOfSlot = (slot: number, columns: string): string =>
  `select ${columns.replaceAll("eN", `e${slot}`)} from done where e${slot}_id is not null`;
const written =
  "merchant_no, eN_id, eN_type, payment_intent_id, eN_sequence, eN_payload, updated_at as created_at";
const fresh = (slot: number): string =>
  `item, ${slot} as slot, merchant_no, eN_id as id, eN_type as type, payment_intent_id as subject_id,
      eN_sequence as sequence, updated_at as created_at, lease_at`;

/**
 * Statement parts that write the events of `done` (item, merchant_no, payment_intent_id, updated_at and the event
 * columns) and one delivery per endpoint that listens.
 */
export const eventsSql = `
  happened as (
    insert into events (merchant_no, id, type, subject_id, sequence, payload, created_at)
    ${eventsOfSlot(0, written)}
    union all ${eventsOfSlot(1, written)}
  ),
  fresh as (
    ${eventsOfSlot(0, fresh(0))}
    union all ${eventsOfSlot(1, fresh(1))}
  ),
  ${leasingDeliveriesSql("fresh")}`;

/**
 * The end of such a statement: `columns` of `source` for each answered item, the number of deliveries that a worker
 * must find, and an extra row for each leased delivery. `blanks` replace `columns` in those.
 */
export function answersSql(columns: string, source: string, blanks: string): string {
  return `select ${columns}, ${unleasedCountSql} as deliveries, ${noLeaseColumnsSql} from ${source}
  union all select ${blanks}, null, ${leaseColumnsSql} from ${leasesSql}`;
}

/** Hands leased deliveries to the issuer of the lease. */
export function takeLeased(items: readonly Telling[], rows: readonly CommandRow[]): void {
  for (const row of rows as readonly (CommandRow & LeasedRow)[]) {
    const item = items[row.fromItem];
    const event = item?.events[row.slot];
    if (item === undefined || event === undefined) throw new Error("a leased delivery has its event");
    item.lease?.take(row, { ...event, subjectId: item.change.session.paymentIntentId });
  }
}
