import { totalmem } from "node:os";

/** What this process may use of the machine's memory: in a container with a limit of its own, that. */
export function memoryBytes(): number {
  // 0, or more than there is, where no limit is set.
  const limit = process.constrainedMemory();
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem();
}
