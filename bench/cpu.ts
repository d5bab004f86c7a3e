import { readdir, readFile } from "node:fs/promises";

/** Clock ticks a second: what Linux reports to programs on every architecture. */
const TICKS_PER_SECOND = 100;

/** CPU seconds that a process has used so far, and those of its children that have ended; 0 where there is no /proc. */
export async function cpuSeconds(pid: number): Promise<number> {
  const fields = await statOf(pid);
  return fields === null ? 0 : sum(fields.slice(11, 15)) / TICKS_PER_SECOND;
}

/** The same of a process and all the children it has now: PostgreSQL has one for each connection. */
export async function cpuSecondsOfTree(pid: number): Promise<number> {
  const pids = (await readdir("/proc").catch(() => [])).filter((name) => /^\d+$/.test(name)).map(Number);
  const stats = await Promise.all(pids.map(async (each) => ({ each, fields: await statOf(each) })));
  const children = stats.filter(({ fields }) => fields !== null && Number(fields[1]) === pid);
  const own = await cpuSeconds(pid);
  return own + sum(children.flatMap(({ fields }) => fields?.slice(11, 13) ?? [])) / TICKS_PER_SECOND;
}

/** Resident memory in MiB. */
export async function residentMiB(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
}

/** The fields of /proc/<pid>/stat behind the command's name: [0] state, [1] parent, [11..14] user, system, and children's ticks. */
async function statOf(pid: number): Promise<readonly string[] | null> {
  const text = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => null);
  return text === null ? null : text.slice(text.lastIndexOf(")") + 2).split(" ");
}

const sum = (values: readonly string[]): number => values.reduce((total, value) => total + Number(value), 0);
