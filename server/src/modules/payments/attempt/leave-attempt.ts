import { publicId } from "../../../kit/ids.ts";
import type { SessionKey } from "../../../kit/session-id.ts";
import type { QueryOutcome } from "../../../providers/provider.ts";
import { decideLeave } from "../change/decide-leave.ts";
import type { ChangeWriter } from "../change/write-change.ts";
import type { PaymentDeps } from "../deps.ts";
import { loadedChargeOf } from "../outcome/decide-outcome.ts";
import type { OutcomeRecorder } from "../outcome/record-charge-outcome.ts";
import { createLoadSession } from "../session/load-session.ts";
import { judgeLeave, type LeaveVerdict, mayBeStarting } from "../session/rules.ts";
import type { LoadedSession } from "../session/types.ts";

/** How long a payer waits for the provider to cancel, in milliseconds: after that the attempt is left as it is. */
const CANCEL_WAIT_MS = 3_000;
const DECISIONS_MAX = 20;

export type LeaveRefusal = Extract<LeaveVerdict, { kind: "refused" }>["reason"];

/** The state afterwards: also where there was nothing to leave. Or why the payer must stay. */
export type LeaveResult =
  | { readonly kind: "loaded"; readonly loaded: LoadedSession }
  | { readonly kind: "refused"; readonly reason: LeaveRefusal; readonly loaded: LoadedSession };

export interface AttemptLeaver {
  /**
   * The payer leaves the attempt in flight. Its provider is asked to cancel it; where it cannot, or does not answer in
   * time, the attempt is superseded: it stays watched, and the payer may pay another way. When the provider answers
   * that it took the money, or that it did not, that is the outcome.
   */
  leave(key: SessionKey): Promise<LeaveResult>;
  /** Resolves once every cancellation whose payer was already answered has ended. */
  settled(): Promise<void>;
}

type Deps = Pick<PaymentDeps, "batchWriters" | "clock" | "log" | "provider">;

export function createAttemptLeaver(
  { batchWriters, clock, log, provider }: Deps,
  outcomes: OutcomeRecorder,
  writer: ChangeWriter,
): AttemptLeaver {
  const load = createLoadSession(batchWriters);
  const inBackground = new Set<Promise<void>>();

  /** Asks the provider to cancel, and records its answer. Resolves after 3 s at the latest; the call then goes on. */
  const cancel = async (loaded: LoadedSession): Promise<void> => {
    const attempt = loadedChargeOf(loaded);
    if (attempt === null || mayBeStarting(attempt.charge, clock.nowMs())) return;
    const { merchantNo, id: sessionId } = attempt.session;
    const key = { merchantNo, sessionId, chargeId: attempt.charge.id };
    // Any other answer is no outcome: the attempt is left as it is, and the resolver goes on asking about it.
    const record = async (answer: QueryOutcome): Promise<void> => {
      if (answer.kind === "succeeded" || answer.kind === "failed")
        await outcomes.record(key, answer, "answer", attempt);
    };
    const work = provider
      .cancel(attempt.charge)
      .then(record)
      .catch((error: unknown) => {
        // The resolver asks about it in its own time.
        log.error("charge.cancel.lost", { chargeId: publicId("charge", key.chargeId), error });
      })
      .finally(() => inBackground.delete(work));
    inBackground.add(work);
    let timer: NodeJS.Timeout | undefined;
    const overdue = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, CANCEL_WAIT_MS);
    });
    await Promise.race([work, overdue]);
    clearTimeout(timer);
  };

  return {
    leave: async (key) => {
      let hasAsked = false;
      for (let decision = 0; decision < DECISIONS_MAX; decision += 1) {
        const loaded = await load(key);
        const verdict = judgeLeave(loaded.session, loaded.charge, clock.nowMs());
        if (verdict.kind === "refused") return { ...verdict, loaded };
        if (verdict.kind === "nothing_to_leave") return { kind: "loaded", loaded };
        if (!hasAsked) {
          hasAsked = true;
          await cancel(loaded);
          continue;
        }
        const change = decideLeave(loaded, clock.nowMs());
        // An attempt that has ended leaves PROCESSING with its session: its other writer is on the way.
        if (change !== null && (await writer.write(change)) === "conflict") continue;
        return { kind: "loaded", loaded: change === null ? loaded : await load(key) };
      }
      throw new Error("the session kept changing while its attempt was left");
    },
    settled: async () => {
      while (inBackground.size > 0) await Promise.all(inBackground);
    },
  };
}
