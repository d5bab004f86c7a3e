import { constants, fstatSync, openSync, writeSync } from "node:fs";
import { isatty } from "node:tty";
import { isMainThread } from "node:worker_threads";
import { createOutput, type Output } from "./output.ts";

const STANDARD_OUTPUT = 1;
/** A live reader takes four megabytes in this time. A dead one delays our end no longer. */
const FLUSH_MS = 500;

/**
 * Standard output that never blocks, whatever its reader does: when a pipe or a terminal is full, the write is retried
 * later. Pending lines are written at the end of the process, as far as the reader takes them.
 */
export function openStandardOutput(droppedLine: (count: number) => string): Output {
  const fd = withoutBlocking(STANDARD_OUTPUT);
  const output = createOutput({ writeSome: (bytes) => writeSync(fd, bytes), droppedLine });
  process.once("exit", () => output.flush(FLUSH_MS));
  return output;
}

/**
 * A descriptor of the same output that does not block. Where possible we open it again: O_NONBLOCK belongs to an open
 * file description, which other processes share and which they reset when they end.
 */
function withoutBlocking(fd: number): number {
  const stat = fstatSync(fd);
  // A file never blocks, and opening it again would overwrite it from its beginning.
  if (!stat.isFIFO() && !stat.isSocket() && !isatty(fd)) return fd;
  try {
    // The path exists only on Linux. A socket cannot be opened by path.
    return openSync(`/proc/self/fd/${fd}`, constants.O_WRONLY | constants.O_NONBLOCK | constants.O_NOCTTY);
  } catch {
    // Node sets the shared description to blocking when it makes its own stream, so make that stream first; a thread's
    // stream is different.
    if (isMainThread) void process.stdout;
    return fd;
  }
}
