import type { Queryable } from "../../../db/database.ts";
import { type ListSource, REQUEST_DRIFT } from "../../../db/list.ts";
import { FIRST_GUARD_ID } from "../../../kit/guard-id.ts";
import type { MerchantNo } from "../../../kit/ids.ts";
import { type LoadedSession, loadedColumns, readLoaded, sessionStatuses } from "../../payments/index.ts";

export const sessionList: ListSource = {
  table: "checkout_sessions",
  counters: { prefix: "sessions", statuses: sessionStatuses },
  drift: REQUEST_DRIFT,
  // In id order the guards of payments without a session follow the sessions.
  only: `t.id < '${FIRST_GUARD_ID}'`,
};

/**
 * The merchant's sessions of these ids with their intents and current charges; ids of other merchants are not found.
 */
export async function readSessionsById(
  db: Queryable,
  merchantNo: MerchantNo,
  ids: readonly string[],
): Promise<readonly LoadedSession[]> {
  if (ids.length === 0) return [];
  const rows = await db.query<Readonly<Record<string, unknown>>>({
    text: `
      select ${loadedColumns} from checkout_sessions s
      left join payment_intents i on i.merchant_no = s.merchant_no and i.id = s.payment_intent_id
      left join charges c on c.merchant_no = s.merchant_no and c.id = s.charge_id
      where s.merchant_no = $1 and s.id = any($2::uuid[])`,
    values: [merchantNo, ids],
  });
  return rows.map(readLoaded);
}
