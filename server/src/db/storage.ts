import { statfs } from "node:fs/promises";
import { diskFree } from "../metrics/table.ts";
import type { RefusedWrites } from "./refused-writes.ts";

/** Below this PostgreSQL soon has no room for its write-ahead log, which it writes in files of 16 MiB, and stops. */
const FREE_BYTES_MIN = 64 * 2 ** 20;

export interface StorageOptions {
  readonly refusedWrites: RefusedWrites;
  /** Where the embedded PostgreSQL keeps its data; null when the database is elsewhere. */
  readonly folder: string | null;
  /** Free bytes on the folder's file system; asks the system when absent. */
  readonly freeBytesOf?: (folder: string) => Promise<number>;
}

/** The readiness check of the disk: null while there is room, otherwise a sentence. */
export function createStorageCheck(options: StorageOptions): () => Promise<string | null> {
  const { refusedWrites, folder, freeBytesOf = freeBytes } = options;
  return async () => {
    if (refusedWrites.isDiskFull()) return "PostgreSQL refused a write: its disk is full";
    if (folder === null) return null;
    const free = await freeBytesOf(folder);
    return free < FREE_BYTES_MIN
      ? `the disk has ${Math.floor(free / 2 ** 20)} MiB left, less than ${FREE_BYTES_MIN / 2 ** 20}`
      : null;
  };
}

async function freeBytes(folder: string): Promise<number> {
  const { bavail, blocks, bsize } = await statfs(folder);
  if (blocks > 0) diskFree.set({}, bavail / blocks);
  return bavail * bsize;
}
