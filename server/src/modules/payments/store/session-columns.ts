import type { ItemColumn } from "../../../db/item-rows.ts";
import type { SessionChange } from "../change/change.ts";

/**
 * The columns of every statement that moves a session: its key, the version it must still have, and the statuses before
 * and after with the day they count for. A statement that finds another version writes nothing.
 */
export function sessionColumns<
  Item extends { readonly change: SessionChange },
>(): readonly ItemColumn<Item>[] {
  return [
    { name: "merchant_no", type: "int", value: ({ change }) => change.session.merchantNo },
    { name: "session_id", type: "uuid", value: ({ change }) => change.session.id },
    { name: "version", type: "int", value: ({ change }) => change.before.session.version },
    { name: "s_status_before", type: "text", value: ({ change }) => change.before.session.status },
    { name: "s_status", type: "text", value: ({ change }) => change.session.status },
    { name: "s_day", type: "date", value: ({ change }) => change.session.createdAtMs },
    { name: "i_status_before", type: "text", value: ({ change }) => change.before.intent?.status ?? null },
    { name: "now_at", type: "timestamptz", value: ({ change }) => change.session.updatedAtMs },
  ];
}
