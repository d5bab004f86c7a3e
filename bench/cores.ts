import { execFile } from "node:child_process";
import { availableParallelism } from "node:os";
import { promisify } from "node:util";
import { childrenOf } from "./cpu.ts";

const run = promisify(execFile);

/** Whether parts of a measurement can be kept apart: two cores, and `taskset`, which comes with util-linux. */
export async function canKeepApart(): Promise<boolean> {
  if (availableParallelism() < 2) return false;
  return run("taskset", ["--version"]).then(
    () => true,
    () => false,
  );
}

/** Keeps a process with its threads, and its present children, on one core; what they start later stays there too. */
export async function keepOnCore(pid: number, core: number): Promise<void> {
  for (const each of [pid, ...(await childrenOf(pid))])
    await run("taskset", ["-acp", String(core), String(each)]);
}

/** Lets a process use all cores again, and what it starts from now on. */
export async function letUseAllCores(pid: number): Promise<void> {
  await run("taskset", ["-acp", `0-${availableParallelism() - 1}`, String(pid)]);
}
