/**
 * How long rows are kept that have an end. One table for the settings, for the loops that forget and for what
 * `cauris-server retention` shows. All in days; null is for ever.
 */
export interface KeptDays {
  readonly events: number | null;
  readonly sessions: number | null;
  readonly simulator: number | null;
  readonly idempotencyKeys: number;
  readonly requestLog: number;
  readonly paymentSteps: number;
  readonly providerCalls: number;
  readonly exports: number;
}

export interface RetentionRule {
  /** The shortest that nobody is hurt by, and the longest. */
  readonly daysMin: number;
  readonly daysMax: number;
  /** Whether the rows may be kept for ever. */
  readonly mayBeOff: boolean;
}

const TEN_YEARS = 3_650;

export const retentionRules: { readonly [Kept in keyof KeptDays]: RetentionRule } = {
  // Deliveries are tried and held for up to 31 days.
  events: { daysMin: 35, daysMax: TEN_YEARS, mayBeOff: true },
  // After the longest idempotency key, which names the session that it made.
  sessions: { daysMin: 35, daysMax: TEN_YEARS, mayBeOff: true },
  simulator: { daysMin: 35, daysMax: TEN_YEARS, mayBeOff: true },
  // Merchants are told that a key counts for seven days.
  idempotencyKeys: { daysMin: 7, daysMax: 30, mayBeOff: false },
  requestLog: { daysMin: 1, daysMax: 365, mayBeOff: false },
  paymentSteps: { daysMin: 7, daysMax: TEN_YEARS, mayBeOff: false },
  providerCalls: { daysMin: 7, daysMax: TEN_YEARS, mayBeOff: false },
  exports: { daysMin: 1, daysMax: 90, mayBeOff: false },
};

/** What holds without a setting. */
export const defaultKeptDays: KeptDays = {
  events: null,
  sessions: null,
  simulator: null,
  idempotencyKeys: 7,
  requestLog: 14,
  paymentSteps: 90,
  providerCalls: 90,
  exports: 7,
};

/** What is accepted, completing "must be …". */
export function retentionRuleText({ daysMin, daysMax, mayBeOff }: RetentionRule): string {
  return `${mayBeOff ? "off, or " : ""}days from ${daysMin}d to ${daysMax}d`;
}

/** `90d` as a number of days; null when it breaks the rule. Pure. */
export function parseRetention(given: string, rule: RetentionRule): number | "off" | null {
  if (given === "off") return rule.mayBeOff ? "off" : null;
  const days = /^\d{1,5}d$/.test(given) ? Number(given.slice(0, -1)) : Number.NaN;
  return days >= rule.daysMin && days <= rule.daysMax ? days : null;
}
