/**
 * The rule of load shedding. Its only state is the level: which share of which requests is refused. It rises while all
 * requests wait too long, and falls when the delay is gone.
 */
export interface Pressure {
  /**
   * 0: all are admitted. Up to 1 this share of the first rank is refused, up to 2 the second rank as well, and so on.
   */
  readonly level: number;
  /** How long the delay has been above the target without a break, in milliseconds. */
  readonly standingMs: number;
}

/** Callers, in the order in which they are refused. */
export const ranks = ["merchant", "visitor", "paying"] as const;
/**
 * `merchant`: a merchant's server; `visitor`: a payer who arrives; `paying`: a payer with an open session, and
 * operators.
 */
export type Rank = (typeof ranks)[number];

export const shedding = {
  /** Maximum acceptable delay of each of the five or so steps of a request. */
  targetMs: 100,
  /** A burst passes without help: only a delay that lasts this long is overload. */
  patienceMs: 300,
  /**
   * The most that the level rises per second: at twice the target and above; less, the nearer the delay is to the
   * target. Refusing a merchant's creation relieves payers only when earlier requests are done, so the payers' ranks
   * follow more slowly.
   */
  risePerSecond: 2,
  risePerSecondOfPayers: 0.5,
  /** Below this share of the target the level falls by this fraction of itself each second. */
  calmShare: 0.5,
  fallPerSecond: 0.9,
  /** Below this the level is set to 0. */
  levelMin: 0.02,
  /** With fewer requests per second than this, requests are not the cause of the delay: none is refused. */
  perSecondMin: 50,
} as const;

export const calm: Pressure = { level: 0, standingMs: 0 };

/** The pressure after `spentMs` in which no request waited less than `delayMs`. Pure. */
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
 * The effective delay of a window of `spentMs` with `arrived` requests in which none waited less than `leastMs`: if the
 * machine is busy with something else, refusing its few callers does not help. Pure.
 */
export function countedDelayMs(leastMs: number, arrived: number, spentMs: number): number {
  return arrived * 1_000 < shedding.perSecondMin * spentMs ? 0 : Math.max(0, leastMs);
}
