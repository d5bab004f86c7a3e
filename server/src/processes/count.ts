import type { Config } from "../config.ts";
import type { Machine } from "../kit/machine.ts";

/** PostgreSQL, and whatever else lives on the machine, gets as many. */
const CORES_EACH = 2;
/** Several times what a process takes: memory is for PostgreSQL. */
const MEMORY_BYTES_EACH = 2 ** 30;

/**
 * How many processes serve. On a machine that it shares with the embedded PostgreSQL one for every two cores. With
 * `DATABASE_URL` one, since whoever runs a database of their own also says where and how often the service runs. Measured in
 * docs/decisions/0012-processes.md.
 */
export function processCountOf(config: Pick<Config, "processes" | "databaseUrl">, machine: Machine): number {
  if (config.processes !== "auto") return config.processes;
  if (config.databaseUrl !== undefined) return 1;
  return Math.max(
    1,
    Math.min(Math.floor(machine.cores / CORES_EACH), Math.floor(machine.memoryBytes / MEMORY_BYTES_EACH)),
  );
}
