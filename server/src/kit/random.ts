import { randomFillSync } from "node:crypto";

/** The only source of randomness: ids, secrets and jitter come from it, so that a seed replays a history. */
export interface Random {
  /** `count` fresh bytes. */
  bytes(count: number): Buffer;
  /** A number in [0, 1). Never for secrets. */
  unit(): number;
}

/** Bytes come from a pool: a system call per id would cost more than the id. */
const POOL_BYTES = 8192;

export function createSystemRandom(): Random {
  let pool = Buffer.alloc(0);
  let used = 0;
  const bytes = (count: number): Buffer => {
    if (count > POOL_BYTES) return randomFillSync(Buffer.alloc(count));
    if (used + count > pool.length) {
      // A new pool instead of refilling the old one: callers keep views of the old one, and no byte may be given out
      // twice.
      pool = randomFillSync(Buffer.allocUnsafeSlow(POOL_BYTES));
      used = 0;
    }
    const drawn = pool.subarray(used, used + count);
    used += count;
    return drawn;
  };
  return { bytes, unit: () => bytes(6).readUIntBE(0, 6) / 2 ** 48 };
}

/** Reproducible randomness for tests and the simulation (mulberry32). Not for secrets. */
export function createSeededRandom(seed: number): Random {
  let state = seed >>> 0;
  const unit = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    unit,
    bytes: (count) => Buffer.from(Array.from({ length: count }, () => Math.floor(unit() * 256))),
  };
}
