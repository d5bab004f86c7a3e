import type { AuditActor } from "../../db/audit.ts";
import type { Transaction } from "../../db/database.ts";
import type { Permission } from "../../http/permissions.ts";
import type { Id, MerchantNo } from "../../kit/ids.ts";
import { accessErrors } from "./errors.ts";
import { LIVING_KEYS_MAX } from "./keys.ts";
import { countLivingKeys, readKeys } from "./keys-store.ts";
import type { Access } from "./service.ts";
import { type CreatedKeyView, viewKey } from "./view.ts";

/** A key that an operator hands to a merchant of its tenant. */
export interface HandedKey {
  readonly id: Id<"apiKey">;
  readonly merchantNo: MerchantNo;
  readonly name: string;
  readonly permissions: readonly Permission[];
}

/**
 * A merchant's key made by somebody who has none, in the caller's transaction: how the first one comes to be, live included.
 * The text is in this answer alone. Refuses with API_KEY_LIMIT_REACHED.
 */
export async function handOverKey(
  tx: Transaction,
  access: Pick<Access, "createApiKey">,
  key: HandedKey,
  { actor, nowMs }: { readonly actor: AuditActor; readonly nowMs: number },
): Promise<CreatedKeyView> {
  if ((await countLivingKeys(tx, key.merchantNo, nowMs)) >= LIVING_KEYS_MAX) {
    throw accessErrors.API_KEY_LIMIT_REACHED({ max: LIVING_KEYS_MAX });
  }
  const made = await access.createApiKey(tx, key, actor);
  const [stored] = await readKeys(tx, key.merchantNo, [key.id]);
  if (stored === undefined) throw new Error("the key is not there after it was made");
  return { ...viewKey(stored, nowMs), key: made.key.reveal() };
}
