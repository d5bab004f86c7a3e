import { errors } from "./errors.ts";
import type { CallingPerson } from "./route.ts";

/** How long a proof that the holder is present counts. */
export const STEP_UP_MS = 5 * 60 * 1000;

/** Whether the holder of a log-in has proved to be present a moment ago. A proof dated in the future is none. Pure. */
export function isSteppedUp(steppedUpAtMs: number | null, nowMs: number): boolean {
  return steppedUpAtMs !== null && steppedUpAtMs <= nowMs && nowMs < steppedUpAtMs + STEP_UP_MS;
}

/**
 * For acts of which only some need it: refuses a person with STEP_UP_REQUIRED, which names the ways that the account has,
 * unless they have proved to be present a moment ago. A key is not asked.
 */
export async function requirePresent(person: CallingPerson | undefined, nowMs: number): Promise<void> {
  if (person === undefined || isSteppedUp(person.account.steppedUpAtMs, nowMs)) return;
  throw errors.STEP_UP_REQUIRED({ methods: await person.stepUpMethods() });
}
