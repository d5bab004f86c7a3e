import { formatActor, storedMerchantActor } from "../../kit/actor.ts";
import { publicId } from "../../kit/ids.ts";
import { requestsPerSecondOf } from "./rules.ts";
import type { StoredApiKey } from "./types.ts";

export const keyStatuses = ["ACTIVE", "EXPIRED", "REVOKED"] as const;
export type KeyStatus = (typeof keyStatuses)[number];

/** Expiry takes effect at its instant; revoked stays revoked, whatever the time is. Pure. */
export function keyStatus(
  { revokedAtMs, expiresAtMs }: Pick<StoredApiKey, "revokedAtMs" | "expiresAtMs">,
  nowMs: number,
): KeyStatus {
  if (revokedAtMs !== null) return "REVOKED";
  return expiresAtMs !== null && nowMs >= expiresAtMs ? "EXPIRED" : "ACTIVE";
}

const isoTextOrNull = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString());

/** What merchants read instead of an operator or the service. */
const PLATFORM = "platform";

/**
 * A key as merchants see it, without its text, which is not stored. `requestsLastMinute` is null where nobody has
 * counted.
 */
export function viewKey(key: StoredApiKey, nowMs: number, requestsLastMinute: number | null = null) {
  return {
    object: "api_key" as const,
    id: publicId("apiKey", key.id),
    merchantId: key.merchantId as string,
    mode: key.mode,
    name: key.name,
    last4: key.last4,
    status: keyStatus(key, nowMs),
    permissions: [...key.permissions],
    merchantIds: [...key.merchantIds],
    ipAllowlist: [...key.ipAllowlist],
    requestsPerSecond: requestsPerSecondOf(key),
    requestsLastMinute,
    expiresAt: isoTextOrNull(key.expiresAtMs),
    revokedAt: isoTextOrNull(key.revokedAtMs),
    lastUsedAt: isoTextOrNull(key.lastUsedAtMs),
    owner: key.owner,
    replaces: key.replaces === null ? null : publicId("apiKey", key.replaces),
    createdBy:
      key.makerKind === null || key.makerId === null
        ? PLATFORM
        : formatActor(storedMerchantActor(key.makerKind, key.makerId)),
    createdByName: key.makerName,
    version: key.version,
    createdAt: new Date(key.createdAtMs).toISOString(),
    updatedAt: new Date(key.updatedAtMs).toISOString(),
  };
}
export type KeyView = ReturnType<typeof viewKey>;
/** The only answer that contains the key itself. */
export type CreatedKeyView = KeyView & { readonly key: string };
