import type { Queryable } from "../../db/database.ts";
import { type Id, type MerchantNo, parsePublicId } from "../../kit/ids.ts";
import type { Keyring } from "../../kit/keyring.ts";
import { parseSessionId } from "../../kit/session-id.ts";

interface IntentKey {
  readonly merchantNo: MerchantNo;
  readonly paymentIntentId: Id<"paymentIntent">;
  /** Where the id was that of a session; else null. */
  readonly sessionId: Id<"checkoutSession"> | null;
}

/** Whose the object is, as far as the reader may know; null: it does not exist for this reader. */
export type OwnerOf = (
  table: "payment_intents" | "charges" | "refunds",
  id: string,
) => Promise<MerchantNo | null>;

/**
 * The payment that an id leads to: `pi_…`, `ch_…`, `re_…` or `cs_…`; null: none. A session names its merchant by itself, so the
 * caller checks whose the result is.
 */
export async function findIntentOf(
  db: Queryable,
  keyring: Keyring,
  text: string,
  ownerOf: OwnerOf,
): Promise<IntentKey | null> {
  const session = parseSessionId(keyring, text);
  if (session !== null) return intentIn(db, "checkout_sessions", session.merchantNo, session.id);
  const intentId = parsePublicId("paymentIntent", text);
  if (intentId !== null) {
    const merchantNo = await ownerOf("payment_intents", intentId);
    return merchantNo === null ? null : { merchantNo, paymentIntentId: intentId, sessionId: null };
  }
  for (const [kind, table] of [
    ["charge", "charges"],
    ["refund", "refunds"],
  ] as const) {
    const id = parsePublicId(kind, text);
    const merchantNo = id === null ? null : await ownerOf(table, id);
    if (id !== null) return merchantNo === null ? null : intentIn(db, table, merchantNo, id);
  }
  return null;
}

async function intentIn(
  db: Queryable,
  table: "checkout_sessions" | "charges" | "refunds",
  merchantNo: MerchantNo,
  id: string,
): Promise<IntentKey | null> {
  const [row] = await db.query<IntentKey>({
    text: `select merchant_no as "merchantNo", payment_intent_id as "paymentIntentId",
             ${table === "checkout_sessions" ? "id" : "null"} as "sessionId" from ${table}
            where merchant_no = $1 and id = $2`,
    values: [merchantNo, id],
  });
  return row ?? null;
}
