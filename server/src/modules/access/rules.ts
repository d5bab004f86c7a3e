import { defaultLimits } from "../../http/limits/index.ts";
import { isAllowedIp } from "./ip-allowlist.ts";
import type { ApiKey } from "./types.ts";

/** The configured limit: the lower of the key's own and its merchant's; null when neither is set. Pure. */
export function ownPaceOf(key: Pick<ApiKey, "requestsPerSecond" | "requestsPerSecondMax">): number | null {
  const set = [key.requestsPerSecond, key.requestsPerSecondMax].filter((pace) => pace !== null);
  return set.length === 0 ? null : Math.min(...set);
}

/** The key's limit per second: its own, but never more than its merchant's. Pure. */
export function requestsPerSecondOf(
  key: Pick<ApiKey, "mode" | "requestsPerSecond" | "requestsPerSecondMax">,
): number {
  const most = key.requestsPerSecondMax ?? defaultLimits.apiKey[key.mode].perSecond;
  return Math.min(key.requestsPerSecond ?? most, most);
}

/** Whether a caller from `ip` can use the key at `nowMs`. Expiry takes effect at its instant. */
export function isUsable(
  key: Pick<ApiKey, "expiresAtMs" | "revokedAtMs" | "ipAllowlist">,
  ip: string,
  nowMs: number,
): boolean {
  // Whatever the time is: the clock of the instance that revoked it may be ahead of ours.
  if (key.revokedAtMs !== null) return false;
  if (key.expiresAtMs !== null && nowMs >= key.expiresAtMs) return false;
  return isAllowedIp(key.ipAllowlist, ip);
}
