import type { Queryable } from "../../db/database.ts";
import { uuidFloor } from "../../db/list-days.ts";
import type { MerchantNo } from "../../kit/ids.ts";
import { readNewestNotes } from "../notes/index.ts";
import type { EventRow } from "./changes.ts";
import { ROWS_MAX } from "./feed.ts";

/** Events of one merchant from an instant on. */
export interface Look {
  readonly merchantNo: MerchantNo;
  readonly fromMs: number;
}

/**
 * What is new for each look, oldest first: the newest `ROWS_MAX` events, by ranges of the primary key, and as many notes.
 * Two statements, whatever the number of looks.
 */
export async function readNewest(
  db: Queryable,
  looks: readonly Look[],
): Promise<ReadonlyMap<MerchantNo, readonly EventRow[]>> {
  const events = await readNewestEvents(db, looks);
  const merchantNos = looks.map(({ merchantNo }) => merchantNo);
  const fromMs = Math.min(...looks.map((look) => look.fromMs));
  const found = new Map(events);
  for (const { owner, id } of await readNewestNotes(db, merchantNos, fromMs, ROWS_MAX)) {
    const note: EventRow = { id, type: "note.written", subjectId: id, sequence: 1 };
    found.set(owner, [...(found.get(owner) ?? []), note]);
  }
  return found;
}

async function readNewestEvents(
  db: Queryable,
  looks: readonly Look[],
): Promise<ReadonlyMap<MerchantNo, readonly EventRow[]>> {
  const rows = await db.query<EventRow & { readonly merchantNo: MerchantNo }>({
    name: "live_events",
    text: `
      select e.merchant_no as "merchantNo", e.id, e.type, e.subject_id as "subjectId", e.sequence
        from unnest($1::int[], $2::uuid[]) as look (merchant_no, from_id)
        cross join lateral (
          select * from events where merchant_no = look.merchant_no and id >= look.from_id
           order by id desc limit ${ROWS_MAX}) e
       order by e.id`,
    values: [looks.map(({ merchantNo }) => merchantNo), looks.map(({ fromMs }) => uuidFloor(fromMs))],
  });
  const byMerchant = new Map<MerchantNo, EventRow[]>();
  for (const row of rows) {
    const known = byMerchant.get(row.merchantNo);
    if (known === undefined) byMerchant.set(row.merchantNo, [row]);
    else known.push(row);
  }
  return byMerchant;
}
