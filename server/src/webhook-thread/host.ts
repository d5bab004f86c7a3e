import { setImmediate as nextTurn } from "node:timers/promises";
import type { Worker } from "node:worker_threads";
import type { Clock } from "../kit/clock.ts";
import type { MerchantNo } from "../kit/ids.ts";
import type { Logger } from "../kit/logger.ts";
import { createRestartDelays } from "../kit/restart-delays.ts";
import type { Snapshot } from "../metrics/measure.ts";
import type { Source } from "../metrics/snapshot.ts";
import { webhookThreadRestarts } from "../metrics/table.ts";
import {
  createLeaseIssuer,
  LEASE_MS,
  type SenderCapacity,
  type WebhookWorker,
} from "../modules/webhooks/index.ts";
import { type ThreadCommand, type ThreadReport, toHanded } from "./messages.ts";

export interface WebhookThreadDeps {
  readonly clock: Clock;
  readonly log: Logger;
  /** Starts the thread. */
  readonly launch: () => Thread;
  /** How long it may take to end before it is terminated. */
  readonly stopWaitMs?: number;
}

/** The part of a `node:worker_threads` worker that is used. */
export type Thread = Pick<Worker, "on" | "postMessage" | "terminate">;

/** A worker in a thread, whose metrics are its own. */
export interface WebhookThread extends WebhookWorker {
  /** What the thread has counted, as one source; none while no thread runs. */
  measure(): Promise<readonly Source[]>;
}

/** Longer than the worker itself waits for what is in flight. */
const STOP_WAIT_MS = 8_000;
/** How long the metrics wait for a thread that is busy. */
const MEASURE_WAIT_MS = 1_000;

interface Running {
  readonly name: string;
  readonly thread: Thread;
  readonly exited: Promise<void>;
  /** Number of deliveries handed to it. */
  handed: number;
  /** Its last report. */
  report: {
    readonly taken: number;
    readonly room: number;
    readonly backlogs: ReadonlySet<MerchantNo>;
  } | null;
}

/**
 * The webhook worker in its own thread, so that sending shares no event loop with the requests. It has its own
 * connections and depends on nothing here: deliveries handed to it only save it a query and a claim. A thread that dies
 * is restarted; its deliveries come back when their leases end.
 */
export function createWebhookThread(deps: WebhookThreadDeps): WebhookThread {
  const { clock, log, launch, stopWaitMs = STOP_WAIT_MS } = deps;
  let running: Running | null = null;
  let isStopping = false;
  const nextDelayMs = createRestartDelays();
  let restart: NodeJS.Timeout | null = null;
  let looks = false;
  let startCount = 0;
  let questionCount = 0;
  const questions = new Map<number, (snapshot: Snapshot) => void>();

  const send = (order: ThreadCommand): void => running?.thread.postMessage(order);

  const start = (): void => {
    const startedAtMs = clock.nowMs();
    const thread = launch();
    const exited = new Promise<void>((resolve) => thread.on("exit", () => resolve()));
    startCount += 1;
    const name = `webhook thread ${startCount}`;
    const started: Running = { name, thread, exited, handed: 0, report: null };
    running = started;
    thread.on("message", (report: ThreadReport) => {
      if (report.kind === "measured") questions.get(report.question)?.(report.snapshot);
      if (report.kind !== "capacity") return;
      const { taken, room, backlogs } = report;
      started.report = room === null ? null : { taken, room, backlogs: new Set(backlogs) };
    });
    thread.on("error", (error) => log.error("webhook.thread.failed", { error }));
    void exited.then(() => {
      running = null;
      if (isStopping) return;
      const delayMs = nextDelayMs(clock.nowMs() - startedAtMs);
      webhookThreadRestarts.add({});
      log.error("webhook.thread.died", { restartInMs: delayMs });
      restart = setTimeout(start, delayMs);
    });
  };

  const capacity = (): SenderCapacity | null => {
    if (isStopping || running === null || running.report === null) return null;
    const { room, taken, backlogs } = running.report;
    return { room: room - (running.handed - taken), backlogs };
  };

  const measure = async (): Promise<readonly Source[]> => {
    if (running === null) return [];
    const { name: id } = running;
    questionCount += 1;
    const question = questionCount;
    const snapshot = await new Promise<Snapshot | null>((resolve) => {
      const timer = setTimeout(() => resolve(null), MEASURE_WAIT_MS);
      questions.set(question, (answer) => {
        clearTimeout(timer);
        resolve(answer);
      });
      send({ kind: "measure", question });
    });
    questions.delete(question);
    return [{ id, snapshot }];
  };

  return {
    start,
    measure,
    notifyNewDeliveries: () => {
      if (looks) return;
      looks = true;
      setImmediate(() => {
        looks = false;
        send({ kind: "look" });
      });
    },
    lease: createLeaseIssuer({
      clock,
      leaseMs: LEASE_MS,
      capacity,
      hand: (leased) => {
        // No thread runs: the leases expire.
        if (running === null) return;
        running.handed += leased.length;
        send({ kind: "take", handed: leased.map(toHanded) });
      },
    }),
    stop: async () => {
      isStopping = true;
      if (restart !== null) clearTimeout(restart);
      // What was committed in this turn is handed over first.
      await nextTurn();
      if (running === null) return;
      const { thread, exited } = running;
      send({ kind: "stop" });
      const deadline = setTimeout(() => {
        log.warn("webhook.thread.killed", {});
        void thread.terminate();
      }, stopWaitMs);
      await exited;
      clearTimeout(deadline);
    },
  };
}
