import type { ProviderCaller } from "./ask-provider.ts";
import type { SessionChange } from "./change.ts";
import type { CheckoutDeps } from "./deps.ts";
import type { NextOfAttempt } from "./plan-attempt.ts";
import type { OutcomeRecorder } from "./record-outcome.ts";
import { checkDelayMs } from "./rules.ts";
import { scheduleCheck } from "./store/due.ts";
import type { LoadedSession } from "./types.ts";

/**
 * What follows an attempt once it is committed: the provider is called, and what it says is recorded. Returns the state
 * that this left, null when the answer changed nothing and somebody else may have.
 */
export type RunAttempt = (started: SessionChange, next: NextOfAttempt) => Promise<LoadedSession | null>;

/**
 * A crash or a silence in between leaves an attempt that the resolver asks about by its own reference; nothing is sent twice
 * under another name. `refused` by our own rules, nobody is called.
 */
export function createRunAttempt(
  { db, clock }: Pick<CheckoutDeps, "db" | "clock">,
  provider: ProviderCaller,
  outcomes: OutcomeRecorder,
): RunAttempt {
  return async ({ session, intent, charge }, { refused, record }) => {
    if (intent === null || charge === null) throw new Error("an attempt has an intent and a charge");
    const outcome =
      refused === null
        ? await provider.start(session, charge, record)
        : ({ kind: "failed", failureCode: refused, providerCode: "OWN_RULES" } as const);
    const key = { merchantNo: session.merchantNo, sessionId: session.id, chargeId: charge.id };
    const after = await outcomes.record(key, outcome, "answer", { session, intent, charge });
    // Asked soon: the first check was set for a call that might still be under way.
    if (outcome.kind === "unknown") await scheduleCheck(db, key, clock.nowMs() + checkDelayMs(0));
    return after;
  };
}
