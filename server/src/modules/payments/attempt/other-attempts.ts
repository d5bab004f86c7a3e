import { publicId } from "../../../kit/ids.ts";
import { type SessionChange, stateAfter } from "../change/change.ts";
import type { PaymentDeps } from "../deps.ts";
import { checkNow } from "../store/due-checks.ts";

/** The attempts of a payment that did not pay it, and may still be open at their providers. */
export interface OtherAttempts {
  /**
   * Is told of every change after its commit. When it paid a payment of several attempts, the resolver looks at the
   * others next, and cancels those that are open. Nobody waits for it: what fails here, the resolver does in its own time.
   */
  changed(change: SessionChange): void;
  /** Resolves once everything in the background has ended. */
  settled(): Promise<void>;
}

export function createOtherAttempts({
  db,
  clock,
  log,
}: Pick<PaymentDeps, "db" | "clock" | "log">): OtherAttempts {
  const inBackground = new Set<Promise<void>>();
  return {
    changed: (change) => {
      const { session, intent } = stateAfter(change);
      const isPaidNow = session.status === "SUCCEEDED" && change.before.session.status !== "SUCCEEDED";
      if (!isPaidNow || session.attemptCount < 2 || intent === null) return;
      const work = checkNow(db, session.merchantNo, intent.chargeIds, clock.nowMs())
        .catch((error: unknown) => {
          log.error("payment.others.kept", { paymentIntentId: publicId("paymentIntent", intent.id), error });
        })
        .finally(() => inBackground.delete(work));
      inBackground.add(work);
    },
    settled: async () => {
      while (inBackground.size > 0) await Promise.all(inBackground);
    },
  };
}
