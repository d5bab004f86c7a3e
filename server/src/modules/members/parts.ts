import type { Transaction } from "../../db/database.ts";
import { errors } from "../../http/errors.ts";
import type { Caller } from "../../http/route.ts";
import { rightsOf } from "./roles.ts";
import { lockMembers } from "./store.ts";

/**
 * The permissions that the person who calls has now, with the membership locked until the transaction ends. Refuses with
 * INVALID_MERCHANT_SCOPE when the person was removed, or has lost the role in this mode.
 */
export async function personGivesWithin(
  tx: Transaction,
  { actor, merchantId, mode }: Caller,
): Promise<readonly string[]> {
  const [member] = await lockMembers(tx, merchantId, [actor.id]);
  const inMode = member?.terms[mode] ?? null;
  if (member === undefined || inMode === null) throw errors.INVALID_MERCHANT_SCOPE();
  return rightsOf(inMode.role, mode, inMode.only, member.hasSecondFactor).permissions;
}
