import type { ItemColumn } from "../../../db/item-rows.ts";
import type { Id } from "../../../kit/ids.ts";
import { deliveriesForEventsSql, type EventType } from "../../webhooks/index.ts";

/** An event with its body, ready to be written with its effect. */
export interface EventRow {
  readonly id: Id<"event">;
  readonly type: EventType;
  readonly sequence: number;
  /** The whole body, session ids without their secret part. */
  readonly payload: string;
}

/** At most two events a change: a payment event and a session event. */
export function eventColumns<Item>(
  eventsOf: (item: Item) => readonly EventRow[],
): readonly ItemColumn<Item>[] {
  return [0, 1].flatMap((slot): ItemColumn<Item>[] => {
    const name = `e${slot}`;
    return [
      { name: `${name}_id`, type: "uuid", value: (item) => eventsOf(item)[slot]?.id ?? null },
      { name: `${name}_type`, type: "text", value: (item) => eventsOf(item)[slot]?.type ?? null },
      { name: `${name}_sequence`, type: "int", value: (item) => eventsOf(item)[slot]?.sequence ?? null },
      { name: `${name}_payload`, type: "text", value: (item) => eventsOf(item)[slot]?.payload ?? null },
    ];
  });
}

/**
 * Statement parts that write the events of `done` (merchant_no, payment_intent_id, updated_at and the event columns) and
 * one delivery per endpoint that listens.
 */
export const eventsSql = `
  happened as (
    insert into events (merchant_no, id, type, subject_id, sequence, payload, created_at)
    select merchant_no, e0_id, e0_type, payment_intent_id, e0_sequence, e0_payload, updated_at from done where e0_id is not null
    union all
    select merchant_no, e1_id, e1_type, payment_intent_id, e1_sequence, e1_payload, updated_at from done where e1_id is not null
    returning merchant_no, id, type, subject_id, sequence, created_at
  ),
  fanned as (${deliveriesForEventsSql("happened")} returning 1)`;
