import { CaurisError } from "./errors.ts";

const FIRST_WAIT_MS = 500;
const WAIT_MAX_MS = 8_000;
/** A longer wait that the service asks for is the caller's decision. */
const ASKED_WAIT_MAX_MS = 60_000;

/**
 * How long to wait before a request is repeated, in milliseconds; null: it is not. `isRepeatable`: a second time has no second
 * effect. `unit`: a number in [0, 1), so that many clients do not come back at once. Pure.
 */
export function waitBeforeRetry(
  error: unknown,
  { triesMade, isRepeatable, unit }: { triesMade: number; isRepeatable: boolean; unit: number },
): number | null {
  if (!(error instanceof CaurisError) || !error.isRetryable) return null;
  const { status, retryAfterMs } = error;
  // After 429 the service has done nothing yet.
  if (!isRepeatable && status !== 429) return null;
  if (retryAfterMs !== null) return retryAfterMs <= ASKED_WAIT_MAX_MS ? retryAfterMs : null;
  const longest = Math.min(FIRST_WAIT_MS * 2 ** (triesMade - 1), WAIT_MAX_MS);
  return Math.round(longest * (0.5 + unit / 2));
}
