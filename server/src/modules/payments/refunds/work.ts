import type { Transaction } from "../../../db/database.ts";
import { createLoop, type Loop } from "../../../jobs/loop.ts";
import { type Id, type MerchantNo, publicId } from "../../../kit/ids.ts";
import type { TransferOutcome } from "../../../providers/provider.ts";
import type { MerchantProfile } from "../../merchants/index.ts";
import type { RefundWorkerDeps } from "./deps.ts";
import { createRecordOutcome } from "./record-outcome.ts";
import { createSendRefund } from "./send-refund.ts";
import { claimDueRefunds, claimRefund, readRefunds } from "./store.ts";
import type { Refund } from "./types.ts";

export interface RefundWorker extends Loop {
  /** Asks the provider now about a refund that was sent. False: it is not under way. */
  askNow(merchantNo: MerchantNo, id: Id<"refund">): Promise<boolean>;
  /** What a person found out, recorded as if the provider had told it. The number of deliveries. */
  settleIn(
    tx: Transaction,
    refund: Refund,
    profile: MerchantProfile,
    outcome: TransferOutcome,
  ): Promise<number>;
}

const CLAIM_LIMIT = 20;
/** Longer than a provider call may take: a second worker does not ask while the first one waits for the answer. */
const LEASE_MS = 60_000;
const INTERVAL_MS = 1_000;
const UNDER_WAY: ReadonlySet<string> = new Set(["PROCESSING", "IN_RECONCILIATION"]);

/**
 * Sends refunds that are due and asks about those under way: of merchants, out of `reserved`, and of late and double money,
 * out of `held`. An unknown answer is asked about until it is known.
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
      // A refund goes back through its charge's account: the provider is who kept us waiting.
      const { provider } = await deps.routing.providerAccount(refund.providerAccountId);
      const truth = { merchantNo, operator: provider, sinceMs, nowMs: clock.nowMs() };
      await deps.onTruth?.({ subject: "REFUND", ...truth });
    }
  };

  const askNow = async (merchantNo: MerchantNo, id: Id<"refund">): Promise<boolean> => {
    const refund = await claimRefund(db, merchantNo, id, clock.nowMs() + LEASE_MS);
    if (refund === null) return false;
    try {
      await work(refund);
    } catch (error) {
      // The worker was asking at the same time and was faster: its answer stands.
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
            // The lease runs out and the refund is asked about again, by its own reference.
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
