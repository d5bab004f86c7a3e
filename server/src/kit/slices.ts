import { setImmediate as nextTurn } from "node:timers/promises";

/** What a processor hashes or encrypts within a few milliseconds, even a slow one. */
export const SLICE_BYTES = 262_144;

/**
 * Applies `work` to one slice of `bytes` after the other, each in its own turn of the event loop, so that other
 * requests are served between them. `work` returns how much of its slice it processed, since it may not be able to stop
 * at every byte.
 */
export async function inSlices(
  bytes: Buffer,
  work: (slice: Buffer, isLast: boolean) => number,
  sliceBytes: number = SLICE_BYTES,
): Promise<void> {
  for (let at = 0; at < bytes.length; ) {
    const slice = bytes.subarray(at, at + sliceBytes);
    const taken = work(slice, at + slice.length === bytes.length);
    if (taken === 0) throw new Error("a slice of which nothing was taken would come again without end");
    at += taken;
    if (at < bytes.length) await nextTurn();
  }
}
