import { readdir, readFile } from "node:fs/promises";

/** Clock ticks per second: Linux reports this to programs on every architecture. */
const TICKS_PER_SECOND = 100;

/** CPU seconds that a process has used so far, and those of its children that have ended; 0 where there is no /proc. */
export async function cpuSeconds(pid: number): Promise<number> {
  const fields = await statOf(pid);
  return fields === null ? 0 : sum(fields.slice(11, 15)) / TICKS_PER_SECOND;
}

/** The same for a process and all its present children: PostgreSQL has one for each connection. */
export async function cpuSecondsOfTree(pid: number): Promise<number> {
  const children = await Promise.all((await childrenOf(pid)).map(statOf));
  const own = await cpuSeconds(pid);
  return own + sum(children.flatMap((fields) => fields?.slice(11, 13) ?? [])) / TICKS_PER_SECOND;
}

/**
 * Memory of a process and its children in MiB; shared memory counts once (PSS), since PostgreSQL's processes all map
 * the same buffers. 0 where the kernel does not report it.
 */
export async function memoryMiBOfTree(pid: number): Promise<number> {
  const shares = await Promise.all(
    [pid, ...(await childrenOf(pid))].map(async (each) => {
      const text = await readFile(`/proc/${each}/smaps_rollup`, "utf8").catch(() => "");
      return Number(/^Pss:\s+(\d+)/m.exec(text)?.[1] ?? 0);
    }),
  );
  return Math.round(shares.reduce((total, kib) => total + kib, 0) / 1024);
}

/** Resident memory in MiB. */
export async function residentMiB(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
}

/** Resident memory of a process and its children of the same name: a service's processes, without its database. */
export async function residentMiBOfService(pid: number): Promise<number> {
  const name = await nameOf(pid);
  const pids = [pid];
  for (const child of await childrenOf(pid)) if ((await nameOf(child)) === name) pids.push(child);
  const each = await Promise.all(pids.map(residentMiB));
  return each.reduce((total, mib) => total + mib, 0);
}

const nameOf = (pid: number): Promise<string> => readFile(`/proc/${pid}/comm`, "utf8").catch(() => "");

/** Its present children. */
export async function childrenOf(pid: number): Promise<readonly number[]> {
  const pids = (await readdir("/proc").catch(() => [])).filter((name) => /^\d+$/.test(name)).map(Number);
  const parents = await Promise.all(pids.map(async (each) => ({ each, parent: (await statOf(each))?.[1] })));
  return parents.filter(({ parent }) => Number(parent) === pid).map(({ each }) => each);
}

/**
 * The fields of /proc/<pid>/stat after the command's name: [0] state, [1] parent, [11..14] user, system, and children's
 * ticks.
 */
async function statOf(pid: number): Promise<readonly string[] | null> {
  const text = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => null);
  return text === null ? null : text.slice(text.lastIndexOf(")") + 2).split(" ");
}

const sum = (values: readonly string[]): number => values.reduce((total, value) => total + Number(value), 0);
