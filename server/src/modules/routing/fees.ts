import { type Money, money, shareOf } from "../../kit/money.ts";
import type { PaymentMethod } from "../../kit/payment-terms.ts";
import type { FeeSchedule, RoutingSnapshot } from "./snapshot.ts";

/** What a payment costs the merchant: `fee` + `net` is the amount, to the minor unit. */
export interface Fee {
  readonly fee: Money;
  readonly net: Money;
  /** How long the net stays pending before it is available. */
  readonly settlementDelaySeconds: number;
}

/** The fee of a payment by the tenant's schedule. A method and currency without a schedule cost nothing. */
export function feeFor(snapshot: RoutingSnapshot, method: PaymentMethod, amount: Money): Fee {
  const schedule = snapshot.fees.find((row) => row.method === method && row.currency === amount.currency);
  const fee = schedule === undefined ? 0n : feeOf(schedule, amount.minor);
  return {
    fee: money(fee, amount.currency),
    net: money(amount.minor - fee, amount.currency),
    settlementDelaySeconds: schedule?.settlementDelaySeconds ?? 0,
  };
}

/**
 * Minor units: the share of `amount`, rounded half up, plus the fixed part; then held within minimum and maximum; never
 * above the amount, so that nobody owes money for having been paid.
 */
export function feeOf(
  schedule: Pick<FeeSchedule, "basisPoints" | "fixed" | "minimum" | "maximum">,
  amount: bigint,
): bigint {
  let fee = shareOf(amount, BigInt(schedule.basisPoints)) + schedule.fixed;
  if (fee < schedule.minimum) fee = schedule.minimum;
  if (schedule.maximum !== null && fee > schedule.maximum) fee = schedule.maximum;
  return fee > amount ? amount : fee;
}
