import type { Database } from "../../db/database.ts";
import type { Lane } from "../../db/lane.ts";
import type { AskedPhone, AskedPhones } from "../../http/limits/index.ts";
import type { Clock } from "../../kit/clock.ts";
import type { Id, IdSource, MerchantNo } from "../../kit/ids.ts";
import type { Keyring } from "../../kit/keyring.ts";
import type { Logger } from "../../kit/logger.ts";
import type { Providers } from "../../providers/registry.ts";
import type { Merchants } from "../merchants/index.ts";
import type { Routing } from "../routing/index.ts";
import type { LeaseDeliveries } from "../webhooks/index.ts";
import type { OnTruth } from "./outcome/truth.ts";
import type { ProviderCaller } from "./provider/caller.ts";
import type { CheckoutSession } from "./session/types.ts";
import type { WaitingRoom } from "./session/waiting-room.ts";
import type { ViewContext } from "./view.ts";

/** Lanes of the money path: a merchant's commands share one, so that two lanes never want the same wallet. */
export interface PaymentLanes {
  write(merchantNo: MerchantNo): Lane;
  readonly read: Lane;
}

/** `attempted`: a payer has tried to pay, so the session shows its payment intent. */
export type SessionEventBody = (
  session: CheckoutSession,
  attempted: boolean,
  context: ViewContext,
) => unknown;

/** What the payment engine is given. */
export interface PaymentDeps {
  /** What payments need: nothing that takes long. */
  readonly db: Database;
  readonly lanes: PaymentLanes;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly keyring: Keyring;
  readonly log: Logger;
  readonly merchants: Merchants;
  readonly routing: Routing;
  readonly providers: Providers;
  /** Address of the service as payers see it, without a trailing slash. */
  readonly publicUrl: string;
  readonly provider: ProviderCaller;
  readonly waitingRoom: WaitingRoom;
  /** The session as its events carry it: its shape is the business of the module above. */
  readonly sessionEventBody: SessionEventBody;
  /** Called after a commit that wrote deliveries for a worker to find. */
  readonly wakeWebhooks: () => void;
  /** Asked before deliveries are written: whether this process sends them by itself. */
  readonly leaseDeliveries: LeaseDeliveries;
  /** Called when an outcome that was unknown has become known. */
  readonly onTruth?: OnTruth;
  /** Called after a commit that gave money back into work. */
  readonly wakeRefunds: () => void;
  /** A new id of an operation in a provider's own form; null where it takes our reference. */
  readonly newOwnId: (provider: string) => string | null;
  /** Counts an attempt for the payer's phone and for who asks it. Refuses with RATE_LIMITED one too many. */
  readonly countPhone: (asked: AskedPhone) => Promise<void>;
  /** Called after a commit that booked a payment for which a phone was asked. */
  readonly onApproved: AskedPhones["approved"];
  /** Called after a commit that counted a use of a payment link. */
  readonly onLinkUsed: (merchantNo: MerchantNo, linkId: Id<"paymentLink">) => Promise<void>;
}
