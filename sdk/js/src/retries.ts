import { CaurisError, ConnectionError } from "./errors.ts";

const FIRST_WAIT_MS = 500;
const WAIT_MAX_MS = 8_000;
/** A longer wait that the service asks for is the caller's decision. */
const ASKED_WAIT_MAX_MS = 60_000;
/** A proxy's answers, after which it is not known whether the request arrived. */
const fromProxies = new Set([502, 504]);

/**
 * How long to wait before a request is repeated, in milliseconds; null: it is not. `isRepeatable`: a second time has no second
 * effect. `unit`: a number in [0, 1), so that many clients do not come back at once. Pure.
 */
export function waitBeforeRetry(
  error: unknown,
  { triesMade, isRepeatable, unit }: { triesMade: number; isRepeatable: boolean; unit: number },
): number | null {
  if (!(error instanceof CaurisError) || !isWorthwhile(error, isRepeatable)) return null;
  const { retryAfterMs } = error;
  if (retryAfterMs !== null) return retryAfterMs <= ASKED_WAIT_MAX_MS ? retryAfterMs : null;
  const longest = Math.min(FIRST_WAIT_MS * 2 ** (triesMade - 1), WAIT_MAX_MS);
  return Math.round(longest * (0.5 + unit / 2));
}

function isWorthwhile(error: CaurisError, isRepeatable: boolean): boolean {
  // The service refused it before it did anything.
  if (error.status === 429) return true;
  if (!isRepeatable) return false;
  if (error instanceof ConnectionError || error.status === 503) return true;
  return error.code === "IDEMPOTENCY_REQUEST_IN_PROGRESS" || fromProxies.has(error.status ?? 0);
}
