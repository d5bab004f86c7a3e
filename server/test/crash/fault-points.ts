import type { PaymentMethod } from "../../src/kit/payment-terms.ts";

/**
 * Where the service is stopped dead. `within`: PostgreSQL holds the statement half-way when the process dies, and then
 * finishes it alone; `undone`: the same, and PostgreSQL's session dies too. A step's rows are one statement, so between
 * an attempt and its reservation, or between the ledger and the outbox, there is no point to stop at: `within` is it.
 */
export const faultPoints = [
  /** A delivery is held and nothing was sent; sent and answered; its result is committed. */
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
  /** Nothing was sent to the provider; it has taken the payment and answered. */
  "provider.call:before",
  "provider.call:after",
  /** What the provider answered: the payer's next step. */
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

/** A payment to stop at: its reference is also its title, which the provider gets. */
export interface Target {
  readonly method: PaymentMethod;
  readonly reference: string;
  /** The session's stored id; null before there is one. */
  readonly sessionId: string | null;
}

/** What the test tells the armed service. */
export type Order =
  | {
      readonly kind: "arm";
      readonly point: FaultPoint;
      readonly targets: readonly Target[];
      /** The reference of a session whose creation keeps the lane busy while the targets gather behind it. */
      readonly decoy: string;
    }
  /** The gathered targets go on, together. */
  | { readonly kind: "go" };

/** What the armed service tells the test. */
export type Report =
  | { readonly kind: "armed" | "gathered" }
  /** It stands still at the point with these payments, and waits to be killed. */
  | { readonly kind: "reached"; readonly references: readonly string[] };
