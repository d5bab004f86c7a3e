import type { MessagePort } from "node:worker_threads";
import type { Database } from "../db/database.ts";
import type { Egress } from "../http-out/index.ts";
import type { Clock } from "../kit/clock.ts";
import { createIdSource } from "../kit/ids.ts";
import type { Keyring } from "../kit/keyring.ts";
import type { Logger } from "../kit/logger.ts";
import type { Random } from "../kit/random.ts";
import { readOwn } from "../metrics/own.ts";
import { createWebhookWorker } from "../modules/webhooks/worker/index.ts";
import type { Tracing } from "../tracing/tracing.ts";
import { fromHanded, type ThreadCommand, type ThreadReport } from "./messages.ts";

export interface ThreadWorkerDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly random: Random;
  readonly keyring: Keyring;
  readonly egress: Pick<Egress, "guarded">;
  readonly log: Logger;
  /** Absent: traces are off. */
  readonly tracing?: Tracing | undefined;
}

/** How late the other side may learn our state: until then it counts what it has handed over. */
const REPORT_DELAY_MS = 10;

/**
 * Runs the webhook worker by the orders that arrive on `port`. Resolves when it was told to stop and has finished what
 * was in flight.
 */
export function runWorker(
  port: Pick<MessagePort, "on" | "postMessage">,
  deps: ThreadWorkerDeps,
): Promise<void> {
  let taken = 0;
  let timer: NodeJS.Timeout | null = null;
  const reportCapacity = (): void => {
    timer = null;
    const capacity = worker.capacity();
    const report: ThreadReport = {
      kind: "capacity",
      taken,
      room: capacity?.room ?? null,
      backlogs: [...(capacity?.backlogs.keys() ?? [])],
    };
    port.postMessage(report);
  };
  const worker = createWebhookWorker({
    ...deps,
    ids: createIdSource(deps.clock, deps.random),
    onCapacity: () => {
      timer ??= setTimeout(reportCapacity, REPORT_DELAY_MS);
    },
  });
  const stopped = new Promise<void>((resolve, reject) => {
    port.on("message", (order: ThreadCommand) => {
      if (order.kind === "look") worker.notifyNewDeliveries();
      if (order.kind === "measure") {
        const report: ThreadReport = { kind: "measured", question: order.question, snapshot: readOwn() };
        port.postMessage(report);
      }
      if (order.kind === "take") {
        taken += order.handed.length;
        worker.take(order.handed.map(fromHanded));
      }
      if (order.kind === "stop") worker.stop().then(resolve, reject);
    });
  });
  worker.start();
  return stopped.finally(() => {
    if (timer !== null) clearTimeout(timer);
  });
}
