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

/** All that an operator can give: who holds it makes further keys, and moves no money with this one. */
export const handedPermissions = ["merchant.apikeys.manage", "merchant.profile.manage"] as const;

/** So long the link to a live key works: 72 hours. */
export const CLAIM_LIFE_MS = 72 * 60 * 60 * 1000;

export interface HandOverDeps {
  readonly access: Pick<Access, "createApiKey" | "revokeApiKey">;
  readonly random: Random;
  /** Where the link leads; the token stands behind it. */
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

/** In the sandbox the key; in live mode the link by which its holder fetches it. */
export type HandedKeyView = KeyView & {
  readonly key: string | null;
  readonly claim: { readonly url: string | null; readonly expiresAt: string } | null;
};

/**
 * The owner's key of a merchant that has none which works, in the caller's transaction. The operator reads a sandbox key and
 * never a live one. Refuses with MERCHANT_HAS_API_KEYS, and in live mode with FOUR_EYES_REQUIRED an operator who has ended
 * keys of the merchant: taking a merchant's keys away and making new ones takes two.
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
  // A link that nobody has used gives way to the new one.
  for (const id of await readUnclaimed(tx, merchantNo)) await access.revokeApiKey(tx, merchantNo, id, actor);
  const made = await access.createApiKey(tx, { ...key, owner: true }, actor);
  const [stored] = await readKeys(tx, merchantNo, [key.id]);
  if (stored === undefined) throw new Error("the key is not there after it was made");
  const view = viewKey(stored, nowMs);
  if (mode === "SANDBOX") return { ...view, key: made.key.reveal(), claim: null };
  // The text made just now is thrown away: the claim makes the one that works.
  const token = makeClaimToken(random).reveal();
  const expiresAtMs = nowMs + CLAIM_LIFE_MS;
  await insertClaim(tx, key.id, token, expiresAtMs, nowMs);
  const claim = { url: `${claimUrl}/${token}`, expiresAt: new Date(expiresAtMs).toISOString() };
  return { ...view, key: null, claim };
}
