import type { AuditActor } from "../../db/audit.ts";
import type { Transaction } from "../../db/database.ts";
import { requireSecondPerson } from "../../http/second-person.ts";
import type { OperatorActor } from "../../kit/actor.ts";
import type { Id, MerchantNo } from "../../kit/ids.ts";
import type { Mode } from "../../kit/payment-terms.ts";
import type { Random } from "../../kit/random.ts";
import { insertClaim, makeClaimToken, readOperatorsWhoRevoked, readUnclaimed } from "./claims.ts";
import { accessErrors } from "./errors.ts";
import { countLivingKeys, readKeys } from "./keys-store.ts";
import type { Access } from "./service.ts";
import { type KeyView, viewKey } from "./view.ts";

/** The permissions that an operator can give: the holder can make further keys, and cannot move money with this one. */
export const handedPermissions = ["merchant.apikeys.manage", "merchant.profile.manage"] as const;

/** Lifetime of the link to a live key: 72 hours. */
export const CLAIM_LIFE_MS = 72 * 60 * 60 * 1000;

export interface HandOverDeps {
  readonly access: Pick<Access, "createApiKey" | "revokeApiKey">;
  readonly random: Random;
  /** Address of the claim page; the token is appended. */
  readonly claimUrl: string;
}

/** A key that an operator makes for a merchant of its tenant. */
export interface HandedKey {
  readonly id: Id<"apiKey">;
  readonly merchantNo: MerchantNo;
  readonly mode: Mode;
  readonly name: string;
  readonly permissions: readonly (typeof handedPermissions)[number][];
}

/** In the sandbox the key itself; in live mode the link by which its holder fetches it. */
export type HandedKeyView = KeyView & {
  readonly key: string | null;
  readonly claim: { readonly url: string | null; readonly expiresAt: string } | null;
};

/**
 * Makes the owner's key of a merchant that has no usable key, in the caller's transaction. The operator sees a sandbox
 * key and never a live one. Refuses with MERCHANT_HAS_API_KEYS, and in live mode with FOUR_EYES_REQUIRED when the
 * operator has revoked keys of the merchant: to take a merchant's keys away and make new ones requires two operators.
 */
export async function handOverKey(
  tx: Transaction,
  { access, random, claimUrl }: HandOverDeps,
  { mode, ...key }: HandedKey,
  { operator, actor, nowMs }: { operator: OperatorActor; actor: AuditActor; nowMs: number },
): Promise<HandedKeyView> {
  const { merchantNo } = key;
  const keys = await countLivingKeys(tx, merchantNo, nowMs);
  if (keys > 0) throw accessErrors.MERCHANT_HAS_API_KEYS({ keys });
  if (mode === "LIVE") {
    for (const revoker of await readOperatorsWhoRevoked(tx, merchantNo)) {
      await requireSecondPerson(tx, revoker, operator, nowMs);
    }
  }
  // A new link replaces one that was never used.
  for (const id of await readUnclaimed(tx, merchantNo)) await access.revokeApiKey(tx, merchantNo, id, actor);
  const made = await access.createApiKey(tx, { ...key, owner: true }, actor);
  const [stored] = await readKeys(tx, merchantNo, [key.id]);
  if (stored === undefined) throw new Error("the key is not there after it was made");
  const view = viewKey(stored, nowMs, 0);
  if (mode === "SANDBOX") return { ...view, key: made.key.reveal(), claim: null };
  // The text made now is discarded: the claim makes the one that works.
  const token = makeClaimToken(random).reveal();
  const expiresAtMs = nowMs + CLAIM_LIFE_MS;
  await insertClaim(tx, key.id, token, expiresAtMs, nowMs);
  const claim = { url: `${claimUrl}/${token}`, expiresAt: new Date(expiresAtMs).toISOString() };
  return { ...view, key: null, claim };
}
