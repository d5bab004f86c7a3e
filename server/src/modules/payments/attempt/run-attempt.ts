import { publicId } from "../../../kit/ids.ts";
import type { PaymentOutcome } from "../../../providers/provider.ts";
import type { SessionChange } from "../change/change.ts";
import type { PaymentDeps } from "../deps.ts";
import type { LoadedCharge } from "../outcome/decide-outcome.ts";
import { delayAfter } from "../outcome/outcome-policy.ts";
import type { OutcomeRecorder } from "../outcome/record-charge-outcome.ts";
import type { PayerRecord } from "../payer.ts";
import { createLoadSession } from "../session/load-session.ts";
import type { CheckoutSession, LoadedSession } from "../session/types.ts";
import { scheduleCheck } from "../store/due-checks.ts";
import type { FailOver } from "./fail-over.ts";
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

interface Answer {
  readonly attempt: LoadedCharge;
  readonly outcome: PaymentOutcome;
}

/** What ends the wait for a provider. */
type First =
  | { readonly kind: "answer"; readonly answer: Answer }
  /** A change by another writer, or no change in time: the caller then reads the present state. */
  | { readonly kind: "elsewhere"; readonly loaded: LoadedSession | null };

const OVERDUE: First = { kind: "elsewhere", loaded: null };

type Deps = Pick<PaymentDeps, "db" | "clock" | "batchWriters" | "log" | "longPollRegistry" | "provider">;

/**
 * After a crash or a silence in between, the resolver queries the attempt by its own reference; nothing is sent twice
 * under another name. An attempt of which nothing was sent goes on through another account. When our own rules
 * `refused`, no provider is called.
 */
export function createRunAttempt(
  { db, clock, batchWriters, log, longPollRegistry, provider }: Deps,
  outcomes: OutcomeRecorder,
  failOver: FailOver,
): AttemptRunner {
  const load = createLoadSession(batchWriters);
  const leftAlone = new Set<Promise<void>>();

  /**
   * The answer of the first account that could be reached, with the attempt as that account has it. `ownVersions`
   * receives the session's version before each move is written.
   */
  const start = async (
    started: LoadedCharge,
    payerRecord: PayerRecord,
    ownVersions: Set<number>,
  ): Promise<Answer> => {
    const left = new Set<string>();
    let attempt = started;
    for (;;) {
      const outcome = await provider.start(attempt.session, attempt.charge, payerRecord);
      const accountId = attempt.charge.providerAccountId;
      if (outcome.kind !== "failed" || outcome.notSent !== true || accountId === null)
        return { attempt, outcome };
      left.add(accountId);
      ownVersions.add(attempt.session.version + 1);
      const next = await failOver(attempt, payerRecord, left).catch((error: unknown) => {
        // The attempt fails as it would have without another account.
        log.error("charge.not_moved", { chargeId: publicId("charge", attempt.charge.id), error });
        return null;
      });
      if (next === null) return { attempt, outcome };
      attempt = next;
    }
  };

  const record = async ({ attempt, outcome }: Answer): Promise<LoadedSession | null> => {
    const { session, charge } = attempt;
    const key = { merchantNo: session.merchantNo, sessionId: session.id, chargeId: charge.id };
    const after = await outcomes.record(key, outcome, "answer", attempt);
    // Query soon: the query scheduled when the attempt began may be far ahead by now.
    if (outcome.kind === "unknown") await scheduleCheck(db, key, clock.nowMs() + delayAfter(outcome, 0));
    return after;
  };

  /**
   * The provider's answer, or the state that another writer has produced meanwhile; null in its place after 3 s. With
   * several processes our own change comes back as a notification: the state read then is our own, and the wait
   * continues.
   */
  const firstOf = (
    answer: Promise<Answer>,
    session: CheckoutSession,
    ownVersions: ReadonlySet<number>,
  ): Promise<First> =>
    new Promise((resolve) => {
      const { merchantNo, id } = session;
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
            (loaded) => !ownVersions.has(loaded.session.version) && end({ kind: "elsewhere", loaded }),
            () => {},
          );
        });
      };
      const timer = setTimeout(() => end(OVERDUE), ANSWER_WAIT_MS);
      look();
      // It never rejects: an unknown result is an outcome too.
      void answer.then((first) => end({ kind: "answer", answer: first }));
    });

  const goOnAlone = ({ charge }: LoadedCharge, answer: Promise<Answer>): void => {
    const work = answer
      .then(record)
      .then(
        () => {},
        // The resolver queries the charge on its own schedule.
        (error: unknown) => {
          const chargeId = publicId("charge", charge.id);
          log.error("charge.answer.lost", { chargeId, error });
        },
      )
      .finally(() => leftAlone.delete(work));
    leftAlone.add(work);
  };

  return {
    run: async (started, { refused, record: payerRecord }) => {
      const attempt = parts(started);
      if (refused !== null) {
        return record({
          attempt,
          outcome: { kind: "failed", failureCode: refused, providerCode: "OWN_RULES" },
        });
      }
      const ownVersions = new Set([attempt.session.version]);
      const answer = start(attempt, payerRecord, ownVersions);
      const first = await firstOf(answer, attempt.session, ownVersions);
      if (first.kind === "answer") return record(first.answer);
      goOnAlone(attempt, answer);
      return first.loaded;
    },
    settled: async () => {
      while (leftAlone.size > 0) await Promise.all(leftAlone);
    },
  };
}

function parts({ session, intent, charge }: SessionChange): LoadedCharge {
  if (intent === null || charge === null) throw new Error("an attempt has an intent and a charge");
  return { session, intent, charge };
}
