import { setImmediate as nextTurn } from "node:timers/promises";

/** What a processor hashes or encrypts within some milliseconds, however slow it is. */
export const SLICE_BYTES = 262_144;

/**
 * Does `work` with one part of `bytes` after the other, each in a turn of the event loop of its own: whoever else waits is
 * served between them. `work` returns how much of its slice it took, since it may not be able to end at any byte.
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
