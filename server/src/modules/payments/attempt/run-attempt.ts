import { publicId } from "../../../kit/ids.ts";
import type { PaymentOutcome } from "../../../providers/provider.ts";
import type { SessionChange } from "../change/change.ts";
import type { PaymentDeps } from "../deps.ts";
import { delayAfter } from "../outcome/outcome-policy.ts";
import type { OutcomeRecorder } from "../outcome/record-charge-outcome.ts";
import { createLoadSession } from "../session/load-session.ts";
import type { CheckoutSession, LoadedSession } from "../session/types.ts";
import { scheduleCheck } from "../store/due-checks.ts";
import type { NextOfAttempt } from "./plan-attempt.ts";

/** How long a caller waits for the provider's answer, in milliseconds: after that the answer is PROCESSING. */
const ANSWER_WAIT_MS = 3_000;

/**
 * What follows the commit of an attempt: the provider is called, and its answer is recorded. Resolves as soon as an
 * outcome is known, whoever found it, and after 3 s at the latest; the call then continues in the background. Returns
 * the resulting state, or null when the caller must read it.
 */
export type RunAttempt = (started: SessionChange, next: NextOfAttempt) => Promise<LoadedSession | null>;

export interface AttemptRunner {
  readonly run: RunAttempt;
  /** Resolves once every call whose caller was already answered has ended. */
  readonly settled: () => Promise<void>;
}

/** What ends the wait for a provider. */
type First =
  | { readonly kind: "answer"; readonly outcome: PaymentOutcome }
  /** A change by another writer, or no change in time: the caller then reads the present state. */
  | { readonly kind: "elsewhere"; readonly loaded: LoadedSession | null };

const OVERDUE: First = { kind: "elsewhere", loaded: null };

type Deps = Pick<PaymentDeps, "db" | "clock" | "batchWriters" | "log" | "longPollRegistry" | "provider">;

/**
 * After a crash or a silence in between, the resolver queries the attempt by its own reference; nothing is sent twice
 * under another name. When our own rules `refused`, no provider is called.
 */
export function createRunAttempt(
  { db, clock, batchWriters, log, longPollRegistry, provider }: Deps,
  outcomes: OutcomeRecorder,
): AttemptRunner {
  const load = createLoadSession(batchWriters);
  const leftAlone = new Set<Promise<void>>();

  const record = async (started: SessionChange, outcome: PaymentOutcome): Promise<LoadedSession | null> => {
    const { session, intent, charge } = parts(started);
    const key = { merchantNo: session.merchantNo, sessionId: session.id, chargeId: charge.id };
    const after = await outcomes.record(key, outcome, "answer", { session, intent, charge });
    // Query soon: the query scheduled when the attempt began may be far ahead by now.
    if (outcome.kind === "unknown") await scheduleCheck(db, key, clock.nowMs() + delayAfter(outcome, 0));
    return after;
  };

  /**
   * The provider's answer, or the state that another writer has produced meanwhile; null in its place after 3 s. With
   * several processes our own change comes back as a notification: the state read then is unchanged, and the wait
   * continues.
   */
  const firstOf = (answer: Promise<PaymentOutcome>, session: CheckoutSession): Promise<First> =>
    new Promise((resolve) => {
      const { merchantNo, id, version } = session;
      let unwatch = (): void => {};
      const end = (first: First): void => {
        clearTimeout(timer);
        unwatch();
        resolve(first);
      };
      const look = (): void => {
        unwatch = longPollRegistry.watch(session, (changed) => {
          unwatch();
          if (!changed) return end(OVERDUE);
          look();
          // If the database is away, recording the answer will show it: until then we wait for the answer.
          load({ merchantNo, id }).then(
            (loaded) => loaded.session.version !== version && end({ kind: "elsewhere", loaded }),
            () => {},
          );
        });
      };
      const timer = setTimeout(() => end(OVERDUE), ANSWER_WAIT_MS);
      look();
      // It never rejects: an unknown result is an outcome too.
      void answer.then((outcome) => end({ kind: "answer", outcome }));
    });

  const goOnAlone = (started: SessionChange, answer: Promise<PaymentOutcome>): void => {
    const work = answer
      .then((outcome) => record(started, outcome))
      .then(
        () => {},
        // The resolver queries the charge on its own schedule.
        (error: unknown) => {
          const chargeId = publicId("charge", parts(started).charge.id);
          log.error("charge.answer.lost", { chargeId, error });
        },
      )
      .finally(() => leftAlone.delete(work));
    leftAlone.add(work);
  };

  return {
    run: async (started, { refused, record: payerRecord }) => {
      const { session, charge } = parts(started);
      if (refused !== null) {
        return record(started, { kind: "failed", failureCode: refused, providerCode: "OWN_RULES" });
      }
      const answer = provider.start(session, charge, payerRecord);
      const first = await firstOf(answer, session);
      if (first.kind === "answer") return record(started, first.outcome);
      goOnAlone(started, answer);
      return first.loaded;
    },
    settled: async () => {
      while (leftAlone.size > 0) await Promise.all(leftAlone);
    },
  };
}

function parts({ session, intent, charge }: SessionChange) {
  if (intent === null || charge === null) throw new Error("an attempt has an intent and a charge");
  return { session, intent, charge };
}
