import type { BatchWriter } from "../../db/batch-writer.ts";
import type { Database } from "../../db/database.ts";
import type { AskedPhone, AskedPhones } from "../../http/limits/index.ts";
import type { MovedMerchants } from "../../http/moved-merchants.ts";
import type { Clock } from "../../kit/clock.ts";
import type { Id, IdSource, MerchantNo } from "../../kit/ids.ts";
import type { Keyring } from "../../kit/keyring.ts";
import type { Logger } from "../../kit/logger.ts";
import type { Merchants } from "../merchants/index.ts";
import type { PaymentTrace } from "../payment-steps/index.ts";
import type { Routing } from "../routing/index.ts";
import type { LeaseDeliveries } from "../webhooks/index.ts";
import type { OnResolution } from "./outcome/resolution-times.ts";
import type { ProviderCaller } from "./provider/caller.ts";
import type { LongPollRegistry } from "./session/long-poll-registry.ts";
import type { CheckoutSession } from "./session/types.ts";
import type { ViewContext } from "./view.ts";

/**
 * Batch writers of the money path: all commands of a merchant use the same one, so that two never lock the same wallet.
 */
export interface PaymentBatchWriters {
  write(merchantNo: MerchantNo): BatchWriter;
  readonly read: BatchWriter;
}

/** `attempted`: a payer has tried to pay, so the session shows its payment intent. */
export type SessionEventBody = (
  session: CheckoutSession,
  attempted: boolean,
  context: ViewContext,
) => unknown;

/** The payment engine's dependencies. */
export interface PaymentDeps {
  /** For payments: no statement takes long. */
  readonly db: Database;
  readonly batchWriters: PaymentBatchWriters;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly keyring: Keyring;
  readonly log: Logger;
  readonly merchants: Merchants;
  readonly routing: Routing;
  /** Address of the service as payers see it, without a trailing slash. */
  readonly publicUrl: string;
  readonly provider: ProviderCaller;
  readonly longPollRegistry: LongPollRegistry;
  /** The body of a session's events: a higher module defines its form. */
  readonly sessionEventBody: SessionEventBody;
  /** Called after a commit with deliveries that a worker must find. */
  readonly wakeWebhooks: () => void;
  /** Called before deliveries are written: whether this process sends them itself. */
  readonly leaseDeliveries: LeaseDeliveries;
  /** Absent: no merchant has left this cell. */
  readonly moved?: Pick<MovedMerchants, "cellOf">;
  /** Is told what happens around payments; it costs them nothing. Nobody is told when absent. */
  readonly trace?: PaymentTrace;
  /** Called when an unknown outcome has become known. */
  readonly onResolution?: OnResolution;
  /** Called after a commit that made an automatic refund. */
  readonly wakeRefunds: () => void;
  /** A new id of an operation in a provider's own form; null where it accepts our reference. */
  readonly newOwnId: (provider: string) => string | null;
  /** Counts an attempt for the payer's phone and for its requester. Refuses with RATE_LIMITED beyond the limit. */
  readonly countPhone: (asked: AskedPhone) => Promise<void>;
  /** Called after a commit that booked a payment approved on a phone. */
  readonly onApproved: AskedPhones["approved"];
  /** Called after a commit that counted a use of a payment link. */
  readonly onLinkUsed: (merchantNo: MerchantNo, linkId: Id<"paymentLink">) => Promise<void>;
}
