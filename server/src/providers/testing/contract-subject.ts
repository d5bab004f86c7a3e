import type { FaultyHttp } from "../../../test/harness/faulty-http.ts";
import type { Money } from "../../kit/money.ts";
import type { FailureCode } from "../../kit/payment-terms.ts";
import type { IncomingCallback } from "../callback.ts";
import type { AccountCalls } from "../calls.ts";
import type { Payer, PayoutRequest, ProviderAccount, StartRequest } from "../provider.ts";

/** How a provider's sandbox is asked to behave. */
export type Wish =
  | "SUCCESS"
  /** Waits for the payer as long as the test runs. */
  | "PENDING"
  /** Succeeds and sends the callbacks doubled and out of order. */
  | "CALLBACK_TWICE"
  /** Succeeds and sends its callback before the start is answered. */
  | "CALLBACK_FIRST"
  /** Starts an answer that never ends. */
  | "SLOW_DRIP"
  | FailureCode;

/** A provider in its sandbox, as the suite needs it. Every connector provides one. */
export interface ContractSubject {
  /** Calls through an account, as the service makes them. */
  of(account: ProviderAccount): AccountCalls;
  readonly account: ProviderAccount;
  /** Another account at the same provider, with its own secrets. */
  readonly otherAccount: ProviderAccount;
  /** The first account with a credential that the provider refuses. */
  readonly stranger: ProviderAccount;
  /** The network between connector and provider. */
  readonly network: FaultyHttp;
  /** The address for callbacks about an operation of the first account. */
  callbackUrl(ownId: string): string;
  /** The callbacks received since the last call. */
  takeCallbacks(): readonly IncomingCallback[];
  /**
   * A callback with its signature broken in every way of its form, each of which must be refused. For signed callbacks
   * only.
   */
  forgeries?(callback: IncomingCallback): readonly IncomingCallback[];
  nowMs(): number;
  /** What the connector's calls have logged so far, as text. */
  logged(): string;
  /** Advances the provider's time, and runs everything that is then due. */
  advance(byMs: number): Promise<void>;
  /** How long after a start the provider's "not found" may only mean that it is late, in milliseconds. */
  readonly lateMs: number;
  /**
   * Where a start is never repeated: what becomes of one whose answer was lost. `ENDS`: nobody has seen its page or
   * code, so it fails. `FOUND`: likewise, unless the provider got it. Absent: it is sent again under the same id.
   */
  readonly lostStart?: "ENDS" | "FOUND";
  /** Refunds have no id at the provider: a payment has one refund, whatever asks for it. */
  readonly refundsByPayment?: true;
  /** The provider gives back whatever is asked for: that it is not too much is for our book alone. */
  readonly refundsUnlimited?: true;
  /** A refund or payout that the provider does not know stays unknown, because it cannot be repeated safely. */
  readonly lostTransfer?: "UNKNOWN";
  /** It sends no callbacks about payouts. */
  readonly silentPayouts?: true;
  /** The start of a payment with this behaviour, or null when this provider's sandbox cannot do it. */
  paymentLike(wish: Wish): (Pick<StartRequest, "method" | "amount"> & { readonly payer: Payer }) | null;
  payoutLike(
    wish: "SUCCESS" | "PENDING" | FailureCode,
  ): Omit<PayoutRequest, "reference" | "ownId" | "callbackUrl"> | null;
  /**
   * What the provider's own book says it moved under an id: at most once. `paymentId`: of a refund, the own id of the
   * refunded payment.
   */
  moved(kind: "PAYMENT" | "REFUND" | "PAYOUT", ownId: string, paymentId?: string): Promise<readonly Money[]>;
  close(): Promise<void>;
}
