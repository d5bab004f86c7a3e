import type { CurrencyCode } from "../kit/currency.ts";
import type { FailureCode, PaymentMethod } from "../kit/payment-terms.ts";

/** What a provider can do. What it cannot do is never requested from it, and never offered to a payer. */
export interface ProviderCapabilities {
  /**
   * `SIGNED`: a signature proves the sender of a callback. `OPAQUE`: nothing does, so the address contains an id that
   * only the provider and we know, and the message itself is not trusted. `NONE`: the provider sends no callbacks.
   */
  readonly callbacks: "SIGNED" | "OPAQUE" | "NONE";
  /**
   * Whether it can be called over a network. Otherwise it says what it has to say in signed callbacks and in files, and a
   * query reads what has arrived.
   */
  readonly calls: boolean;
  /** Whether a payment that waits for the payer can be cancelled. */
  readonly cancel: boolean;
  /** `FULL`: only the whole payment, once. A refund that the rail cannot do becomes a payout to the payer. */
  readonly refund: "PARTIAL" | "FULL" | "NONE";
  readonly payout: boolean;
  /** Whether it can compare a name with an account's holder. */
  readonly nameCheck: boolean;
  /** Whether it provides its book of a period; otherwise a person downloads it. */
  readonly statement: boolean;
  /** Whether it says what an account holds. */
  readonly balance: boolean;
  /** Of payments and, if it can send any, of payouts. */
  readonly methods: readonly PaymentMethod[];
  /** ISO 3166-1 alpha-2. */
  readonly countries: readonly string[] | "ANY";
  readonly currencies: readonly CurrencyCode[] | "ANY";
  /** Every failure code that it may return. */
  readonly failureCodes: readonly FailureCode[];
}

/** Whether the rail itself can refund `amount` of a payment of `charged`, both in minor units. Pure. */
export function refundsOnRail(
  { refund }: Pick<ProviderCapabilities, "refund">,
  amount: bigint,
  charged: bigint,
): boolean {
  return refund === "PARTIAL" || (refund === "FULL" && amount === charged);
}
