import cluster from "node:cluster";
import { setTimeout as sleep } from "node:timers/promises";
import type { Config } from "../config.ts";
import { type Ground, prepareGround, undoAll } from "../ground.ts";
import type { Logger } from "../kit/logger.ts";
import { createRestartDelays } from "../kit/restart-delays.ts";
import type { Order, Report } from "./messages.ts";
import { createWatchdog } from "./watchdog.ts";

export interface ProcessesOptions {
  readonly config: Config;
  /** How many serve, beside this one. */
  readonly count: number;
  readonly log: Logger;
  /** Told in a few words what is being done: a person waits. */
  readonly progress: (step: string) => void;
  /** Aborted when the service is told to stop, also while it starts. */
  readonly stopping?: AbortSignal;
}

export interface Processes {
  readonly port: number;
  /** Those that serve now. */
  pids(): readonly number[];
  /** Lets every process finish what is under way, then stops the database. */
  stop(): Promise<void>;
}

/** A process that ended before it served, and has said why on its own. */
export class ProcessFailedError extends Error {
  override readonly name = "ProcessFailedError";
}

interface Running {
  readonly pid: number;
  readonly exited: Promise<End>;
  /** Resolves when it serves. Rejects with ProcessFailedError when it ends before. */
  begin(ground: Ground, isFirst: boolean): Promise<void>;
  /** Asks it to finish what is under way, and waits until it is gone. */
  end(): Promise<void>;
}

interface End {
  readonly code: number | null;
  readonly signal: string | null;
}

/**
 * The first process of several: it prepares the ground, starts the others on one port, which it deals connections from in
 * turn, and starts again what dies or hangs. It answers no request itself, so that nothing a request does can end it. Rejects with
 * the reason when the ground or the first of them fails, and then leaves nothing running.
 */
export async function startProcesses(options: ProcessesOptions): Promise<Processes> {
  const { config, count, log, progress } = options;
  const undo: (() => Promise<void>)[] = [];
  const running = new Set<Running>();
  const stopping = new AbortController();

  const add = (): Running => {
    const one = launch(log);
    running.add(one);
    void one.exited.then(() => running.delete(one));
    return one;
  };

  /** Sees to it that there is one in its place, as long as we are not stopping. */
  const keep = async (one: Running, ground: Ground): Promise<void> => {
    const nextDelayMs = createRestartDelays();
    for (let current = one; ; current = addServing(ground)) {
      const startedAtMs = performance.now();
      const { code, signal } = await current.exited;
      if (stopping.signal.aborted) return;
      const delayMs = nextDelayMs(performance.now() - startedAtMs);
      // One that was told to end by somebody else has done so in order: that is no fault of ours.
      if (code === 0) log.info("process.ended", { pid: current.pid, restartInMs: delayMs });
      else log.error("process.died", { pid: current.pid, code, signal, restartInMs: delayMs });
      await sleep(delayMs, undefined, { signal: stopping.signal }).catch(() => {});
      if (stopping.signal.aborted) return;
    }
  };

  const addServing = (ground: Ground): Running => {
    const one = add();
    one.begin(ground, false).then(
      () => log.info("process.serving", { pid: one.pid }),
      // Whoever keeps it sees its end.
      () => {},
    );
    return one;
  };

  const stop = async (): Promise<void> => {
    stopping.abort();
    await Promise.all([...running].map((one) => one.end()));
    await undoAll(undo);
  };

  try {
    // Its code is loaded while the database starts.
    const one = add();
    const ground = await prepareGround({
      ...{ config, processCount: count, log, progress, undo },
      ...(options.stopping === undefined ? {} : { stopping: options.stopping }),
    });
    await one.begin(ground, true);
    log.info("process.serving", { pid: one.pid });
    void keep(one, ground);
    for (let others = count - 1; others > 0; others -= 1) void keep(addServing(ground), ground);
    return { port: ground.port, pids: () => [...running].map(({ pid }) => pid), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function launch(log: Logger): Running {
  const worker = cluster.fork();
  const exited = new Promise<End>((resolve) => {
    worker.once("exit", (code: number | null, signal: string | null) => resolve({ code, signal }));
    worker.on("error", (error) => {
      log.error("process.failed", { pid: worker.process.pid, error });
      // A process that was never made ends without an exit.
      if (worker.process.pid === undefined) resolve({ code: null, signal: null });
    });
  });
  const reported = (kind: Report["kind"]): Promise<void> => {
    const report = new Promise<void>((resolve, reject) => {
      worker.on("message", (said: Report) => {
        if (said.kind === kind) resolve();
      });
      void exited.then(({ code, signal }) =>
        reject(
          signal === null
            ? new ProcessFailedError(`a process ended with ${code} before it served`)
            : new Error(`a process was ended by ${signal} before it served`),
        ),
      );
    });
    // Who waits for it hears of it; nobody may be waiting yet.
    report.catch(() => {});
    return report;
  };
  const loaded = reported("loaded");
  const serving = reported("serving");
  let isBegun = false;
  const tell = (order: Order): void => {
    // What cannot be told any more is told by the exit.
    if (worker.isConnected()) worker.send(order, () => {});
  };
  void serving.then(
    () => {
      const watchdog = createWatchdog((silentMs) => {
        log.error("process.hung", { pid: worker.process.pid, silentMs });
        worker.process.kill("SIGKILL");
      });
      worker.on("message", ({ kind }: Report) => {
        if (kind === "beat") watchdog.beat();
      });
      void exited.then(() => watchdog.stop());
    },
    () => {},
  );
  return {
    pid: worker.process.pid ?? 0,
    exited,
    begin: async (ground, isFirst) => {
      await loaded;
      isBegun = true;
      tell({ kind: "begin", ground, isFirst });
      await serving;
    },
    end: async () => {
      // By a signal, since orders queue behind the connections that we have dealt. One that has not begun holds nothing, and
      // may not hear us yet.
      worker.process.kill(isBegun ? "SIGTERM" : "SIGKILL");
      await exited;
    },
  };
}
