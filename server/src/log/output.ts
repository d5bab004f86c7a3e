import { logDropped } from "../metrics/table.ts";

/** A destination for lines that never blocks its writer. */
export interface Output {
  write(line: string): void;
  /** Writes the pending lines, and waits for the reader for `patienceMs` at most. For the end of the process. */
  flush(patienceMs: number): void;
}

export interface OutputDeps {
  /** Writes what there is room for and returns the number of bytes; throws with code `EAGAIN` when there is none. */
  readonly writeSome: (bytes: Uint8Array) => number;
  /** The line that reports how many lines were dropped. */
  readonly droppedLine: (count: number) => string;
  /** Limit of pending lines, in bytes; more are dropped. */
  readonly bytesMax?: number;
  readonly timers?: OutputTimers;
}

/** The timers of this process when absent. */
export interface OutputTimers {
  /** After the events that are being handled now. */
  readonly soon: (act: () => void) => void;
  readonly later: (act: () => void, delayMs: number) => void;
  /** Blocks the process. */
  readonly pause: (ms: number) => void;
}

/** The lines of some four thousand payments. */
const BYTES_MAX = 4 * 1024 * 1024;
/** Several processes share a pipe. It takes this many bytes whole or not at all (PIPE_BUF), so that no line is torn. */
const PIECE_BYTES = 4_096;
const AGAIN_MS = 20;
/** For a reader that is gone, or a full disk: it is unknown when they come back. */
const AGAIN_AFTER_ERROR_MS = 1_000;

interface Piece {
  text: string;
  bytes: number;
}

/**
 * Keeps lines until the reader takes them, in order. When it takes none, lines are dropped and counted, and a line
 * reports the number once half of the room is free again: a log without a reader costs lines and nothing else.
 */
export function createOutput(deps: OutputDeps): Output {
  const { writeSome, droppedLine, bytesMax = BYTES_MAX, timers = systemTimers } = deps;
  let pieces: Piece[] = [];
  /** Bytes of all pieces. */
  let waiting = 0;
  /** The rest of the first piece when only a part of it was written: more than PIECE_BYTES may be torn. */
  let rest: Uint8Array | null = null;
  let dropped = 0;
  let isScheduled = false;

  const add = (text: string): void => {
    const bytes = Buffer.byteLength(text);
    waiting += bytes;
    const last = pieces.at(-1);
    const isBegun = rest !== null && pieces.length === 1;
    if (last === undefined || isBegun || last.bytes + bytes > PIECE_BYTES) {
      pieces.push({ text, bytes });
    } else {
      last.text += text;
      last.bytes += bytes;
    }
  };

  const reportDropped = (): void => {
    if (dropped === 0 || waiting > bytesMax / 2) return;
    add(droppedLine(dropped));
    dropped = 0;
  };

  /** Null when everything is written, else the delay in milliseconds until the next attempt. */
  const writeAll = (): number | null => {
    let written = 0;
    try {
      for (const piece of pieces) {
        const bytes = rest ?? Buffer.from(piece.text);
        const count = writeSome(bytes);
        rest = count < bytes.length ? bytes.subarray(count) : null;
        if (rest !== null) return AGAIN_MS;
        waiting -= piece.bytes;
        written += 1;
      }
      return null;
    } catch (error) {
      return isFull(error) ? AGAIN_MS : AGAIN_AFTER_ERROR_MS;
    } finally {
      if (written > 0) pieces = pieces.slice(written);
    }
  };

  const send = (): void => {
    isScheduled = false;
    const againMs = writeAll();
    reportDropped();
    if (againMs !== null) schedule(againMs);
    else if (pieces.length > 0) schedule(0);
  };

  const schedule = (delayMs: number): void => {
    if (isScheduled) return;
    isScheduled = true;
    if (delayMs === 0) timers.soon(send);
    else timers.later(send, delayMs);
  };

  return {
    write: (line) => {
      // After dropped lines, no line is accepted before their number is reported.
      if (dropped > 0 || waiting + line.length > bytesMax) {
        dropped += 1;
        logDropped.add({});
      } else {
        add(line);
      }
      schedule(0);
    },
    flush: (patienceMs) => {
      for (let left = patienceMs; ; left -= AGAIN_MS) {
        const againMs = writeAll();
        reportDropped();
        const isDone = againMs === null && pieces.length === 0;
        if (isDone || againMs === AGAIN_AFTER_ERROR_MS || left <= 0) return;
        if (againMs !== null) timers.pause(againMs);
      }
    },
  };
}

const isFull = (error: unknown): boolean =>
  ["EAGAIN", "EBUSY", "EINTR"].includes(String((error as { readonly code?: unknown } | null)?.code));

const systemTimers: OutputTimers = {
  soon: (act) => void setImmediate(act),
  later: (act, delayMs) => void setTimeout(act, delayMs).unref(),
  pause: (ms) => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms),
};
