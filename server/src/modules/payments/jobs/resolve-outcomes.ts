import { createLoop, type Loop } from "../../../jobs/loop.ts";
import { publicId } from "../../../kit/ids.ts";
import type { PaymentOutcome, QueryOutcome } from "../../../providers/provider.ts";
import type { PaymentDeps } from "../deps.ts";
import { type LoadedCharge, loadedChargeOf } from "../outcome/decide-outcome.ts";
import { delayAfter, isGivenUp, paymentAwaitedSinceMs, saysNothing } from "../outcome/outcome-policy.ts";
import type { OutcomeRecorder } from "../outcome/record-charge-outcome.ts";
import { mayBeStarting } from "../session/rules.ts";
import type { CheckoutSession } from "../session/types.ts";
import { isAlive } from "../states.ts";
import { claimDueChecks, type DueCheck, dropCheck, giveUpCheck, scheduleCheck } from "../store/due-checks.ts";
import { readSessions } from "../store/read-sessions.ts";
import type { Charge } from "../types.ts";

const CLAIM_LIMIT = 50;
/**
 * Longer than a query and a start together, so that two processes never query at the same time; and short enough that
 * the queries of a killed process are repeated within 30 s.
 */
const LEASE_MS = 25_000;
const INTERVAL_MS = 500;
/** About three days of queries: as long as a charge in flight is queried. */
const CHECKS_AFTER_END_MAX = 300;

/**
 * Finds outcomes that no callback reported: queries the provider about each charge with an unknown outcome, by our own
 * reference, less and less often. Callbacks only make it faster. A start call that never arrived is sent again under
 * the same reference while the session has time left, and is a failure after that. What is still open when another
 * attempt has paid is cancelled.
 */
export function createResolver(
  deps: Pick<PaymentDeps, "db" | "clock" | "log" | "batchWriters" | "provider">,
  outcomes: OutcomeRecorder,
): Loop {
  const { db, clock, log, batchWriters, provider } = deps;

  const resolve = async (check: DueCheck): Promise<void> => {
    const loaded = loadedChargeOf(await batchWriters.read.run(readSessions, check));
    if (loaded === null) return dropCheck(db, check);
    const { charge } = loaded;
    if (charge.status === "SUCCEEDED" || charge.reviewReason !== null) return dropCheck(db, check);
    if (!isAlive(charge.status)) return askAgainAfterEnd(check, loaded);
    const { createdAtMs: sentAtMs, unknownSinceMs } = charge;
    const sinceMs = paymentAwaitedSinceMs({ sentAtMs, unknownSinceMs }, charge.nextStep);
    if (isGivenUp(sinceMs, clock.nowMs())) {
      log.error("charge.unresolved", { chargeId: publicId("charge", charge.id), provider: charge.provider });
      return giveUpCheck(db, check);
    }
    const answer = await ask(loaded);
    if (saysNothing(answer) && mayBeStarting(charge, clock.nowMs())) return askAgain(check, answer);
    const settled = settle(answer, loaded.session, charge);
    const outcome = settled === "send_again" ? await provider.start(loaded.session, charge) : settled;
    await outcomes.record(check, outcome, "query", loaded);
    // When the charge has ended its row is gone, so this changes nothing.
    await askAgain(check, outcome);
  };

  /** How the charge stands. One that is open while another has paid is cancelled, where its provider can. */
  const ask = async ({ session, charge }: LoadedCharge): Promise<QueryOutcome> => {
    if (session.status === "SUCCEEDED") {
      const answer = await provider.cancel(charge);
      if (answer.kind === "succeeded" || answer.kind === "failed") return answer;
    }
    return provider.query(charge);
  };

  const askAgain = (check: DueCheck, answer: QueryOutcome): Promise<void> =>
    scheduleCheck(db, check, clock.nowMs() + delayAfter(answer, check.checkCount));

  /**
   * The provider sent a callback for an ended charge, and the query at that time gave no answer: it may be late money.
   * Only a success changes anything, or a handle in any other answer.
   */
  const askAgainAfterEnd = async (check: DueCheck, loaded: LoadedCharge): Promise<void> => {
    const answer = await provider.query(loaded.charge);
    if (answer.kind !== "not_found") await outcomes.record(check, answer, "query", loaded);
    if (answer.kind === "unknown" && check.checkCount < CHECKS_AFTER_END_MAX) return askAgain(check, answer);
    await dropCheck(db, check);
  };

  /** The meaning of an answer when the provider does not know the charge. */
  const settle = (
    answer: QueryOutcome,
    session: CheckoutSession,
    charge: Charge,
  ): PaymentOutcome | "send_again" => {
    if (answer.kind !== "not_found") return answer;
    // A session that late money of another attempt has paid meanwhile needs no second payment.
    const isWanted = session.status === "PROCESSING" && session.chargeId === charge.id;
    const mayStart = isWanted && clock.nowMs() < session.expiresAtMs && charge.nextStep === null;
    return mayStart ? "send_again" : NEVER_ARRIVED;
  };

  return createLoop({
    name: "resolver",
    intervalMs: INTERVAL_MS,
    clock,
    log,
    run: async (nowMs) => {
      const due = await claimDueChecks(db, { nowMs, leaseMs: LEASE_MS, limit: CLAIM_LIMIT });
      await Promise.all(
        due.map((check) =>
          resolve(check).catch((error: unknown) => {
            // The lease expires and the charge is queried again.
            log.error("resolver.check.failed", { chargeId: publicId("charge", check.chargeId), error });
          }),
        ),
      );
      return due.length;
    },
  });
}

/**
 * Time is over, or the payment is no longer wanted, and the provider does not know it: no one was charged. If it
 * succeeds after all, it counts as late.
 */
const NEVER_ARRIVED: PaymentOutcome = {
  kind: "failed",
  failureCode: "PROVIDER_UNAVAILABLE",
  providerCode: "NEVER_RECEIVED",
};
