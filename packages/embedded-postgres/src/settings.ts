import { createHash } from "node:crypto";
import type { Application } from "./application.ts";

const MEGABYTE = 2 ** 20;
const SHARED_BUFFERS_SHARE = 8;
const SHARED_BUFFERS_MB_MIN = 128;
const SHARED_BUFFERS_MB_MAX = 1_024;

/**
 * The server's settings, each `name=value`. They never weaken durability: `fsync`, `synchronous_commit` and
 * `full_page_writes` stay on. They are passed on the command line, so that the settings in force are those of this
 * release.
 */
const defaults: Readonly<Record<string, string>> = {
  // Reachable only from this machine and only with a password; no socket that other accounts could open.
  listen_addresses: "127.0.0.1",
  unix_socket_directories: "",
  password_encryption: "scram-sha-256",
  max_connections: "100",
  // Compiling a plan takes longer than any of our statements.
  jit: "off",
  max_parallel_workers_per_gather: "0",
  // After each checkpoint PostgreSQL logs whole pages: a busy application would reach 1 GB twice a minute. Recovery after a
  // crash reads at most this much, at about 7 s per GB.
  max_wal_size: "3GB",
  // Log files are recycled up to this size: a new one means 16 MB of zeros that all commits wait for.
  min_wal_size: "1GB",
  // Full-page images are not compressed: `pglz` took a third of the time of a batch's statement after a checkpoint.
  wal_compression: "off",
  checkpoint_timeout: "5min",
  random_page_cost: "1.1",
  timezone: "UTC",
  log_timezone: "UTC",
  log_min_messages: "warning",
  // The log contains neither statements nor row values.
  log_min_error_statement: "panic",
  log_error_verbosity: "terse",
  log_parameter_max_length_on_error: "0",
};

/**
 * An eighth of the memory, within limits, because the application itself needs as much. With less, writing statements wait
 * until pages of others are written out: with 256 MB that was four pages per payment, at 350 000 payments.
 */
function sharedBuffers(memoryBytes: number): string {
  const share = Math.floor(memoryBytes / SHARED_BUFFERS_SHARE / MEGABYTE);
  return `${Math.min(SHARED_BUFFERS_MB_MAX, Math.max(SHARED_BUFFERS_MB_MIN, share))}MB`;
}

/**
 * Command-line arguments of `postgres` on a machine with `memoryBytes`, and a mark by which a running server shows
 * which settings it has.
 */
export function serverSettings(
  overrides: Readonly<Record<string, string>>,
  memoryBytes: number,
  { name }: Pick<Application, "name">,
): {
  readonly args: readonly string[];
  readonly mark: string;
} {
  const settings = { ...defaults, shared_buffers: sharedBuffers(memoryBytes), ...overrides };
  const mark = `${name}-${createHash("sha256").update(JSON.stringify(settings)).digest("hex").slice(0, 16)}`;
  const args = Object.entries({ ...settings, cluster_name: mark }).flatMap(([name, value]) => [
    "-c",
    `${name}=${value}`,
  ]);
  return { args, mark };
}
