import type { FaultyHttp } from "../../../test/harness/faulty-http.ts";
import type { Money } from "../../kit/money.ts";
import type { FailureCode } from "../../kit/payment-terms.ts";
import type { IncomingCallback } from "../callback.ts";
import type { AccountCalls } from "../calls.ts";
import type { Payer, PayoutRequest, ProviderAccount, StartRequest } from "../provider.ts";

/** How a provider is asked, in its sandbox, to behave in a certain way. */
export type Wish =
  | "SUCCESS"
  /** Waits for the payer for as long as the test runs. */
  | "PENDING"
  /** Succeeds and reports it twice and out of order. */
  | "CALLBACK_TWICE"
  /** Succeeds and reports it before the start is answered. */
  | "CALLBACK_FIRST"
  /** Starts an answer that never ends. */
  | "SLOW_DRIP"
  | FailureCode;

/** A provider in its sandbox, as the suite needs it. Every connector brings one. */
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
  /** Where the provider reports on an operation of the first account. */
  callbackUrl(ownId: string): string;
  /** What arrived at callback addresses since the last call. */
  takeCallbacks(): readonly IncomingCallback[];
  /** A report whose signature was broken in the ways of its form, each of which must be refused. Of signed reports only. */
  forgeries?(callback: IncomingCallback): readonly IncomingCallback[];
  nowMs(): number;
  /** What the connector's calls have written to the log so far, as text. */
  logged(): string;
  /** Lets time pass at the provider, with all that it does meanwhile. */
  advance(byMs: number): Promise<void>;
  /** How long after a start the provider's "never heard of it" may only mean that it is late, in milliseconds. */
  readonly lateMs: number;
  /** The start of a payment that will behave so, or null when this provider's sandbox cannot. */
  paymentLike(wish: Wish): (Pick<StartRequest, "method" | "amount"> & { readonly payer: Payer }) | null;
  payoutLike(
    wish: "SUCCESS" | "PENDING" | FailureCode,
  ): Omit<PayoutRequest, "reference" | "ownId" | "callbackUrl"> | null;
  /** What the provider's own book says it moved under an id: once at most. */
  moved(kind: "PAYMENT" | "REFUND" | "PAYOUT", ownId: string): Promise<readonly Money[]>;
  close(): Promise<void>;
}
