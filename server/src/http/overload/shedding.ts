/**
 * The rule by which a service that is asked for more than it can do turns requests away at the door. All of it is one
 * number, the level: how much of which requests is refused. It rises while everybody waits too long, and falls when the
 * waiting is over.
 */
export interface Pressure {
  /** 0: all come in. Up to 1 the first rank is refused by this share, up to 2 the second as well, and so on. */
  readonly level: number;
  /** For so long the delay has been above the target without a break, in milliseconds. */
  readonly standingMs: number;
}

/** Who asks, in the order in which they are turned away. */
export const ranks = ["merchant", "newcomer", "paying"] as const;
/** A merchant's server; a payer who only comes; a payer whose session is open, and the people who run the service. */
export type Rank = (typeof ranks)[number];

export const shedding = {
  /** Every request waits for so long at each of its five or so steps before it is too long. */
  targetMs: 100,
  /** A burst passes by itself: only a delay that stands for so long is overload. */
  patienceMs: 300,
  /**
   * The most that the level rises in a second: at twice the target and beyond, and less the nearer the delay comes to the
   * target. Payers feel a merchant's refused creation only when what was let in before is done, so their ranks follow slower.
   */
  risePerSecond: 2,
  risePerSecondOfPayers: 0.5,
  /** Below this share of the target there is room again, and the level falls by this part of itself each second. */
  calmShare: 0.5,
  fallPerSecond: 0.9,
  /** Less than this is nothing. */
  levelMin: 0.02,
  /** When fewer than so many requests a second arrive, it is not they who make everybody late: none is turned away. */
  perSecondMin: 50,
} as const;

export const calm: Pressure = { level: 0, standingMs: 0 };

/** The pressure after `spentMs` in which nobody waited less than `delayMs`. Pure. */
export function pressureAfter({ level, standingMs }: Pressure, delayMs: number, spentMs: number): Pressure {
  const { targetMs, patienceMs, risePerSecond, risePerSecondOfPayers, calmShare, fallPerSecond, levelMin } =
    shedding;
  if (delayMs > targetMs) {
    const standsMs = standingMs + spentMs;
    if (level === 0 && standsMs < patienceMs) return { level, standingMs: standsMs };
    const perSecond = level < 1 ? risePerSecond : risePerSecondOfPayers;
    const rise = (Math.min(1, delayMs / targetMs - 1) * perSecond * spentMs) / 1_000;
    return { level: Math.min(ranks.length, level + rise), standingMs: standsMs };
  }
  if (delayMs > targetMs * calmShare) return { level, standingMs: 0 };
  const left = level * (1 - fallPerSecond) ** (spentMs / 1_000);
  return { level: left < levelMin ? 0 : left, standingMs: 0 };
}

/** The share of a rank's requests that is refused at a level, from 0 to 1. Pure. */
export function shareRefused(level: number, rank: Rank): number {
  return Math.min(1, Math.max(0, level - ranks.indexOf(rank)));
}

/**
 * The delay that counts of a window of `spentMs` in which `arrived` requests came and nobody waited less than `leastMs`:
 * a machine that is busy with something else is not helped by refusing the few who ask. Pure.
 */
export function countedDelayMs(leastMs: number, arrived: number, spentMs: number): number {
  return arrived * 1_000 < shedding.perSecondMin * spentMs ? 0 : Math.max(0, leastMs);
}
