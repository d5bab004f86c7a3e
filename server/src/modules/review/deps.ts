import type { Database } from "../../db/database.ts";
import type { Clock } from "../../kit/clock.ts";
import type { IdSource } from "../../kit/ids.ts";
import type { Keyring } from "../../kit/keyring.ts";
import type { Merchants } from "../merchants/index.ts";
import type { PaymentEngine, ProviderCaller } from "../payments/index.ts";
import type { RefundWorker } from "../payments/refunds/index.ts";
import type { Payouts, PayoutWorker } from "../payouts/index.ts";

/** The modules that own the money's state execute decisions; this module only records who decided what, and when. */
export interface ReviewDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly keyring: Keyring;
  readonly merchants: Pick<Merchants, "profile">;
  readonly payments: Pick<PaymentEngine, "reviews" | "outcomes">;
  readonly provider: ProviderCaller;
  readonly refunds: Pick<RefundWorker, "askNow" | "settleIn">;
  readonly payouts: Pick<Payouts, "settleIn" | "reverseIn">;
  readonly payoutWorker: Pick<PayoutWorker, "askNow">;
  /** Called after a commit that wrote deliveries. */
  readonly wakeWebhooks: () => void;
}
