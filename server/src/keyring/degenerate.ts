/** 32 random bytes contain about 30 different ones; a generator practically never gives fewer than this. */
const DISTINCT_BYTES_MIN = 16;

/**
 * Why a key was not drawn at random, or null when it may have been: one repeated byte, a run of numbers, or typed text.
 * A key from a generator fails less than once in a million millions.
 */
export function degenerateBecause(key: Buffer): string | null {
  if (new Set(key).size < DISTINCT_BYTES_MIN) return "it repeats few bytes";
  const steps = new Set([...key].slice(1).map((byte, index) => (byte - (key[index] ?? 0) + 256) % 256));
  if (steps.size === 1) return "its bytes count up or down";
  if (key.every((byte) => byte >= 0x20 && byte <= 0x7e)) return "it is text that somebody typed";
  return null;
}
