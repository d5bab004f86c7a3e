import { createLoop, type Loop } from "../../../jobs/loop.ts";
import { publicId } from "../../../kit/ids.ts";
import type { Logger } from "../../../kit/logger.ts";
import { judgeName, NAME_CHECK_GIVES_UP_MS, nextCheckAt, payoutsAllowedFrom } from "../beneficiary-rules.ts";
import {
  claimDueBeneficiaries,
  detailsContext,
  findBeneficiary,
  updateBeneficiary,
} from "../beneficiary-store.ts";
import type { PayoutsDeps } from "../deps.ts";
import { emitBeneficiaryEvent } from "../emit.ts";
import type { AskName } from "../name-check.ts";
import { nextBeneficiaryStatus } from "../states.ts";
import type { Beneficiary, BeneficiaryDetails } from "../types.ts";

const CLAIM_LIMIT = 20;
/** Longer than a check may take. */
const LEASE_MS = 30_000;
const INTERVAL_MS = 1_000;

/**
 * Repeats the name check of beneficiaries whose provider did not answer when they were added, until it answers or three
 * days have passed.
 */
export function createBeneficiaryVerifier(
  deps: PayoutsDeps & { readonly log: Logger },
  askName: AskName,
): Loop {
  const { db, clock, ids, keyring, merchants, log, coolOffMs } = deps;

  const work = async (claimed: Beneficiary): Promise<void> => {
    const { merchantNo, id, name, type, currency } = claimed;
    const opened = keyring.open(claimed.details, detailsContext(merchantNo, id)).toString("utf8");
    const details: BeneficiaryDetails = JSON.parse(opened);
    const profile = await merchants.profile(merchantNo);
    const nowMs = clock.nowMs();
    const judged = judgeName(await askName(profile, { name, type, currency, details }, nowMs));
    const givesUp =
      judged.nameCheck === "UNAVAILABLE" && nowMs - claimed.updatedAtMs >= NAME_CHECK_GIVES_UP_MS;
    const event = givesUp ? "reject" : judged.event;
    let deliveries = 0;
    await db.transaction(async (tx) => {
      deliveries = 0;
      const before = await findBeneficiary(tx, merchantNo, id, "change");
      // Disabled or renamed meanwhile: the answer is to an outdated query.
      if (before === null || before.status !== "PENDING_VERIFICATION" || before.name !== name) return;
      const status = event === null ? before.status : nextBeneficiaryStatus(before.status, event);
      if (status === null) throw new Error("what waits for its check can be verified and rejected");
      const ended = event !== null;
      const after: Beneficiary = {
        ...before,
        status,
        nameCheck: judged.nameCheck,
        registeredName: judged.registeredName,
        rejectionReason: givesUp ? "NAME_CHECK_UNAVAILABLE" : judged.rejectionReason,
        warnings: [...new Set([...before.warnings, ...judged.warnings])],
        payoutsAllowedFromMs: status === "ACTIVE" ? payoutsAllowedFrom(profile.mode, nowMs, coolOffMs) : null,
        nextCheckAtMs: ended ? null : nextCheckAt(judged, before.checkCount, nowMs),
        ...(ended
          ? { eventSequence: before.eventSequence + 1, version: before.version + 1, updatedAtMs: nowMs }
          : {}),
      };
      await updateBeneficiary(tx, after);
      if (!ended) return;
      const news = status === "ACTIVE" ? "beneficiary.verified" : "beneficiary.rejected";
      deliveries = await emitBeneficiaryEvent(tx, ids, profile, after, news, nowMs);
    });
    if (deliveries > 0) deps.wakeWebhooks();
  };

  return createLoop({
    name: "beneficiary_checks",
    intervalMs: INTERVAL_MS,
    clock,
    log,
    run: async (nowMs) => {
      const due = await claimDueBeneficiaries(db, { nowMs, leaseMs: LEASE_MS, limit: CLAIM_LIMIT });
      await Promise.all(
        due.map((beneficiary) =>
          work(beneficiary).catch((error: unknown) => {
            // The lease expires and the provider is asked again.
            const beneficiaryId = publicId("beneficiary", beneficiary.id);
            log.error("beneficiary.check.failed", { beneficiaryId, error });
          }),
        ),
      );
      return due.length;
    },
  });
}
