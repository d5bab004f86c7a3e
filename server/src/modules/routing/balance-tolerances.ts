/** By how much the balance of an account may differ from its book, as it is stored: minor units as text. */
export interface BalanceTolerance {
  readonly currency: string;
  readonly amount: string;
}

/** Whether `after` leaves a gap untold that `before` tells. Pure. */
export function raisesTolerances(
  before: readonly BalanceTolerance[],
  after: readonly BalanceTolerance[],
): boolean {
  return after.some(({ currency, amount }) => {
    const held = before.find((one) => one.currency === currency)?.amount ?? "0";
    return BigInt(amount) > BigInt(held);
  });
}
