import { type Service, type ServiceOptions, serveOn } from "../serve.ts";
import type { Order, Report } from "./messages.ts";

export interface WorkerOptions extends ServiceOptions {
  /** Called when requests are answered, in the process that also ran `prepare`. */
  readonly greet: () => Promise<void>;
}

type Begin = Extract<Order, { readonly kind: "begin" }>;

/**
 * One of several processes that serve: takes its orders from the first and, by `node:cluster`'s own doing, ends at once when
 * that one is gone. Resolves when it serves. Rejects when it cannot, and then leaves nothing running.
 */
export async function serveBehindFirst(options: WorkerOptions): Promise<void> {
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
  // A terminal sends Ctrl-C to all of its processes: the first one says when we stop.
  process.on("SIGINT", () => {});
  process.on("SIGTERM", () => void stop());
  const begun = new Promise<Begin>((resolve) => {
    process.on("message", (order: Order) => {
      if (order.kind === "begin") resolve(order);
      if (order.kind === "stop") void stop();
    });
  });
  tell({ kind: "loaded" });
  const { ground, isFirst } = await begun;
  const ignore = async (): Promise<void> => {};
  service = serveOn(ground, isFirst ? options : { ...options, prepare: ignore, progress: () => {} });
  await service;
  if (isFirst) await options.greet();
  tell({ kind: "serving" });
}

function tell(report: Report): void {
  process.send?.(report);
}
