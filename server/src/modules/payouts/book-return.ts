import { providerActor, writeAudit } from "../../db/audit.ts";
import { type Id, publicId } from "../../kit/ids.ts";
import { findNamed } from "../payments/index.ts";
import type { PayoutWorkerDeps } from "./deps.ts";
import { findPayout } from "./payout-store.ts";
import type { Payouts } from "./payouts.ts";

/**
 * Books back the payout with this id at an account, because its provider says that the money came back. `ended`: that is
 * done, or it never counted as paid. `under_way`: its outcome is not recorded yet.
 */
export type BookReturn = (accountId: Id<"providerAccount">, ownId: string) => Promise<"ended" | "under_way">;

export function createBookReturn(
  { db, clock, ids, merchants, log, wakeWebhooks }: PayoutWorkerDeps,
  { reverseIn }: Pick<Payouts, "reverseIn">,
): BookReturn {
  return async (accountId, ownId) => {
    const found = await findNamed(db, "payouts", accountId, { by: "own_id", value: ownId });
    if (found === null) throw new Error("an order of a payout has its payout");
    const id = found.id as Id<"payout">;
    const profile = await merchants.profile(found.merchantNo);
    const payoutId = publicId("payout", id);
    const reversed = await db.transaction(async (tx) => {
      const done = await reverseIn(tx, profile, id);
      if (done === null) return null;
      await writeAudit(tx, ids, clock.nowMs(), {
        tenantId: profile.tenantId,
        merchantNo: found.merchantNo,
        actor: providerActor,
        action: "payout.booked_back",
        subject: payoutId,
        before: "PAID",
        after: "REVERSED",
      });
      return done;
    });
    if (reversed !== null) {
      if (reversed.deliveries > 0) wakeWebhooks();
      log.error("payout.booked_back", { payoutId });
      return "ended";
    }
    const payout = await findPayout(db, found.merchantNo, id);
    // Also one that was paid just now: the next try finds it so.
    const isOver = payout !== null && ["FAILED", "REVERSED", "CANCELLED"].includes(payout.status);
    return isOver ? "ended" : "under_way";
  };
}
