import { chmod, copyFile, stat, truncate } from "node:fs/promises";

const LOG_BYTES_MAX = 10_000_000;

/**
 * Begins the log anew when it is larger than `bytesMax`, and keeps what it held as `<path>.1`. The file stays the same one,
 * because PostgreSQL holds it open, and appends to it, so it goes on at the beginning. Lines of the moment between the copy
 * and the cut are lost. Resolves to whether it was cut.
 */
export async function cutLog(path: string, bytesMax = LOG_BYTES_MAX): Promise<boolean> {
  const size = (await stat(path).catch(() => null))?.size ?? 0;
  if (size <= bytesMax) return false;
  await copyFile(path, `${path}.1`);
  await chmod(`${path}.1`, 0o600);
  await truncate(path);
  return true;
}
