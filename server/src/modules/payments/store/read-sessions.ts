import type { BatchCommand } from "../../../db/batch-writer.ts";
import { itemRows } from "../../../db/item-rows.ts";
import { probe, probeOrNull } from "../../../db/probe.ts";
import type { Id, MerchantNo } from "../../../kit/ids.ts";
import type { LoadedSession } from "../session/types.ts";
import { loadedColumns, readLoaded } from "./rows.ts";

export interface SessionToRead {
  readonly merchantNo: MerchantNo;
  readonly sessionId: Id<"checkoutSession">;
  /** The charge to read with it; null: the current one. */
  readonly chargeId: Id<"charge"> | null;
}

const input = itemRows<SessionToRead>([
  { name: "merchant_no", type: "int", value: (item) => item.merchantNo },
  { name: "session_id", type: "uuid", value: (item) => item.sessionId },
  { name: "charge_id", type: "uuid", value: (item) => item.chargeId },
]);

const text = `
  select item.item, ${loadedColumns}
  from ${input.from}
  ${probe("s", "select * from checkout_sessions x where x.merchant_no = item.merchant_no and x.id = item.session_id")}
  ${probeOrNull("i", "select * from payment_intents x where x.merchant_no = s.merchant_no and x.id = s.payment_intent_id")}
  ${probeOrNull(
    "c",
    `select * from charges x
    where x.merchant_no = s.merchant_no and x.id = coalesce(item.charge_id, s.charge_id) and x.session_id = s.id`,
  )}`;

/** Concurrent reads of sessions share one statement: status polls cost the database almost nothing. */
export const readSessions: BatchCommand<SessionToRead, LoadedSession | null> = {
  name: "checkout.read",
  statement: (items) => ({ name: "checkout.read", text, values: input.values(items) }),
  result: (_item, row) => (row === undefined ? null : readLoaded(row)),
};
