import { setImmediate as nextTurn } from "node:timers/promises";
import type { Worker } from "node:worker_threads";
import type { Clock } from "../kit/clock.ts";
import type { MerchantNo } from "../kit/ids.ts";
import type { Logger } from "../kit/logger.ts";
import { createRestartDelays } from "../kit/restart-delays.ts";
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

/** Longer than the worker itself waits for what is in flight. */
const STOP_WAIT_MS = 8_000;

interface Running {
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
export function createWebhookThread(deps: WebhookThreadDeps): WebhookWorker {
  const { clock, log, launch, stopWaitMs = STOP_WAIT_MS } = deps;
  let running: Running | null = null;
  let isStopping = false;
  const nextDelayMs = createRestartDelays();
  let restart: NodeJS.Timeout | null = null;
  let looks = false;

  const send = (order: ThreadCommand): void => running?.thread.postMessage(order);

  const start = (): void => {
    const startedAtMs = clock.nowMs();
    const thread = launch();
    const exited = new Promise<void>((resolve) => thread.on("exit", () => resolve()));
    const started: Running = { thread, exited, handed: 0, report: null };
    running = started;
    thread.on("message", ({ kind, taken, room, backlogs }: ThreadReport) => {
      if (kind !== "capacity") return;
      started.report = room === null ? null : { taken, room, backlogs: new Set(backlogs) };
    });
    thread.on("error", (error) => log.error("webhook.thread.failed", { error }));
    void exited.then(() => {
      running = null;
      if (isStopping) return;
      const delayMs = nextDelayMs(clock.nowMs() - startedAtMs);
      log.error("webhook.thread.died", { restartInMs: delayMs });
      restart = setTimeout(start, delayMs);
    });
  };

  const capacity = (): SenderCapacity | null => {
    if (isStopping || running === null || running.report === null) return null;
    const { room, taken, backlogs } = running.report;
    return { room: room - (running.handed - taken), backlogs };
  };

  return {
    start,
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
