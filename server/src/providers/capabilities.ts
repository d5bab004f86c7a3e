import type { CurrencyCode } from "../kit/currency.ts";
import type { FailureCode, PaymentMethod } from "../kit/payment-terms.ts";

/** What a provider can do. What it cannot is never asked of it, and never offered to a payer. */
export interface ProviderCapabilities {
  /**
   * `SIGNED`: a callback proves by a signature who sent it. `OPAQUE`: it proves nothing, so its address holds an id that
   * only the provider and we know, and the message itself is not believed. `NONE`: the provider never reports.
   */
  readonly callbacks: "SIGNED" | "OPAQUE" | "NONE";
  /** Whether a payment that waits for the payer can be given up. */
  readonly cancel: boolean;
  /** `FULL`: only the whole payment, once. A refund that the rail cannot make is a payout to the payer. */
  readonly refund: "PARTIAL" | "FULL" | "NONE";
  readonly payout: boolean;
  /** Whether it compares a name with an account's holder. */
  readonly nameCheck: boolean;
  /** Whether it tells its book of a period; where it does not, a person downloads it. */
  readonly statement: boolean;
  /** Of payments and, where it can send any, of payouts. */
  readonly methods: readonly PaymentMethod[];
  /** ISO 3166-1 alpha-2. */
  readonly countries: readonly string[] | "ANY";
  readonly currencies: readonly CurrencyCode[] | "ANY";
  /** Every failure code that it may give. */
  readonly failureCodes: readonly FailureCode[];
}

/** Whether the rail itself gives back `amount` of a payment of `charged`, both in minor units. Pure. */
export function refundsOnRail(
  { refund }: Pick<ProviderCapabilities, "refund">,
  amount: bigint,
  charged: bigint,
): boolean {
  return refund === "PARTIAL" || (refund === "FULL" && amount === charged);
}
