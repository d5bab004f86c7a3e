import type { Database } from "../../db/database.ts";
import type { Clock } from "../../kit/clock.ts";
import type { Id } from "../../kit/ids.ts";
import { findNamed } from "../payments/index.ts";
import type { CallbackReceiver } from "../provider-callbacks/index.ts";
import { checkPayoutNow } from "./payout-store.ts";

/** Callbacks about payouts: the worker asks at once. */
export function createPayoutCallbacks(deps: {
  readonly db: Database;
  readonly clock: Clock;
  /** Called after a commit that made a payout due. */
  readonly wake: () => void;
}): CallbackReceiver {
  const { db, clock, wake } = deps;
  return {
    subjects: ["payout"],
    hear: async (accountId, names) => {
      const found = await findNamed(db, "payouts", accountId, names);
      if (found === null) return null;
      const key = { merchantNo: found.merchantNo, id: found.id as Id<"payout"> };
      if (await checkPayoutNow(db, key, clock.nowMs())) wake();
      return { question: null };
    },
  };
}
