import { defaultLimits } from "../../http/limits/index.ts";
import { isAllowedIp } from "./ip-allowlist.ts";
import type { ApiKey } from "./types.ts";

/** What was set for the key: the lower of its own number and of its merchant's; null when neither was. Pure. */
export function ownPaceOf(key: Pick<ApiKey, "requestsPerSecond" | "requestsPerSecondMax">): number | null {
  const set = [key.requestsPerSecond, key.requestsPerSecondMax].filter((pace) => pace !== null);
  return set.length === 0 ? null : Math.min(...set);
}

/** What the key may do in a second: its own number, never more than its merchant's keys may. Pure. */
export function requestsPerSecondOf(
  key: Pick<ApiKey, "mode" | "requestsPerSecond" | "requestsPerSecondMax">,
): number {
  const most = key.requestsPerSecondMax ?? defaultLimits.apiKey[key.mode].perSecond;
  return Math.min(key.requestsPerSecond ?? most, most);
}

/** Whether the key opens the door at `nowMs` to a caller from `ip`. Expiry holds at the instant. */
export function isUsable(
  key: Pick<ApiKey, "expiresAtMs" | "revokedAtMs" | "ipAllowlist">,
  ip: string,
  nowMs: number,
): boolean {
  // Whatever the time says: the clock of the instance that revoked it may be ahead of ours.
  if (key.revokedAtMs !== null) return false;
  if (key.expiresAtMs !== null && nowMs >= key.expiresAtMs) return false;
  return isAllowedIp(key.ipAllowlist, ip);
}
