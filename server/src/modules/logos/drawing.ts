import type { Worker } from "node:worker_threads";
import type { Logger } from "../../kit/logger.ts";
import { openThread } from "../../kit/open-thread.ts";
import type { DrawingReport, Drawn } from "./drawing-messages.ts";
import type { LogoPicture, LogoProblem } from "./picture.ts";

/** Why there is no picture, besides problems of the file. */
export type DrawingProblem =
  | LogoProblem
  /** It took longer than the deadline. */
  | "TOO_SLOW"
  /** It needed more memory than a drawing may use. */
  | "TOO_MUCH_MEMORY"
  /** Our drawing code failed: a bug of ours. */
  | "DRAWING_FAILED"
  /** There was no thread to draw it; the file was not read. */
  | "NO_THREAD";

/** The part of a `node:worker_threads` worker that is used. */
export type DrawingThread = Pick<Worker, "on" | "postMessage" | "terminate">;

export interface DrawingOptions {
  /** Starts the thread; when absent, this program's compiled one. */
  readonly launch?: () => DrawingThread | Promise<DrawingThread>;
  /** How long a drawing may take before its thread is terminated. */
  readonly deadlineMs?: number;
}

export interface DrawerDeps extends DrawingOptions {
  readonly log: Logger;
}

/**
 * Turns an untrusted file into a picture of ours. `begin` is called when its turn has come, before the file is read;
 * rejects only when `begin` does.
 */
export type Drawer = (
  file: Uint8Array,
  begin: () => Promise<void>,
) => Promise<LogoPicture | { readonly problem: DrawingProblem }>;

/** Ten times what the largest legitimate picture takes. */
const DEADLINE_MS = 1_000;
/** How long a thread may take to start. Long, since a busy machine is not the picture's fault. */
const START_DEADLINE_MS = 10_000;
/** The pixels of the largest picture are in buffers outside this heap; jpeg-js keeps its block objects inside it. */
const THREAD_LIMITS = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 24, stackSizeMb: 4 } as const;

/**
 * Draws untrusted files in a thread, one after the other and each in a fresh one, so that none of them can hold up
 * requests, use up the process's memory or affect the next. The thread has no access to the environment or the
 * database.
 */
export function createDrawer({ log, launch = launchThread, deadlineMs = DEADLINE_MS }: DrawerDeps): Drawer {
  let before: Promise<unknown> = Promise.resolve();
  return (file, begin) => {
    const drawing = before.then(begin).then(() => draw(file));
    before = drawing.catch(() => {});
    return drawing;
  };

  async function draw(file: Uint8Array): ReturnType<Drawer> {
    let thread: DrawingThread;
    try {
      thread = await launch();
    } catch (error) {
      log.error("logos.drawing.failed", { error });
      return { problem: "NO_THREAD" };
    }
    const answer = await answerOf(thread, file);
    // Until it has ended, it may still be working.
    await thread.terminate();
    return answer;
  }

  function answerOf(thread: DrawingThread, file: Uint8Array): ReturnType<Drawer> {
    let isReady = false;
    return new Promise((resolve) => {
      const end = (answer: Awaited<ReturnType<Drawer>>): void => {
        clearTimeout(deadline);
        resolve(answer);
      };
      const late = () => end({ problem: isReady ? "TOO_SLOW" : "NO_THREAD" });
      let deadline = setTimeout(late, START_DEADLINE_MS);
      thread.on("message", (report: DrawingReport) => {
        if (report.kind === "done") return end(ownBytes(report.drawn));
        isReady = true;
        clearTimeout(deadline);
        deadline = setTimeout(late, deadlineMs);
        thread.postMessage(file);
      });
      thread.on("error", (error: Error & { readonly code?: string }) => {
        if (error.code === "ERR_WORKER_OUT_OF_MEMORY") return end({ problem: "TOO_MUCH_MEMORY" });
        log.error("logos.drawing.failed", { error });
        end({ problem: isReady ? "DRAWING_FAILED" : "NO_THREAD" });
      });
      thread.on("exit", () => end({ problem: isReady ? "DRAWING_FAILED" : "NO_THREAD" }));
    });
  }
}

/** A message from a thread contains a plain byte array. */
function ownBytes(drawn: Drawn): Drawn {
  if ("problem" in drawn) return drawn;
  const { buffer, byteOffset, byteLength } = drawn.png;
  return { ...drawn, png: Buffer.from(buffer, byteOffset, byteLength) };
}

function launchThread(): DrawingThread {
  return openThread({
    entry: new URL("./drawing-thread.js", import.meta.url),
    limits: THREAD_LIMITS,
    env: {},
  });
}
