import { createLoop, type Loop } from "../../../jobs/loop.ts";
import { publicId } from "../../../kit/ids.ts";
import { createAskProvider } from "./ask-provider.ts";
import type { RefundWorkerDeps } from "./deps.ts";
import { createRecordOutcome } from "./record-outcome.ts";
import { claimDueRefunds } from "./store.ts";
import type { Refund } from "./types.ts";

const CLAIM_LIMIT = 20;
/** Longer than a provider call may take: a second worker does not ask while the first one waits for the answer. */
const LEASE_MS = 60_000;
const INTERVAL_MS = 1_000;

/**
 * Sends refunds that are due and asks about those under way: of merchants, out of `reserved`, and of late and double money,
 * out of `held`. An unknown answer is asked about until it is known.
 */
export function createRefundWorker(deps: RefundWorkerDeps): Loop {
  const { db, clock, log } = deps;
  const askProvider = createAskProvider(deps);
  const recordOutcome = createRecordOutcome(deps);

  const work = async (refund: Refund): Promise<void> => {
    const asked = await askProvider(refund);
    const profile = await deps.merchants.profile(refund.merchantNo);
    const deliveries = await db.transaction((tx) => recordOutcome(tx, refund, profile, asked));
    if (deliveries > 0) deps.wakeWebhooks();
  };

  return createLoop({
    name: "refunds",
    intervalMs: INTERVAL_MS,
    clock,
    log,
    run: async (nowMs) => {
      const due = await claimDueRefunds(db, { nowMs, leaseMs: LEASE_MS, limit: CLAIM_LIMIT });
      await Promise.all(
        due.map((refund) =>
          work(refund).catch((error: unknown) => {
            // The lease runs out and the refund is asked about again, by its own reference.
            log.error("refund.round.failed", { refundId: publicId("refund", refund.id), error });
          }),
        ),
      );
      return due.length;
    },
  });
}
