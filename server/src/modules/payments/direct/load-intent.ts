import type { Queryable } from "../../../db/database.ts";
import { errors } from "../../../http/errors.ts";
import type { RefusalFactory } from "../../../kit/errors.ts";
import { guardIdOf } from "../../../kit/guard-id.ts";
import type { Id, MerchantNo } from "../../../kit/ids.ts";
import type { PaymentBatchWriters } from "../deps.ts";
import { readIntents } from "../read-payments.ts";
import type { LoadedSession } from "../session/types.ts";
import { readSessions } from "../store/read-sessions.ts";
import type { PaymentIntent } from "../types.ts";
import type { IntentRefusal } from "./errors.ts";

export interface IntentKey {
  readonly merchantNo: MerchantNo;
  readonly id: Id<"paymentIntent">;
}

/** A payment without a session: its guard, its intent, and its current charge. */
export interface LoadedIntent extends LoadedSession {
  readonly intent: PaymentIntent;
}

/** `has_session`: the intent belongs to a session. Null: this merchant has no such intent. */
export type LoadIntent = (key: IntentKey) => Promise<LoadedIntent | "has_session" | null>;

export function createLoadIntent({
  db,
  batchWriters,
}: {
  readonly db: Queryable;
  readonly batchWriters: PaymentBatchWriters;
}): LoadIntent {
  return async ({ merchantNo, id }) => {
    const loaded = await batchWriters.read.run(readSessions, {
      merchantNo,
      sessionId: guardIdOf(id),
      chargeId: null,
    });
    if (loaded === null) {
      return (await readIntents(db, merchantNo, [id])).length > 0 ? "has_session" : null;
    }
    if (loaded.intent === null) throw new Error("a guard is written with its intent");
    return { ...loaded, intent: loaded.intent };
  };
}

/**
 * Refuses with RESOURCE_NOT_FOUND, and with `refusal` when the intent belongs to a session. `gate` runs between the
 * two: its refusal comes before any about the state.
 */
export async function loadGuard(
  load: LoadIntent,
  key: IntentKey,
  refusal: RefusalFactory,
  gate: () => Promise<unknown> = async () => {},
): Promise<LoadedIntent> {
  const loaded = await load(key);
  if (loaded === null) throw errors.RESOURCE_NOT_FOUND();
  await gate();
  if (loaded === "has_session") throw refusal({ reason: "HAS_SESSION" satisfies IntentRefusal });
  return loaded;
}
