import type { Queryable } from "../../db/database.ts";
import { itemRows } from "../../db/item-rows.ts";
import { uuidFloor, uuidTimeMs } from "../../db/list-days.ts";
import type { StepSubject, TimedStep } from "./steps.ts";

/** Steps of one payment that one process saw within an interval. */
export interface StoredStretch extends StepSubject {
  readonly id: string;
  readonly steps: readonly TimedStep[];
}

const rows = itemRows<StoredStretch>([
  { name: "merchant_no", type: "int", value: ({ merchantNo }) => merchantNo },
  { name: "payment_intent_id", type: "uuid", value: ({ paymentIntentId }) => paymentIntentId },
  { name: "id", type: "uuid", value: ({ id }) => id },
  { name: "steps", type: "text", value: ({ steps }) => JSON.stringify(steps) },
]);

/** The day on which an id was made, UTC: `2026-11-22`. */
export function dayOf(id: string): string {
  return new Date(uuidTimeMs(id)).toISOString().slice(0, 10);
}

/** Makes the place for the rows of a day, unless it is there. */
export async function addDay(db: Queryable, day: string): Promise<void> {
  await db.query({ text: "select payment_steps_add_day($1::date)", values: [day] });
}

/** Writes rows; one that is written already is left as it is, so that a batch whose answer was lost can be repeated. */
export async function insertStretches(db: Queryable, stretches: readonly StoredStretch[]): Promise<void> {
  await db.query({
    name: "payment_steps.insert",
    text: `insert into payment_steps (merchant_no, payment_intent_id, id, steps)
           select merchant_no, payment_intent_id, id, steps from ${rows.from}
           on conflict do nothing`,
    values: rows.values(stretches),
  });
}

/** How many rows of one payment are shown: more than an honest one ever has. */
const STRETCHES_MAX = 500;

/** All steps of a payment, oldest first. `sinceMs`: when it was made, or earlier; older days are not searched. */
export async function readSteps(
  db: Queryable,
  { merchantNo, paymentIntentId }: StepSubject,
  sinceMs: number,
): Promise<readonly TimedStep[]> {
  const found = await db.query<{ steps: string }>({
    text: `select steps from payment_steps
            where merchant_no = $1 and payment_intent_id = $2 and id >= $3 order by id limit ${STRETCHES_MAX}`,
    values: [merchantNo, paymentIntentId, uuidFloor(sinceMs)],
  });
  return found
    .flatMap(({ steps }) => JSON.parse(steps) as readonly TimedStep[])
    .toSorted((one, other) => one.atMs - other.atMs);
}

/** Drops whole days before this one; returns how many. */
export async function dropDaysBefore(db: Queryable, day: string): Promise<number> {
  const [row] = await db.query<{ dropped: number }>({
    text: "select payment_steps_drop_days($1::date) as dropped",
    values: [day],
  });
  return row?.dropped ?? 0;
}
