import type { Transaction } from "../../../db/database.ts";
import { createLoop, type Loop } from "../../../jobs/loop.ts";
import { type Id, type MerchantNo, publicId } from "../../../kit/ids.ts";
import type { TransferOutcome } from "../../../providers/provider.ts";
import type { MerchantProfile } from "../../merchants/index.ts";
import type { RefundWorkerDeps } from "./deps.ts";
import { createRecordOutcome } from "./record-refund-outcome.ts";
import { createSendRefund } from "./send-refund.ts";
import { claimDueRefunds, claimRefund, readRefunds } from "./store.ts";
import type { Refund } from "./types.ts";

export interface RefundWorker extends Loop {
  /** Queries the provider now about a sent refund. False: it is not in flight. */
  askNow(merchantNo: MerchantNo, id: Id<"refund">): Promise<boolean>;
  /** Records an operator's finding like the provider's own answer. Returns the number of deliveries. */
  settleIn(
    tx: Transaction,
    refund: Refund,
    profile: MerchantProfile,
    outcome: TransferOutcome,
  ): Promise<number>;
}

const CLAIM_LIMIT = 20;
/** Longer than a provider call may take: a second worker does not query while the first one waits for the answer. */
const LEASE_MS = 60_000;
const INTERVAL_MS = 1_000;
const UNDER_WAY: ReadonlySet<string> = new Set(["PROCESSING", "IN_RECONCILIATION"]);

/**
 * Sends due refunds and queries those in flight: merchants' refunds from `reserved`, and those of late and double money
 * from `held`. An unknown outcome is queried until it is known.
 */
export function createRefundWorker(deps: RefundWorkerDeps): RefundWorker {
  const { db, clock, log } = deps;
  const sendRefund = createSendRefund(deps);
  const recordOutcome = createRecordOutcome(deps);

  const work = async (refund: Refund): Promise<void> => {
    const asked = await sendRefund(refund);
    const profile = await deps.merchants.profile(refund.merchantNo);
    const deliveries = await db.transaction((tx) => recordOutcome(tx, refund, profile, asked));
    if (deliveries > 0) deps.wakeWebhooks();
    const { merchantNo, unknownSinceMs: sinceMs } = refund;
    const isKnown = asked.outcome.kind === "succeeded" || asked.outcome.kind === "failed";
    if (sinceMs !== null && isKnown) {
      // A refund uses its charge's account, so the delay is that provider's.
      const { provider } = await deps.routing.providerAccount(refund.providerAccountId);
      const resolution = { merchantNo, operator: provider, sinceMs, nowMs: clock.nowMs() };
      await deps.onResolution?.({ subject: "REFUND", ...resolution });
    }
  };

  const askNow = async (merchantNo: MerchantNo, id: Id<"refund">): Promise<boolean> => {
    const refund = await claimRefund(db, merchantNo, id, clock.nowMs() + LEASE_MS);
    if (refund === null) return false;
    try {
      await work(refund);
    } catch (error) {
      // The worker queried at the same time and was faster: its answer stands.
      const [now] = await readRefunds(db, merchantNo, [id]);
      if (now === undefined || UNDER_WAY.has(now.status)) throw error;
    }
    return true;
  };

  const loop = createLoop({
    name: "refunds",
    intervalMs: INTERVAL_MS,
    clock,
    log,
    run: async (nowMs) => {
      const due = await claimDueRefunds(db, { nowMs, leaseMs: LEASE_MS, limit: CLAIM_LIMIT });
      await Promise.all(
        due.map((refund) =>
          work(refund).catch((error: unknown) => {
            // The lease expires and the refund is queried again, by its own reference.
            log.error("refund.round.failed", { refundId: publicId("refund", refund.id), error });
          }),
        ),
      );
      return due.length;
    },
  });
  return {
    ...loop,
    askNow,
    settleIn: (tx, refund, profile, outcome) =>
      recordOutcome(tx, refund, profile, { outcome, route: refund.route }),
  };
}
