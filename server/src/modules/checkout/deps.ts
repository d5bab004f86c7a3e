import type { Database, Queryable } from "../../db/database.ts";
import type { Lane } from "../../db/lane.ts";
import type { AskedPhone, AskedPhones } from "../../http/limits/index.ts";
import type { Clock } from "../../kit/clock.ts";
import type { Refusal } from "../../kit/errors.ts";
import type { Id, IdSource, MerchantNo } from "../../kit/ids.ts";
import type { Keyring } from "../../kit/keyring.ts";
import type { Logger } from "../../kit/logger.ts";
import type { ProviderAccount, ProviderReference } from "../../providers/provider.ts";
import type { Providers } from "../../providers/registry.ts";
import type { Merchants } from "../merchants/index.ts";
import type { OnTruth } from "../payments/index.ts";
import type { Routing } from "../routing/index.ts";
import type { LeaseDeliveries } from "../webhooks/index.ts";
import type { WaitingRoom } from "./waiting-room.ts";

/** Lanes of the money path: a merchant's commands share one, so that two lanes never want the same wallet. */
export interface CheckoutLanes {
  write(merchantNo: MerchantNo): Lane;
  readonly read: Lane;
}

export interface CheckoutDeps {
  /** What payments need: nothing that takes long. */
  readonly db: Database;
  /** Where merchants' lists are read. */
  readonly listsDb: Queryable;
  readonly lanes: CheckoutLanes;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly keyring: Keyring;
  readonly log: Logger;
  readonly merchants: Merchants;
  readonly routing: Routing;
  readonly providers: Providers;
  /** Address of the service as payers see it, without a slash at the end. */
  readonly publicUrl: string;
  /** Where the provider reports, for one of its accounts. */
  readonly callbackUrl: (account: ProviderAccount) => string;
  readonly waitingRoom: WaitingRoom;
  /** Called after a commit that wrote deliveries for a worker to find. */
  readonly wakeWebhooks: () => void;
  /** Asked before deliveries are written: whether this process sends them by itself. */
  readonly leaseDeliveries: LeaseDeliveries;
  /** Called when an outcome that was unknown has become known. */
  readonly onTruth?: OnTruth;
  /** Called after a commit that gave money back into work. */
  readonly wakeRefunds: () => void;
  /** Our name for a charge at its provider. */
  readonly chargeReference: (merchantNo: MerchantNo, chargeId: Id<"charge">) => ProviderReference;
  /** Counts an attempt for the payer's phone and for who asks it. Refuses with RATE_LIMITED one too many. */
  readonly countPhone: (asked: AskedPhone) => Promise<void>;
  /** Called after a commit that booked a payment for which a phone was asked. */
  readonly onApproved: AskedPhones["approved"];
  /** Why a payment link has no room for another payment: the links module knows. */
  readonly linkRefusal: (merchantNo: MerchantNo, linkId: Id<"paymentLink">) => Promise<Refusal>;
  /** Called after a commit that counted a use of a payment link. */
  readonly onLinkUsed: (merchantNo: MerchantNo, linkId: Id<"paymentLink">) => Promise<void>;
}
