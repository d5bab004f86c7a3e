import type { BatchWriter } from "../../db/batch-writer.ts";
import type { Clock } from "../../kit/clock.ts";
import { createEviction } from "../../kit/evict-oldest.ts";
import type {} from "../../kit/ids.ts";
import type { Keyring } from "../../kit/keyring.ts";
import type { Logger } from "../../kit/logger.ts";
import type { Mode } from "../../kit/payment-terms.ts";
import type { SessionKey } from "../../kit/session-id.ts";
import { createTroubleLog } from "../../kit/trouble-log.ts";
import { addressShare } from "./address.ts";
import {
  freshBucket,
  isStale,
  type Lease,
  type LocalBucket,
  leaseFrom,
  leaseSizeOf,
  lowWaterOf,
  restocked,
} from "./bucket.ts";
import { type BucketLimit, keyLimit, type Limit, type Limits } from "./limit-table.ts";
import { countHits, leaseTokens } from "./store.ts";
import { bucketVerdict, limitRefusal, type Verdict, windowVerdict } from "./verdict.ts";

/** A verdict, synchronous when the instance has tokens in hand. Null: limits are lifted. */
export type Judged = Verdict | null | Promise<Verdict | null>;

/**
 * Counts requests. All methods return a verdict and leave the refusal to the caller, except `payerPhone`, which throws
 * RATE_LIMITED itself.
 *
 * When the counters cannot be reached, buckets continue from this instance's memory alone: reads and payments stay
 * open. The exact windows reject with the database's error instead (SERVICE_UNAVAILABLE): an attempt that cannot be
 * counted is not made.
 */
export interface RateLimiter {
  apiKey(key: {
    readonly actor: { readonly id: string };
    readonly mode: Mode;
    readonly requestsPerSecond?: number | null;
  }): Judged;
  operator(operatorId: string): Judged;
  clientAddress(ip: string): Judged;
  callbackAddress(ip: string): Judged;
  sessionRead(session: SessionKey): Judged;
  sessionComplete(session: SessionKey): Judged;
  /** An attempt to pay with this phone, given by its keyed hash. */
  payerPhone(phoneMac: Buffer): Promise<void>;
  /** A phone that an address (its share) asks; null when it has asked this one already. */
  askedByAddress(share: string, phoneMac: Buffer): Judged;
  askedByLink(linkId: string): Judged;
  askedByMerchant(merchantNo: number): Judged;
  /** Returns what one attempt of the subject used, in this instance. */
  giveBack(limit: "address_phones" | "link_attempts" | "merchant_attempts", subject: string): void;
  /** A mail of a session's receipt, asked for from an address: both are counted. */
  receiptMail(session: SessionKey, ip: string): Promise<Verdict | null>;
  /** An attempt to log in from an address, whether it succeeds or not. */
  login(ip: string): Judged;
}

const lifted = () => null;
/** Admits and counts nothing. */
export const liftedLimiter: RateLimiter = {
  apiKey: lifted,
  operator: lifted,
  clientAddress: lifted,
  callbackAddress: lifted,
  sessionRead: lifted,
  sessionComplete: lifted,
  payerPhone: async () => undefined,
  askedByAddress: lifted,
  askedByLink: lifted,
  askedByMerchant: lifted,
  giveBack: () => {},
  receiptMail: async () => null,
  login: lifted,
};

export interface LimiterDeps {
  readonly limits: Limits;
  readonly clock: Clock;
  readonly keyring: Keyring;
  readonly log: Logger;
  /** The limiter's own connection: an exhausted pool must not delay requests that are within their limits. */
  readonly batchWriter: Pick<BatchWriter, "run">;
}

/** Cached callers. Beyond this the least recently used is dropped; its next request starts with a full bucket. */
const BUCKETS_MAX = 50_000;
/** Cached pairs of address and phone: a dropped pair counts again. */
const ASKED_MAX = 50_000;
/** How long a request waits for a lease before the instance continues alone. */
const LEASE_WAIT_MS_MAX = 250;

interface Entry {
  bucket: LocalBucket;
  leasing: Promise<void> | null;
}

export function createRateLimiter(deps: LimiterDeps): RateLimiter {
  const { limits, clock, keyring, log, batchWriter } = deps;
  const entries = new Map<string, Entry>();
  const evictBucket = createEviction(entries, BUCKETS_MAX);
  const trouble = createTroubleLog({
    log,
    event: "limits.lease.trouble",
    level: "warn",
    nowMs: clock.nowMs,
  });
  /** Hits of one window run one after the other: a batch can contain a window only once. */
  const turns = new Map<string, Promise<unknown>>();

  /**
   * The subject's key in the database. This uses the keyed hash of phones; the prefix separates the two, since no phone
   * begins like it.
   */
  const digest = (name: string): Buffer => keyring.mac("phone", `limit ${name}`).subarray(0, 16);

  const entryOf = (name: string, limit: BucketLimit, nowMs: number): Entry => {
    const known = entries.get(name);
    if (known !== undefined && (known.leasing !== null || !isStale(known.bucket, limit, nowMs))) return known;
    const entry: Entry = { bucket: freshBucket(limit, nowMs), leasing: null };
    // Deleted first, so that the map stays in the order of last refills.
    entries.delete(name);
    entries.set(name, entry);
    evictBucket();
    return entry;
  };

  const lease = (entry: Entry, name: string, limit: BucketLimit, nowMs: number): Promise<void> => {
    const asked = { wanted: leaseSizeOf(limit), debt: entry.bucket.debt, nowMs };
    const take = (given: Lease): void => {
      entry.bucket = restocked(entry.bucket, limit, given, nowMs);
    };
    const told = batchWriter.run(leaseTokens, { key: digest(name), limit, ...asked });
    entry.leasing = inTime(told, LEASE_WAIT_MS_MAX)
      .then(
        (given) => {
          trouble.worked();
          take(given);
        },
        (error: unknown) => {
          trouble.failed(error, { limit: limit.name });
          take(leaseFrom(entry.bucket.shared, limit, asked));
        },
      )
      .finally(() => {
        entry.leasing = null;
      });
    return entry.leasing;
  };

  const bucket = (limit: BucketLimit, subject: string): Verdict | Promise<Verdict> => {
    const name = `${limit.name} ${subject}`;
    const nowMs = clock.nowMs();
    const entry = entryOf(name, limit, nowMs);
    const mayAsk = () => entry.leasing === null && nowMs >= entry.bucket.askAgainAtMs;
    const take = (): Verdict | Promise<Verdict> => {
      const { stock } = entry.bucket;
      if (stock >= 1) {
        entry.bucket = { ...entry.bucket, stock: stock - 1 };
        if (stock - 1 <= lowWaterOf(limit) && mayAsk()) void lease(entry, name, limit, nowMs);
        return bucketVerdict(limit, entry.bucket, true, nowMs);
      }
      // Many may wait for one lease, and some of them need the next one, until the shared bucket gives less than was
      // asked.
      const leasing = mayAsk() ? lease(entry, name, limit, nowMs) : entry.leasing;
      return leasing === null ? bucketVerdict(limit, entry.bucket, false, nowMs) : leasing.then(take);
    };
    return take();
  };

  const window = async (limit: Limit, subject: string): Promise<Verdict> => {
    const name = `${limit.name} ${subject}`;
    const nowMs = clock.nowMs();
    const before = turns.get(name);
    const hit = (async () => {
      await before?.catch(() => undefined);
      return batchWriter.run(countHits, { key: digest(name), limit, nowMs });
    })();
    turns.set(name, hit);
    try {
      return windowVerdict(limit, await hit, nowMs);
    } finally {
      if (turns.get(name) === hit) turns.delete(name);
    }
  };

  /** When an address first asked a phone, oldest first. */
  const askedAtMs = new Map<string, number>();
  const evictAsked = createEviction(askedAtMs, ASKED_MAX);

  const askedByAddress = async (share: string, phoneMac: Buffer): Promise<Verdict | null> => {
    const pair = `${share} ${phoneMac.toString("base64")}`;
    const nowMs = clock.nowMs();
    const since = askedAtMs.get(pair);
    if (since !== undefined && nowMs - since < limits.addressPhones.windowMs) return null;
    const verdict = await bucket(limits.addressPhones, share);
    if (!verdict.admitted) return verdict;
    askedAtMs.delete(pair);
    askedAtMs.set(pair, nowMs);
    evictAsked();
    return verdict;
  };

  const giveBack: RateLimiter["giveBack"] = (name, subject) => {
    const entry = entries.get(`${name} ${subject}`);
    if (entry === undefined) return;
    const { burst } = limitsByName[name];
    entry.bucket = { ...entry.bucket, stock: Math.min(burst, entry.bucket.stock + 1) };
  };
  const limitsByName = {
    address_phones: limits.addressPhones,
    link_attempts: limits.linkAttempts,
    merchant_attempts: limits.merchantAttempts,
  } as const;

  const sessionName = ({ merchantNo, id }: SessionKey): string => `${merchantNo} ${id}`;

  return {
    apiKey: ({ actor, mode, requestsPerSecond }) =>
      bucket(keyLimit(requestsPerSecond ?? limits.apiKey[mode].perSecond), actor.id),
    operator: (operatorId) => bucket(limits.operator, operatorId),
    clientAddress: (ip) => bucket(limits.clientAddress, addressShare(ip)),
    callbackAddress: (ip) => bucket(limits.callbackAddress, addressShare(ip)),
    sessionRead: (session) => bucket(limits.sessionReads, sessionName(session)),
    sessionComplete: (session) => window(limits.sessionCompletes, sessionName(session)),
    payerPhone: async (phoneMac) => {
      const verdict = await window(limits.payerPhone, phoneMac.toString("hex"));
      if (!verdict.admitted) throw limitRefusal(verdict);
    },
    askedByAddress,
    askedByLink: (linkId) => bucket(limits.linkAttempts, linkId),
    askedByMerchant: (merchantNo) => bucket(limits.merchantAttempts, String(merchantNo)),
    giveBack,
    receiptMail: async (session, ip) => {
      const address = await window(limits.addressMails, addressShare(ip));
      return address.admitted ? window(limits.receiptMails, sessionName(session)) : address;
    },
    login: (ip) => window(limits.loginAddress, addressShare(ip)),
  };
}

/**
 * Rejects when `promise` takes longer. Uses real time, since no other clock advances while a database does not answer.
 */
async function inTime<T>(promise: Promise<T>, maxMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${maxMs} ms`)), maxMs);
    timer.unref();
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
