import { publicId } from "../../kit/ids.ts";
import type { PaymentOutcome } from "../../providers/provider.ts";
import { questionDelayMs } from "../payments/index.ts";
import type { ProviderCaller } from "./ask-provider.ts";
import type { SessionChange } from "./change.ts";
import type { CheckoutDeps } from "./deps.ts";
import { createLoadSession } from "./load-session.ts";
import type { NextOfAttempt } from "./plan-attempt.ts";
import type { OutcomeRecorder } from "./record-outcome.ts";
import { scheduleCheck } from "./store/due.ts";
import type { LoadedSession } from "./types.ts";

/** The longest a caller waits for the provider's answer, in milliseconds: after that it is told PROCESSING. */
const ANSWER_WAIT_MS = 3_000;

/**
 * What follows an attempt once it is committed: the provider is called, and what it says is recorded. Resolves as soon as an
 * outcome is known, whoever found it, and after 3 s at the latest; the call then goes on by itself. Returns the state that
 * this left, null when the caller has to read it.
 */
export type RunAttempt = (started: SessionChange, next: NextOfAttempt) => Promise<LoadedSession | null>;

export interface AttemptRunner {
  readonly run: RunAttempt;
  /** Resolves once no call is under way whose caller has been answered already. */
  readonly settled: () => Promise<void>;
}

type Deps = Pick<CheckoutDeps, "db" | "clock" | "lanes" | "log" | "waitingRoom">;

/**
 * A crash or a silence in between leaves an attempt that the resolver asks about by its own reference; nothing is sent twice
 * under another name. `refused` by our own rules, nobody is called.
 */
export function createRunAttempt(
  { db, clock, lanes, log, waitingRoom }: Deps,
  provider: ProviderCaller,
  outcomes: OutcomeRecorder,
): AttemptRunner {
  const load = createLoadSession(lanes);
  const leftAlone = new Set<Promise<void>>();

  const record = async (started: SessionChange, outcome: PaymentOutcome): Promise<LoadedSession | null> => {
    const { session, intent, charge } = parts(started);
    const key = { merchantNo: session.merchantNo, sessionId: session.id, chargeId: charge.id };
    const after = await outcomes.record(key, outcome, "answer", { session, intent, charge });
    // Asked soon: the question that was set when the attempt began may be far ahead by now.
    if (outcome.kind === "unknown") await scheduleCheck(db, key, clock.nowMs() + questionDelayMs(0));
    return after;
  };

  const goOnAlone = (started: SessionChange, answer: Promise<PaymentOutcome>): void => {
    const work = answer
      .then((outcome) => record(started, outcome))
      .then(
        () => {},
        // The resolver asks about the charge in its own time.
        (error: unknown) => {
          const chargeId = publicId("charge", parts(started).charge.id);
          log.error("charge.answer.lost", { chargeId, error });
        },
      )
      .finally(() => leftAlone.delete(work));
    leftAlone.add(work);
  };

  /** The state that somebody else has brought about, null when nobody has by the end of the time or of `answered`. */
  const changedByOthers = async (
    { session }: SessionChange,
    answered: AbortSignal,
  ): Promise<LoadedSession | null> => {
    const { merchantNo, id, version, expiresAtMs } = session;
    const endsAt = performance.now() + ANSWER_WAIT_MS;
    for (;;) {
      const leftMs = endsAt - performance.now();
      const woken = await waitingRoom.wait({ merchantNo, id, version, expiresAtMs }, leftMs, answered);
      if (!woken) return null;
      // A database that is away is met again when the answer is recorded: until then the answer is waited for.
      const loaded = await load({ merchantNo, id }).catch(() => null);
      // Beside other processes, our own change comes back to us as news.
      if (loaded !== null && loaded.session.version !== version) return loaded;
    }
  };

  return {
    run: async (started, { refused, record: payerRecord }) => {
      const { session, charge } = parts(started);
      if (refused !== null) {
        return record(started, { kind: "failed", failureCode: refused, providerCode: "OWN_RULES" });
      }
      const answer = provider.start(session, charge, payerRecord);
      const answered = new AbortController();
      const others = changedByOthers(started, answered.signal);
      const first = await Promise.race([answer, others.then(() => null)]);
      if (first !== null) {
        answered.abort();
        return record(started, first);
      }
      goOnAlone(started, answer);
      return others;
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
