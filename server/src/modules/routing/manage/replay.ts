import { money } from "../../../kit/money.ts";
import { chooseRoute } from "../choose.ts";
import type { RoutingSnapshot } from "../snapshot.ts";
import type { PastCharge } from "./replay-store.ts";

/** Charges that go from one account to another; null: to none. */
export interface Move {
  readonly from: string | null;
  readonly to: string | null;
  readonly count: number;
}

export interface Replay {
  readonly charges: number;
  readonly oldestMs: number | null;
  /**
   * The number that would go to the same account, to another, to none any more, and to an account for the first time.
   */
  readonly same: number;
  readonly moved: number;
  readonly lost: number;
  readonly gained: number;
  /** The most frequent first; unchanged ones are not included. */
  readonly moves: readonly Move[];
}

/**
 * Computes where past charges would go by `proposed`, compared with `current`; without a proposal, where they would go
 * by `current`, compared with where they went. Both use the present bounds and outages. Pure.
 */
export function replayCharges(
  charges: readonly PastCharge[],
  current: RoutingSnapshot,
  proposed: RoutingSnapshot | null,
  nowMs: number,
): Replay {
  const counts = new Map<string, Move>();
  const sums = { same: 0, moved: 0, lost: 0, gained: 0 };
  for (const charge of charges) {
    const from = proposed === null ? charge.accountId : accountOf(charge, current, nowMs);
    const to = accountOf(charge, proposed ?? current, nowMs);
    if (from === to) {
      sums.same += 1;
      continue;
    }
    if (to === null) sums.lost += 1;
    else if (from === null) sums.gained += 1;
    else sums.moved += 1;
    const key = `${from} ${to}`;
    counts.set(key, { from, to, count: (counts.get(key)?.count ?? 0) + 1 });
  }
  return {
    charges: charges.length,
    oldestMs: charges.at(-1)?.createdAtMs ?? null,
    ...sums,
    moves: [...counts.values()].sort((left, right) => right.count - left.count),
  };
}

function accountOf(charge: PastCharge, snapshot: RoutingSnapshot, nowMs: number): string | null {
  const { method, amount, currency, operator, country } = charge;
  const route = chooseRoute(snapshot, { method, amount: money(amount, currency), operator, country }, nowMs);
  return "refused" in route ? null : route.providerAccountId;
}
