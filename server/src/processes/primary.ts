import cluster from "node:cluster";
import { setTimeout as sleep } from "node:timers/promises";
import { type Bootstrapped, bootstrap, undoAll } from "../bootstrap.ts";
import type { Config } from "../config.ts";
import type { Logger } from "../kit/logger.ts";
import { createRestartDelays } from "../kit/restart-delays.ts";
import { openMetrics } from "../metrics/listener.ts";
import type { Snapshot } from "../metrics/measure.ts";
import { readOwn } from "../metrics/own.ts";
import { createMerger } from "../metrics/snapshot.ts";
import { processRestarts } from "../metrics/table.ts";
import type { ProcessCommand, ProcessReport } from "./messages.ts";
import { createWatchdog } from "./watchdog.ts";

export interface ProcessesOptions {
  readonly config: Config;
  /** How many processes serve, besides this one. */
  readonly count: number;
  readonly log: Logger;
  /** Receives each step in a few words, to show to the person who started the service. */
  readonly progress: (step: string) => void;
  /** Aborted when the service is told to stop, also during its start. */
  readonly stopping?: AbortSignal;
}

export interface Processes {
  readonly port: number;
  /** Process ids of those that serve now. */
  pids(): readonly number[];
  /** Lets every process finish what is in flight, then stops the database. */
  stop(): Promise<void>;
}

/** A process that ended before it served, and has reported the reason itself. */
export class ProcessFailedError extends Error {
  override readonly name = "ProcessFailedError";
}

interface Running {
  readonly pid: number;
  readonly exited: Promise<End>;
  /** Resolves when it serves. Rejects with ProcessFailedError when it ends before. */
  begin(bootstrapped: Bootstrapped, isFirstToServe: boolean): Promise<void>;
  isServing(): boolean;
  /** What it has counted; null when it does not answer in time. */
  measure(readsDatabase: boolean): Promise<Snapshot | null>;
  /** Asks it to finish what is in flight, and waits until it has ended. */
  end(): Promise<void>;
}

/** Longer than a process waits for the database's gauges. */
const MEASURE_WAIT_MS = 8_000;

interface End {
  readonly code: number | null;
  readonly signal: string | null;
}

/**
 * The primary process of several: it prepares port and database, starts the others on one port, distributes connections
 * to them in turn, and restarts those that die or hang. It answers no request itself, so that no request can crash it.
 * Rejects with the reason when the preparation or the first process fails, and then leaves nothing running.
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

  /** Supervises one process: replaces it when it ends, until the service stops. */
  const keep = async (one: Running, bootstrapped: Bootstrapped): Promise<void> => {
    const nextDelayMs = createRestartDelays();
    for (let current = one; ; current = addServing(bootstrapped)) {
      const startedAtMs = performance.now();
      const { code, signal } = await current.exited;
      if (stopping.signal.aborted) return;
      const delayMs = nextDelayMs(performance.now() - startedAtMs);
      processRestarts.add({});
      // Exit code 0: something else told it to end, and it did so cleanly. That is not a failure.
      if (code === 0) log.info("process.ended", { pid: current.pid, restartInMs: delayMs });
      else log.error("process.died", { pid: current.pid, code, signal, restartInMs: delayMs });
      await sleep(delayMs, undefined, { signal: stopping.signal }).catch(() => {});
      if (stopping.signal.aborted) return;
    }
  };

  const addServing = (bootstrapped: Bootstrapped): Running => {
    const one = add();
    one.begin(bootstrapped, false).then(
      () => log.info("process.serving", { pid: one.pid }),
      // The supervisor loop handles the exit.
      () => {},
    );
    return one;
  };

  const stop = async (): Promise<void> => {
    stopping.abort();
    await Promise.all([...running].map((one) => one.end()));
    await undoAll(undo);
  };

  const merge = createMerger();
  const collect = async (): Promise<Snapshot> => {
    const asked = [...running].filter((one) => one.isServing());
    const snapshots = await Promise.all(asked.map((one, index) => one.measure(index === 0)));
    const sources = asked.map(({ pid }, index) => ({ id: String(pid), snapshot: snapshots[index] ?? null }));
    return merge([{ id: "primary", snapshot: readOwn() }, ...sources]);
  };

  try {
    // Its code is loaded while the database starts.
    const one = add();
    const bootstrapped = await bootstrap({
      config,
      processCount: count,
      log,
      progress,
      undo,
      ...(options.stopping === undefined ? {} : { stopping: options.stopping }),
    });
    await one.begin(bootstrapped, true);
    log.info("process.serving", { pid: one.pid });
    void keep(one, bootstrapped);
    for (let others = count - 1; others > 0; others -= 1) void keep(addServing(bootstrapped), bootstrapped);
    await openMetrics({ config, log, collect, undo });
    return { port: bootstrapped.port, pids: () => [...running].map(({ pid }) => pid), stop };
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
      // A process that could not be spawned emits no exit event.
      if (worker.process.pid === undefined) resolve({ code: null, signal: null });
    });
  });
  const reported = (kind: ProcessReport["kind"]): Promise<void> => {
    const report = new Promise<void>((resolve, reject) => {
      worker.on("message", (said: ProcessReport) => {
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
    // Prevents an unhandled rejection: no caller may be waiting yet.
    report.catch(() => {});
    return report;
  };
  const loaded = reported("loaded");
  const serving = reported("serving");
  let isBegun = false;
  let isServing = false;
  let questionCount = 0;
  const send = (command: ProcessCommand): void => {
    // If sending fails, the exit event handles it.
    if (worker.isConnected()) worker.send(command, () => {});
  };
  void serving.then(
    () => {
      isServing = true;
      const watchdog = createWatchdog((silentMs) => {
        log.error("process.hung", { pid: worker.process.pid, silentMs });
        worker.process.kill("SIGKILL");
      });
      worker.on("message", ({ kind }: ProcessReport) => {
        if (kind === "beat") watchdog.beat();
      });
      void exited.then(() => watchdog.stop());
    },
    () => {},
  );
  return {
    pid: worker.process.pid ?? 0,
    exited,
    begin: async (bootstrapped, isFirstToServe) => {
      await loaded;
      isBegun = true;
      send({ kind: "begin", bootstrapped, isFirstToServe });
      await serving;
    },
    isServing: () => isServing,
    measure: async (readsDatabase) => {
      questionCount += 1;
      const question = questionCount;
      return new Promise<Snapshot | null>((resolve) => {
        const done = (snapshot: Snapshot | null): void => {
          clearTimeout(timer);
          worker.off("message", onMessage);
          resolve(snapshot);
        };
        const onMessage = (report: ProcessReport): void => {
          if (report.kind === "measured" && report.question === question) done(report.snapshot);
        };
        const timer = setTimeout(() => done(null), MEASURE_WAIT_MS);
        worker.on("message", onMessage);
        send({ kind: "measure", question, readsDatabase });
      });
    },
    end: async () => {
      // By a signal, since messages queue behind the connections we have distributed. A process that has not begun
      // holds nothing, and may not handle messages yet.
      worker.process.kill(isBegun ? "SIGTERM" : "SIGKILL");
      await exited;
    },
  };
}
