import type { Database } from "../../../db/database.ts";
import type { MovedMerchants } from "../../../http/moved-merchants.ts";
import type { Clock } from "../../../kit/clock.ts";
import { type Id, publicId } from "../../../kit/ids.ts";
import type { PaymentTrace } from "../../payment-steps/index.ts";
import type { CallbackReceiver } from "../../provider-callbacks/index.ts";
import { findNamed } from "../provider/named-store.ts";
import { checkRefundNow } from "./store.ts";

interface NamedRefund {
  readonly paymentIntentId: string;
}

/**
 * Callbacks about refunds: the worker asks at once. Also such as tell of a payout, for where a rail cannot refund, a refund is one.
 */
export function createRefundCallbacks(deps: {
  readonly db: Database;
  readonly clock: Clock;
  readonly moved?: Pick<MovedMerchants, "cellOf">;
  readonly trace?: PaymentTrace;
  /** Called after a commit that made a refund due. */
  readonly wake: () => void;
}): CallbackReceiver {
  const { db, clock, moved, trace, wake } = deps;
  return {
    subjects: ["refund", "payout"],
    hear: async (accountId, names) => {
      const found = await findNamed<NamedRefund>(db, "refunds", accountId, names);
      if (found === null) return null;
      const away = moved?.cellOf(found.merchantNo);
      if (away !== undefined) return { away };
      const key = { merchantNo: found.merchantNo, id: found.id as Id<"refund"> };
      const isNew = await checkRefundNow(db, key, clock.nowMs());
      trace?.note(found, {
        kind: "CALLBACK",
        operationId: publicId("refund", key.id),
        verdict: isNew ? "TAKEN" : "DUPLICATE",
      });
      if (isNew) wake();
      return { question: null };
    },
  };
}
