import type { Queryable } from "../db/database.ts";
import { haveCommonOrigin } from "../db/origins.ts";
import { type AccountActor, sameActor } from "../kit/actor.ts";
import type { RefusalFactory } from "../kit/errors.ts";
import { errors } from "./errors.ts";

/**
 * Requires a second person: passes when the actor is another person than the one who began. Refuses with `refusal`, by
 * default FOUR_EYES_REQUIRED; `details.reason` is SAME_ACCOUNT, or COMMON_ORIGIN when one of the two made the other, or
 * a third made both, less than 30 days ago. Call it in the transaction of the act.
 */
export async function requireSecondPerson(
  db: Queryable,
  first: AccountActor,
  second: AccountActor,
  nowMs: number,
  refusal: RefusalFactory = errors.FOUR_EYES_REQUIRED,
): Promise<void> {
  if (sameActor(first, second)) throw refusal({ reason: "SAME_ACCOUNT" });
  if (await haveCommonOrigin(db, first, second, nowMs)) throw refusal({ reason: "COMMON_ORIGIN" });
}
