import { constants, fstatSync, openSync, writeSync } from "node:fs";
import { isatty } from "node:tty";
import { isMainThread } from "node:worker_threads";
import { createOutput, type Output } from "./output.ts";

const STANDARD_OUTPUT = 1;
/** A reader that is alive takes four megabytes in this time. One that is not holds up our end for no longer. */
const FLUSH_MS = 500;

/**
 * Standard output that never blocks, whatever its reader does: a pipe or a terminal that takes no more is asked again later.
 * What still waits at the end of the process is written then, as far as its reader takes it.
 */
export function openStandardOutput(droppedLine: (count: number) => string): Output {
  const fd = withoutBlocking(STANDARD_OUTPUT);
  const output = createOutput({ writeSome: (bytes) => writeSync(fd, bytes), droppedLine });
  process.once("exit", () => output.flush(FLUSH_MS));
  return output;
}

/**
 * A descriptor of the same thing that is never waited for. Where we may, an opening of our own: "not to wait" belongs to an
 * opening, which other processes share and which they set back when they end.
 */
function withoutBlocking(fd: number): number {
  const stat = fstatSync(fd);
  // A file has no reader, and opened anew it would be written over from its beginning.
  if (!stat.isFIFO() && !stat.isSocket() && !isatty(fd)) return fd;
  try {
    // The name is Linux's. A socket has no name to be opened by.
    return openSync(`/proc/self/fd/${fd}`, constants.O_WRONLY | constants.O_NONBLOCK | constants.O_NOCTTY);
  } catch {
    // Node sets the shared opening so when its own stream is made; a thread's stream is another thing.
    if (isMainThread) void process.stdout;
    return fd;
  }
}
