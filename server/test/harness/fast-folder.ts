import { accessSync, constants } from "node:fs";
import { statfs } from "node:fs/promises";
import { freemem, tmpdir } from "node:os";

/** Linux keeps files there in memory. */
const MEMORY_FOLDER = "/dev/shm";
/** More than all databases of a run take at once: the largest test fills one with five million rows. */
const BYTES_NEEDED = 6 * 2 ** 30;

/**
 * Where files of a test are best that need not outlive the machine: in memory where there is room, else in the temporary
 * folder. A database is cloned ten times as fast there, because it consists of 900 small files. Programs cannot be started
 * from it on every machine.
 */
export async function fastFolder(): Promise<string> {
  try {
    accessSync(MEMORY_FOLDER, constants.W_OK);
    const { bavail, bsize } = await statfs(MEMORY_FOLDER);
    if (Math.min(bavail * bsize, freemem()) >= BYTES_NEEDED) return MEMORY_FOLDER;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // No Linux, or a container without it.
    if (code !== "ENOENT" && code !== "EACCES" && code !== "EROFS") throw error;
  }
  return tmpdir();
}
