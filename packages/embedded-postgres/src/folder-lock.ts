import { randomUUID } from "node:crypto";
import { link, readdir, readlink, rm, stat, utimes, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Application } from "./application.ts";
import { errorCode, readTextOrNull, startOf } from "./processes.ts";

/** Held by one process at a time. It ends with its process, even when the process is killed. */
export interface FolderLock {
  release(): Promise<void>;
}

/**
 * The process that holds the lock. `space` names the machine or container, because process ids have no meaning outside
 * it.
 */
interface Holder {
  readonly pid: number;
  readonly start: string;
  readonly space: string;
  readonly released: boolean;
}

const BEAT_MS = 1_000;
/** A holder in another container counts as dead when its file was not touched for this long. */
const BEAT_MISSED_MS = 10_000;
const lockName = /^lock\.(\d+)$/;

export class FolderBusyError extends Error {
  override readonly name = "FolderBusyError";
  readonly folder: string;
  readonly pid: number;
  constructor(folder: string, holder: Holder, here: string, { folderSetting }: Application) {
    const where =
      holder.space === here ? "" : ` in another container or on another machine (${holder.space})`;
    super(
      `The data folder ${folder} is in use by process ${holder.pid}${where}. ` +
        `Stop that process, or give this one another folder with ${folderSetting}.`,
    );
    this.folder = folder;
    this.pid = holder.pid;
  }
}

/**
 * Locks the folder for this process, or refuses with FolderBusyError. Locks are files `lock.<n>` created exclusively,
 * and only the highest number counts: taking over from a dead holder creates the next number, so of several processes
 * that see the same dead holder one wins. A lock is released by rewriting its file, never by removing it: a reused
 * number would let a slow loser in.
 */
export async function lockFolder(
  folder: string,
  application: Application,
  beatMissedMs = BEAT_MISSED_MS,
): Promise<FolderLock> {
  const me: Holder = {
    pid: process.pid,
    start: (await startOf(process.pid)) ?? "",
    space: await processSpace(),
    released: false,
  };
  for (;;) {
    const numbers = await lockNumbers(folder);
    const last = numbers.at(-1) ?? 0;
    if (last > 0) {
      const path = join(folder, `lock.${last}`);
      const holder = parseHolder(await readTextOrNull(path));
      if (holder !== null && (await isHeld(path, holder, me.space, beatMissedMs))) {
        throw new FolderBusyError(folder, holder, me.space, application);
      }
    }
    const mine = join(folder, `lock.${last + 1}`);
    if (!(await createWhole(mine, me))) continue;
    // A process that listed the folder long ago may have created a number already used up: the lock is the higher one.
    if ((await lockNumbers(folder)).at(-1) !== last + 1) {
      await rm(mine, { force: true });
      continue;
    }
    for (const number of numbers) await rm(join(folder, `lock.${number}`), { force: true });
    return hold(mine, me);
  }
}

function hold(path: string, me: Holder): FolderLock {
  const beat = setInterval(() => {
    const now = new Date();
    utimes(path, now, now).catch(() => {});
  }, BEAT_MS);
  beat.unref();
  return {
    release: async () => {
      clearInterval(beat);
      await writeFile(path, JSON.stringify({ ...me, released: true })).catch(() => {});
    },
  };
}

async function isHeld(path: string, holder: Holder, here: string, beatMissedMs: number): Promise<boolean> {
  if (holder.released) return false;
  if (holder.space === here) return (await startOf(holder.pid)) === holder.start;
  const lastBeatMs = async (): Promise<number> => (await stat(path).catch(() => null))?.mtimeMs ?? 0;
  // Compares two readings of the file's own time, so that the clocks of two machines are never compared.
  const before = await lastBeatMs();
  for (const deadline = performance.now() + beatMissedMs; performance.now() < deadline; ) {
    await sleep(BEAT_MS / 2);
    if ((await lastBeatMs()) !== before) return true;
  }
  return false;
}

async function lockNumbers(folder: string): Promise<readonly number[]> {
  const matches = (await readdir(folder)).map((name) => lockName.exec(name)?.[1]);
  return matches
    .filter((digits) => digits !== undefined)
    .map(Number)
    .sort((left, right) => left - right);
}

/** Creates `path` with its content in one step; false when it exists already. */
async function createWhole(path: string, holder: Holder): Promise<boolean> {
  const draft = `${path}.${randomUUID()}`;
  await writeFile(draft, JSON.stringify(holder), { mode: 0o644 });
  try {
    await link(draft, path);
    return true;
  } catch (error) {
    if (errorCode(error) === "EEXIST") return false;
    throw error;
  } finally {
    await rm(draft, { force: true });
  }
}

function parseHolder(text: string | null): Holder | null {
  try {
    const value: unknown = JSON.parse(text ?? "");
    return typeof value === "object" && value !== null && "pid" in value && "start" in value
      ? (value as Holder)
      : null;
  } catch {
    return null;
  }
}

/** Process ids are comparable within one space: the host name and, on Linux, the PID namespace. */
async function processSpace(): Promise<string> {
  const namespace = await readlink("/proc/self/ns/pid").catch(() => "");
  return [hostname(), namespace].filter((part) => part !== "").join(" ");
}
