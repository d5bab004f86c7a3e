import type { Queryable } from "../../db/database.ts";
import type { RateLimiter } from "../../http/limits/index.ts";
import type { Refusal } from "../../kit/errors.ts";
import type { Id, MerchantNo } from "../../kit/ids.ts";
import type { Outbox } from "../mail/index.ts";
import type { PaymentDeps } from "../payments/index.ts";

export interface CheckoutDeps
  extends Pick<
    PaymentDeps,
    | "db"
    | "batchWriters"
    | "clock"
    | "ids"
    | "keyring"
    | "log"
    | "merchants"
    | "routing"
    | "trace"
    | "publicUrl"
    | "longPollRegistry"
  > {
  readonly outbox: Pick<Outbox, "canSend" | "queueMail">;
  readonly limiter: Pick<RateLimiter, "receiptMail">;
  /** For merchants' lists. */
  readonly listsDb: Queryable;
  /** Why a payment link has no room for another payment; the links module knows. */
  readonly linkRefusal: (merchantNo: MerchantNo, linkId: Id<"paymentLink">) => Promise<Refusal>;
}
