import type { Database } from "../../db/database.ts";
import type { MovedMerchants } from "../../http/moved-merchants.ts";
import type { Clock } from "../../kit/clock.ts";
import { type Id, publicId } from "../../kit/ids.ts";
import type { PaymentTrace } from "../payment-steps/index.ts";
import { findNamed } from "../payments/index.ts";
import type { CallbackReceiver } from "../provider-callbacks/index.ts";
import { checkPayoutNow } from "./payout-store.ts";

/** Callbacks about payouts: the worker asks at once. */
export function createPayoutCallbacks(deps: {
  readonly db: Database;
  readonly clock: Clock;
  readonly moved?: Pick<MovedMerchants, "cellOf">;
  readonly trace?: PaymentTrace;
  /** Called after a commit that made a payout due. */
  readonly wake: () => void;
}): CallbackReceiver {
  const { db, clock, moved, trace, wake } = deps;
  return {
    subjects: ["payout"],
    hear: async (accountId, names) => {
      const found = await findNamed(db, "payouts", accountId, names);
      if (found === null) return null;
      const away = moved?.cellOf(found.merchantNo);
      if (away !== undefined) return { away };
      const key = { merchantNo: found.merchantNo, id: found.id as Id<"payout"> };
      const isNew = await checkPayoutNow(db, key, clock.nowMs());
      const subject = { merchantNo: found.merchantNo, paymentIntentId: key.id };
      trace?.note(subject, {
        kind: "CALLBACK",
        operationId: publicId("payout", key.id),
        verdict: isNew ? "TAKEN" : "DUPLICATE",
      });
      if (isNew) wake();
      return { question: null };
    },
  };
}
