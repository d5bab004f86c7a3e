/** Rate limits in one table; a test compares `docs/concepts/limits.md` with it. */
export interface Limit {
  /** Shown as `error.details.limit`. */
  readonly name: LimitName;
  /** Requests per `windowMs`. */
  readonly count: number;
  readonly windowMs: number;
}

/** A bucket that refills evenly: `burst` at once, then `count` per `windowMs`. Counted with a documented tolerance. */
export interface BucketLimit extends Limit {
  readonly burst: number;
}

const limitNames = [
  "api_key",
  "operator",
  "client_address",
  "callback_address",
  "session_reads",
  "session_completes",
  "payer_phone",
  "address_phones",
  "link_attempts",
  "merchant_attempts",
  "login_address",
  "receipt_mails",
  "address_mails",
] as const;
export type LimitName = (typeof limitNames)[number];

export interface Limits {
  readonly apiKey: Readonly<Record<"SANDBOX" | "LIVE", { readonly perSecond: number }>>;
  readonly operator: BucketLimit;
  /** All callers behind one address: a school or a phone company may be many payers. */
  readonly clientAddress: BucketLimit;
  /** Callbacks from one address of a provider: after an outage a provider has many to send at once. */
  readonly callbackAddress: BucketLimit;
  readonly sessionReads: BucketLimit;
  /** Exact, in any period of `windowMs`. */
  readonly sessionCompletes: Limit;
  /** Exact. Across sessions, merchants and instances. */
  readonly payerPhone: Limit;
  /** Different phones that one address asks, not counting approved payments. */
  readonly addressPhones: BucketLimit;
  /** Attempts with a phone by one payment link, not counting approved ones. */
  readonly linkAttempts: BucketLimit;
  /** Attempts with a phone of one merchant in one mode, not counting approved ones. */
  readonly merchantAttempts: BucketLimit;
  /** Exact. Attempts to log in from one address, at any account: modules/operators counts each account itself. */
  readonly loginAddress: Limit;
  /** Exact. Mails of one session's receipt. */
  readonly receiptMails: Limit;
  /** Exact. Receipts that one address has mailed, whoever reads them. */
  readonly addressMails: Limit;
}

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
/** The burst of a key, in seconds of its rate. */
const KEY_BURST_SECONDS = 2;

export const defaultLimits: Limits = {
  apiKey: { SANDBOX: { perSecond: 25 }, LIVE: { perSecond: 100 } },
  operator: { name: "operator", count: 25, windowMs: SECOND_MS, burst: 50 },
  clientAddress: { name: "client_address", count: 100, windowMs: SECOND_MS, burst: 600 },
  callbackAddress: { name: "callback_address", count: 500, windowMs: SECOND_MS, burst: 5_000 },
  sessionReads: { name: "session_reads", count: 60, windowMs: MINUTE_MS, burst: 60 },
  sessionCompletes: { name: "session_completes", count: 10, windowMs: 10 * MINUTE_MS },
  payerPhone: { name: "payer_phone", count: 5, windowMs: 10 * MINUTE_MS },
  addressPhones: { name: "address_phones", count: 20, windowMs: 10 * MINUTE_MS, burst: 20 },
  linkAttempts: { name: "link_attempts", count: 300, windowMs: 10 * MINUTE_MS, burst: 300 },
  merchantAttempts: { name: "merchant_attempts", count: 5_000, windowMs: 10 * MINUTE_MS, burst: 5_000 },
  loginAddress: { name: "login_address", count: 50, windowMs: 15 * MINUTE_MS },
  receiptMails: { name: "receipt_mails", count: 3, windowMs: 24 * 60 * MINUTE_MS },
  addressMails: { name: "address_mails", count: 20, windowMs: 60 * MINUTE_MS },
};

/** The bucket of a key with `perSecond` requests. */
export function keyLimit(perSecond: number): BucketLimit {
  return {
    name: "api_key",
    count: perSecond,
    windowMs: SECOND_MS,
    burst: perSecond * KEY_BURST_SECONDS,
  };
}
