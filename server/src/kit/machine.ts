import { availableParallelism, totalmem } from "node:os";

/** The machine resources that the service may use. */
export interface Machine {
  readonly cores: number;
  readonly memoryBytes: number;
}

/** In a container with a memory limit, memory is that limit. */
export function thisMachine(): Machine {
  // Without a limit this is 0 or more than the machine has.
  const limit = process.constrainedMemory();
  const memoryBytes = limit > 0 ? Math.min(limit, totalmem()) : totalmem();
  return { cores: availableParallelism(), memoryBytes };
}
