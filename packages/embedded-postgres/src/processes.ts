import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";

const run = promisify(execFile);

/** The account a child process runs under. */
export interface Account {
  readonly uid: number;
  readonly gid: number;
}

/** Whether a process with this id exists, under any account. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) === "EPERM";
  }
}

/**
 * When the process started, as text to compare for equality only; null when there is no such process. Ids are reused,
 * so id and start together identify a process.
 */
export async function startOf(pid: number): Promise<string | null> {
  if (process.platform !== "linux") {
    const { stdout } = await run("ps", ["-o", "lstart=", "-p", String(pid)]).catch(() => ({ stdout: "" }));
    return stdout.trim() || null;
  }
  const stat = await readTextOrNull(`/proc/${pid}/stat`);
  if (stat === null) return null;
  const boot = await readTextOrNull("/proc/sys/kernel/random/boot_id");
  // The name in parentheses may contain spaces; field 22 of the line is the 20th after it.
  const startTicks = stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19];
  return `${boot?.trim() ?? ""}:${startTicks ?? ""}`;
}

/** The command line of a process, its arguments joined by spaces; empty when it cannot be read. */
export async function commandLineOf(pid: number): Promise<string> {
  if (process.platform === "linux") {
    return (await readTextOrNull(`/proc/${pid}/cmdline`))?.replaceAll("\0", " ") ?? "";
  }
  const { stdout } = await run("ps", ["-ww", "-o", "command=", "-p", String(pid)]).catch(() => ({
    stdout: "",
  }));
  return stdout.trim();
}

/** Sends `signal`. A process that has ended already is not an error. */
export function signalProcess(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (errorCode(error) !== "ESRCH") throw error;
  }
}

const EXIT_POLL_MS = 100;

/** Resolves to true once the process has ended, to false after `timeoutMs`. */
export async function waitForExit(pid: number, timeoutMs: number): Promise<boolean> {
  for (const deadline = performance.now() + timeoutMs; isAlive(pid); ) {
    if (performance.now() > deadline) return false;
    await sleep(EXIT_POLL_MS / 4);
  }
  return true;
}

/** Resolves once the process has ended, however long that takes. For processes that are not our children. */
export async function watchForExit(pid: number): Promise<void> {
  while (isAlive(pid)) await sleep(EXIT_POLL_MS, undefined, { ref: false });
}

/** `ENOENT`, `EPERM` … of a system error; undefined for any other. */
export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}

export async function readTextOrNull(path: string): Promise<string | null> {
  try {
    return await readFile(path, "utf8");
  } catch {
    return null;
  }
}
