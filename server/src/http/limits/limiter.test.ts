import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  createTestDatabase,
  settingsOfBatchWriters,
  type TestDatabase,
} from "../../../test/harness/database.ts";
import { createTestKeyring } from "../../../test/harness/keyring.ts";
import { createRecordingLog, quietLog } from "../../../test/harness/log.ts";
import { type BatchWriter, createBatchWriter } from "../../db/batch-writer.ts";
import { openDedicatedConnection } from "../../db/dedicated.ts";
import { createManualClock, type ManualClock } from "../../kit/clock.ts";
import type { MerchantNo } from "../../kit/ids.ts";
import { createSeededRandom } from "../../kit/random.ts";
import { creditOf, leaseFrom, leaseSizeOf } from "./bucket.ts";
import { defaultLimits, keyLimit } from "./limit-table.ts";
import { createRateLimiter, type RateLimiter } from "./limiter.ts";
import { countHits, forgetCounters, leaseTokens } from "./store.ts";

const START_MS = Date.UTC(2026, 10, 21, 10);
const SEED = Number(process.env.SEED ?? 20_261_121);
const keyring = createTestKeyring();
let database: TestDatabase;
let clock: ManualClock;
const batchWriters: BatchWriter[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(() => {
  clock = createManualClock(START_MS);
});
afterEach(async () => {
  await Promise.all(batchWriters.splice(0).map((batchWriter) => batchWriter.close()));
  await database.owner.query({ text: "truncate rate_buckets, rate_windows" });
});
afterAll(() => database.drop());

function openBatchWriter(): BatchWriter {
  const batchWriter = createBatchWriter({
    name: "limits",
    log: quietLog,
    connect: () =>
      openDedicatedConnection({
        url: database.url,
        applicationName: "limits",
        settings: settingsOfBatchWriters,
      }),
  });
  batchWriters.push(batchWriter);
  return batchWriter;
}

/** A limiter as in a separate process. */
function instance(): RateLimiter & { readonly statements: () => number } {
  const batchWriter = openBatchWriter();
  let statements = 0;
  const limiter = createRateLimiter({
    limits: defaultLimits,
    clock,
    keyring,
    log: quietLog,
    batchWriter: {
      run: (command, item) => {
        statements += 1;
        return batchWriter.run(command, item);
      },
    },
  });
  return { ...limiter, statements: () => statements };
}

const key = { actor: { id: "019bc0d8-6c00-7a10-9c31-3a5d8f0b1c2e" }, mode: "SANDBOX" as const };
const limit = keyLimit(25);

/** How many of `calls` are admitted, one after the other. */
async function admitted(calls: number, call: () => ReturnType<RateLimiter["apiKey"]>): Promise<number> {
  let count = 0;
  for (let index = 0; index < calls; index += 1) {
    if ((await call())?.admitted === true) count += 1;
  }
  return count;
}

describe("a bucket", () => {
  it("lets the burst through and then the rate, however many requests come", async () => {
    const one = instance();
    expect(await admitted(200, () => one.apiKey(key))).toBe(limit.burst);
    let later = 0;
    for (let round = 0; round < 50; round += 1) {
      clock.advance(100);
      later += await admitted(25, () => one.apiKey(key));
    }
    // 5 s at 25 a second; the bucket's remainder at the end is less than one round's worth.
    expect(later).toBeLessThanOrEqual(125);
    expect(later).toBeGreaterThanOrEqual(122);
  });

  it("lets the whole burst through when it comes all at once", async () => {
    const one = instance();
    const verdicts = await Promise.all(Array.from({ length: 200 }, () => one.apiKey(key)));
    expect(verdicts.filter((verdict) => verdict?.admitted)).toHaveLength(limit.burst);
  });

  it("says when to come back, and then lets the request through", async () => {
    const one = instance();
    await admitted(50, () => one.apiKey(key));
    const refused = await one.apiKey(key);
    expect(refused).toMatchObject({ admitted: false, name: "api_key", limit: 25, remaining: 0 });
    clock.advance(refused?.retryAfterMs ?? 0);
    expect(await one.apiKey(key)).toMatchObject({ admitted: true });
  });

  it("of two instances together: the burst, the rate, and at most one credit for each more instance", async () => {
    const [one, two] = [instance(), instance()];
    let count = 0;
    for (let round = 0; round < 60; round += 1) {
      const both = await Promise.all([
        admitted(20, () => one.apiKey(key)),
        admitted(20, () => two.apiKey(key)),
      ]);
      count += both[0] + both[1];
      clock.advance(100);
    }
    const allowed = limit.burst + 59 * 2.5;
    expect(count).toBeLessThanOrEqual(allowed + creditOf(limit));
    expect(count).toBeGreaterThanOrEqual(allowed - 2 * leaseSizeOf(limit));
  });

  it("costs no statement for a caller well below its limit, and few for one at it", async () => {
    const one = instance();
    for (let second = 0; second < 30; second += 1) {
      expect(await admitted(3, () => one.apiKey(key))).toBe(3);
      clock.advance(1_000);
    }
    expect(one.statements()).toBe(0);
    for (let round = 0; round < 100; round += 1) {
      await admitted(2, () => one.apiKey(key));
      clock.advance(100);
    }
    // 200 requests in 10 s.
    expect(one.statements()).toBeLessThanOrEqual(20);
  });

  it("counts each caller by itself, and a key at the rate it was given", async () => {
    const one = instance();
    const other = { ...key, actor: { id: "019bc0d8-6c00-7a10-9c31-3a5d8f0b1c2f" } };
    await admitted(60, () => one.apiKey(key));
    expect(await one.apiKey(other)).toMatchObject({ admitted: true, remaining: 25 });
    const slow = {
      ...key,
      actor: { id: "019bc0d8-6c00-7a10-9c31-3a5d8f0b1c30" },
      requestsPerSecond: 2,
    };
    expect(await admitted(20, () => one.apiKey(slow))).toBe(4);
    const live = { actor: other.actor, mode: "LIVE" as const };
    expect(
      await one.apiKey({ ...live, actor: { id: "019bc0d8-6c00-7a10-9c31-3a5d8f0b1c31" } }),
    ).toMatchObject({
      limit: 100,
    });
    expect(await admitted(700, () => one.clientAddress("192.0.2.7"))).toBe(600);
    expect(
      await admitted(70, () => one.sessionRead({ merchantNo: 1 as MerchantNo, id: key.actor.id as never })),
    ).toBe(60);
    expect(await admitted(60, () => one.operator("someone"))).toBe(50);
  });

  it("goes on from memory when the counters are away, and says so once", async () => {
    const { log, lines } = createRecordingLog();
    const limiter = createRateLimiter({
      limits: defaultLimits,
      clock,
      keyring,
      log,
      batchWriter: { run: () => Promise.reject(new Error("away")) },
    });
    expect(await admitted(200, () => limiter.apiKey(key))).toBe(limit.burst);
    clock.advance(1_000);
    expect(await admitted(200, () => limiter.apiKey(key))).toBe(limit.count);
    expect(lines.map(({ event }) => event)).toEqual(["limits.lease.trouble.began"]);
    await expect(limiter.payerPhone(Buffer.alloc(32))).rejects.toThrow("away");
  });
});

describe("a window", () => {
  const phone = Buffer.alloc(32, 7);
  const outcome = (attempt: Promise<void>) =>
    attempt.then(
      () => "admitted",
      (error: unknown) => (error as { details: { limit: string; retryAfterSeconds: number } }).details,
    );

  it("lets exactly five attempts of a phone through in ten minutes, on whichever instance", async () => {
    const instances = [instance(), instance()] as const;
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, (_none, index) =>
        outcome(instances[index % 2 === 0 ? 0 : 1].payerPhone(phone)),
      ),
    );
    expect(outcomes.filter((each) => each === "admitted")).toHaveLength(5);
    expect(outcomes.find((each) => each !== "admitted")).toEqual({
      limit: "payer_phone",
      max: 5,
      windowSeconds: 600,
      retryAfterSeconds: 600,
    });
    expect(await outcome(instances[0].payerPhone(Buffer.alloc(32, 8)))).toBe("admitted");
  });

  it("opens when the oldest attempt has left it, and what was refused does not close it longer", async () => {
    const one = instance();
    for (let minute = 0; minute < 10; minute += 1) {
      const expected = minute < 5 ? "admitted" : { limit: "payer_phone" };
      if (minute < 5) expect(await outcome(one.payerPhone(phone))).toBe(expected);
      else
        expect(await outcome(one.payerPhone(phone))).toMatchObject({ retryAfterSeconds: (10 - minute) * 60 });
      clock.advance(60_000);
    }
    // Ten minutes after the first.
    expect(await outcome(one.payerPhone(phone))).toBe("admitted");
    expect(await outcome(one.payerPhone(phone))).toMatchObject({ retryAfterSeconds: 60 });
  });

  it("holds log-ins from one address together, a network of IPv6 being one", async () => {
    const one = instance();
    expect(await admitted(55, () => one.login("2001:db8::1"))).toBe(50);
    expect(await one.login("2001:db8::2")).toMatchObject({ admitted: false, name: "login_address" });
    expect(await one.login("2001:db8:0:1::2")).toMatchObject({ admitted: true, remaining: 49 });
  });
});

describe("the statements", () => {
  it(`say what the pure rule says, seed ${SEED}`, async () => {
    const batchWriter = openBatchWriter();
    const random = createSeededRandom(SEED);
    const whole = (below: number) => Math.floor(random.unit() * below);
    const buckets = Array.from({ length: 4 }, (_none, index) => ({
      key: Buffer.alloc(16, index + 1),
      shared: { tokens: limit.burst, countedAtMs: clock.nowMs() },
    }));
    for (let round = 0; round < 40; round += 1) {
      clock.advance(whole(400));
      // Sometimes an instance whose clock is behind.
      const nowMs = clock.nowMs() - (whole(5) === 0 ? whole(500) : 0);
      await Promise.all(
        buckets.map(async (bucket) => {
          const asked = { wanted: 1 + whole(20), debt: whole(12), nowMs };
          const lease = await batchWriter.run(leaseTokens, { key: bucket.key, limit, ...asked });
          const expected = leaseFrom(bucket.shared, limit, asked);
          expect(lease.granted).toBe(expected.granted);
          expect(lease.shared.tokens).toBeCloseTo(expected.shared.tokens, 6);
          expect(lease.shared.countedAtMs).toBe(expected.shared.countedAtMs);
          bucket.shared = lease.shared;
        }),
      );
    }
  });

  it("delete rows that no longer limit anything, and no others", async () => {
    const batchWriter = openBatchWriter();
    const hit = { key: Buffer.alloc(16, 1), limit: defaultLimits.payerPhone, nowMs: clock.nowMs() };
    await batchWriter.run(countHits, hit);
    const asked = { wanted: 5, debt: 0, nowMs: clock.nowMs() };
    await batchWriter.run(leaseTokens, { key: hit.key, limit, ...asked });
    expect(await forgetCounters(database.db, clock.nowMs() + 3_999)).toBe(0);
    expect(await forgetCounters(database.db, clock.nowMs() + 4_000)).toBe(1);
    expect(await forgetCounters(database.db, clock.nowMs() + 600_000)).toBe(1);
  });
});
