import type { CurrencyCode } from "../../kit/currency.ts";
import { type Money, money, shareOf } from "../../kit/money.ts";
import { type PaymentMethod, paymentMethods } from "../../kit/payment-terms.ts";
import type { FeeSchedule, RoutingSnapshot } from "./snapshot.ts";

/** The merchant's cost of a payment: `fee` + `net` is the amount, to the minor unit. */
export interface Fee {
  readonly fee: Money;
  readonly net: Money;
  /** How long the net amount stays pending before it is available. */
  readonly settlementDelaySeconds: number;
}

/**
 * The fee of a payment by the tenant's schedule in force when the payment began, at `beganAtMs`: a new schedule never
 * affects payments in flight. A method and currency without a schedule cost nothing.
 */
export function feeFor(
  snapshot: Pick<RoutingSnapshot, "fees">,
  method: PaymentMethod,
  amount: Money,
  beganAtMs: number,
): Fee {
  const schedule = scheduleAt(snapshot.fees, method, amount.currency, beganAtMs);
  const fee = schedule === null ? 0n : feeOf(schedule, amount.minor);
  return {
    fee: money(fee, amount.currency),
    net: money(amount.minor - fee, amount.currency),
    settlementDelaySeconds: schedule?.settlementDelaySeconds ?? 0,
  };
}

/** The version of a schedule in force at `atMs`: the last one that took effect by then. */
function scheduleAt(
  fees: readonly FeeSchedule[],
  method: PaymentMethod,
  currency: CurrencyCode,
  atMs: number,
): FeeSchedule | null {
  let found: FeeSchedule | null = null;
  for (const row of fees) {
    if (row.method !== method || row.currency !== currency || row.effectiveFromMs > atMs) continue;
    if (found === null || row.version > found.version) found = row;
  }
  return found;
}

/** The schedules in force in these currencies, in the order of the methods. A method that costs nothing may have none. Pure. */
export function feesInForce(
  { fees }: Pick<RoutingSnapshot, "fees">,
  currencies: readonly CurrencyCode[],
  atMs: number,
): readonly FeeSchedule[] {
  return currencies.flatMap((currency) =>
    paymentMethods.flatMap((method) => scheduleAt(fees, method, currency, atMs) ?? []),
  );
}

/**
 * Minor units: the share of `amount`, rounded half up, plus the fixed part; then limited to minimum and maximum; never
 * above the amount, so that a merchant never owes money for a payment.
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
