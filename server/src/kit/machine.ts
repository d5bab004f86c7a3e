import { availableParallelism, totalmem } from "node:os";

/** What the service may use of the machine it runs on. */
export interface Machine {
  readonly cores: number;
  readonly memoryBytes: number;
}

/** In a container with a limit of its own, memory is what it may have. */
export function thisMachine(): Machine {
  // 0, or more than there is, where no limit is set.
  const limit = process.constrainedMemory();
  const memoryBytes = limit > 0 ? Math.min(limit, totalmem()) : totalmem();
  return { cores: availableParallelism(), memoryBytes };
}
