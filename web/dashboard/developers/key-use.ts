import type { ApiKey } from "../../ui/api/views.ts";

const MINUTE_SECONDS = 60;

/** The share of its lasting limit that a key used in the last minute; a burst can be more than 1. Pure. */
export function usedShare({
  requestsLastMinute,
  requestsPerSecond,
}: Pick<ApiKey, "requestsLastMinute" | "requestsPerSecond">): number {
  return (requestsLastMinute ?? 0) / (requestsPerSecond * MINUTE_SECONDS);
}
