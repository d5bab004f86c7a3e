import type { Clock } from "../../../kit/clock.ts";
import type { SessionChange } from "../change/change.ts";
import { decideCancel, decideExpiry } from "../change/decide-end.ts";
import type { ChangeWriter } from "../change/write-change.ts";
import { effectiveStatus } from "../session/rules.ts";
import type { SessionStatus } from "../session/states.ts";
import { intentStatusAt } from "../view.ts";
import { directErrors, type IntentRefusal } from "./errors.ts";
import { type IntentKey, type LoadedIntent, type LoadIntent, loadGuard } from "./load-intent.ts";

const DECISIONS_MAX = 20;

export type CancelIntent = (key: IntentKey) => Promise<void>;

/** The merchant withdraws it: it accepts no more attempts. One that is already CANCELLED stays as it is. */
export function createCancelIntent(clock: Clock, writer: ChangeWriter, load: LoadIntent): CancelIntent {
  return async (key) => {
    for (let decision = 0; decision < DECISIONS_MAX; decision += 1) {
      const change = decide(
        await loadGuard(load, key, directErrors.PAYMENT_INTENT_NOT_CANCELLABLE),
        clock.nowMs(),
      );
      if (change === null || (await writer.write(change)) === "written") return;
    }
    throw new Error("the payment kept changing while it was cancelled");
  };
}

/** Null: it is already cancelled. */
function decide(loaded: LoadedIntent, nowMs: number): SessionChange | null {
  const { session, intent } = loaded;
  if (session.status === "CANCELLED" || session.status === "EXPIRED") return null;
  const isOver = effectiveStatus(session, nowMs) === "EXPIRED";
  const change = isOver ? decideExpiry(loaded, nowMs) : decideCancel(loaded, nowMs);
  if (change !== null) return change;
  throw directErrors.PAYMENT_INTENT_NOT_CANCELLABLE({
    reason: reasonOf(session.status),
    status: intentStatusAt(intent, nowMs),
  });
}

function reasonOf(status: SessionStatus): IntentRefusal {
  if (status === "SUCCEEDED") return status;
  return status === "PROCESSING" ? "ATTEMPT_IN_PROGRESS" : "ATTEMPTS_EXHAUSTED";
}
