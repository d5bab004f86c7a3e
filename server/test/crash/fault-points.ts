import type { PaymentMethod } from "../../src/kit/payment-terms.ts";

/**
 * Where the service is killed. `within`: PostgreSQL executes the statement when the process dies, and then finishes it;
 * `undone`: the same, but PostgreSQL's session dies too. A step's rows are one statement, so there is no point between
 * an attempt and its reservation, or between the ledger and the outbox: that is `within`.
 */
export const faultPoints = [
  /** A delivery is leased and nothing was sent; sent and answered; its result is committed. */
  "delivery:before",
  "delivery:after",
  "delivery.write:after",
  /** The session and its idempotency key. */
  "session.write:before",
  "session.write:within",
  "session.write:after",
  /** The attempt, its reservation of a link's use, its event. */
  "attempt.write:before",
  "attempt.write:within",
  "attempt.write:after",
  /** Nothing was sent to the provider; the provider has taken the payment and answered. */
  "provider.call:before",
  "provider.call:after",
  /** The provider's answer: the payer's next step. */
  "answer.write:before",
  "answer.write:within",
  "answer.write:after",
  /** The success: session, charge, ledger, wallet, events and deliveries. */
  "outcome.write:before",
  "outcome.write:within",
  "outcome.write:undone",
  "outcome.write:after",
] as const;
export type FaultPoint = (typeof faultPoints)[number];

/** A payment to stop at: its reference is also its title, which the provider receives. */
export interface Target {
  readonly method: PaymentMethod;
  readonly reference: string;
  /** The session's stored id; null before it exists. */
  readonly sessionId: string | null;
}

/** Orders of the test to the armed service. */
export type Order =
  | {
      readonly kind: "arm";
      readonly point: FaultPoint;
      readonly targets: readonly Target[];
      /** The reference of a session whose creation keeps the batch writer busy while the targets gather behind it. */
      readonly decoy: string;
    }
  /** The gathered targets continue, together. */
  | { readonly kind: "go" };

/** Messages of the armed service to the test. */
export type Report =
  | { readonly kind: "armed" | "gathered" }
  /** It is frozen at the point with these payments, and waits to be killed. */
  | { readonly kind: "reached"; readonly references: readonly string[] };
