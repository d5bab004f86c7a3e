import { readFile, statfs } from "node:fs/promises";

const FOLDER = "/dev/shm";
const TMPFS_TYPE = 0x01_02_19_94;
const GIB = 1024 ** 3;
/** Of which the deep tier used 2.3 GB at most, with another run beside it. */
const ROOM_BYTES = 6 * GIB;
/** What is written there is taken from the machine's memory, which browsers and services of the tests need, too. */
const AVAILABLE_BYTES = 12 * GIB;

/**
 * Linux's folder in memory, where this machine has plenty of both; null: databases of tests stand on the disk. A test's database is 900
 * files. On some disks their creation takes a second and more when two tests begin at once, in memory a twentieth of one.
 */
export async function memoryFolder(): Promise<string | null> {
  try {
    const { type, bavail, bsize } = await statfs(FOLDER);
    const available = /^MemAvailable:\s+(\d+) kB$/m.exec(await readFile("/proc/meminfo", "utf8"))?.[1];
    const hasRoom = type === TMPFS_TYPE && bavail * bsize >= ROOM_BYTES;
    return hasRoom && Number(available ?? 0) * 1024 >= AVAILABLE_BYTES ? FOLDER : null;
  } catch (error) {
    // Not every system has these.
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}
