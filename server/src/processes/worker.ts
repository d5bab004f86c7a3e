import { type Service, type ServiceOptions, serveOn } from "../serve.ts";
import type { Order, Report } from "./messages.ts";
import { BEAT_MS } from "./watchdog.ts";

/**
 * One of several processes that serve: takes its orders from the first and, by `node:cluster`'s own doing, ends at once when
 * that one is gone. Resolves when it serves. Rejects when it cannot, and then leaves nothing running.
 */
export async function serveBehindFirst(options: ServiceOptions): Promise<void> {
  let service: Promise<Service> | null = null;
  let stopping = false;
  const stop = async (): Promise<void> => {
    if (stopping) return;
    stopping = true;
    // A start that failed says so by itself.
    const started = await service?.catch(() => null);
    await started?.stop();
    process.exit(0);
  };
  // A terminal sends Ctrl-C, and its own end, to all of its processes: the first one says when we stop.
  for (const signal of ["SIGINT", "SIGHUP"]) process.on(signal, () => {});
  process.on("SIGTERM", () => void stop());
  // The first is gone while `node:cluster` tells it something: we end in this very turn, and have nothing to say about it.
  process.on("error", () => {});
  const begun = new Promise<Order>((resolve) => {
    process.once("message", (order: Order) => resolve(order));
  });
  tell({ kind: "loaded" });
  const { ground, isFirst } = await begun;
  const nothing = async () => async (): Promise<void> => {};
  service = serveOn(ground, isFirst ? options : { ...options, prepare: nothing, progress: () => {} });
  await service;
  tell({ kind: "serving" });
  setInterval(() => tell({ kind: "beat" }), BEAT_MS).unref();
}

function tell(report: Report): void {
  // Given a function, a message that cannot be sent is no uncaught error.
  if (process.connected) process.send?.(report, undefined, undefined, () => {});
}
