import { type Service, type ServiceOptions, serveOn } from "../serve.ts";
import type { BeginCommand, ProcessCommand, ProcessReport } from "./messages.ts";
import { BEAT_MS } from "./watchdog.ts";

/**
 * One of several serving processes: takes its commands from the primary and, as `node:cluster` does, ends at once when
 * the primary has ended. Resolves when it serves. Rejects when it cannot, and then leaves nothing running.
 */
export async function serveBehindPrimary(options: ServiceOptions): Promise<void> {
  let service: Promise<Service> | null = null;
  let stopping = false;
  const stop = async (): Promise<void> => {
    if (stopping) return;
    stopping = true;
    // A failed start reports itself.
    const started = await service?.catch(() => null);
    await started?.stop();
    process.exit(0);
  };
  // A terminal sends Ctrl-C and SIGHUP to all of its processes; the primary decides when we stop.
  for (const signal of ["SIGINT", "SIGHUP"]) process.on(signal, () => {});
  process.on("SIGTERM", () => void stop());
  // The primary may end while `node:cluster` sends it a message: this process ends in the same turn, so the error needs
  // no report.
  process.on("error", () => {});
  const begun = new Promise<BeginCommand>((resolve) => {
    process.on("message", (command: ProcessCommand) => {
      if (command.kind === "begin") resolve(command);
    });
  });
  send({ kind: "loaded" });
  const { bootstrapped, isFirstToServe } = await begun;
  const nothing = async () => async (): Promise<void> => {};
  service = serveOn(
    bootstrapped,
    isFirstToServe ? options : { ...options, prepare: nothing, progress: () => {} },
  );
  const { collectMetrics } = await service;
  process.on("message", (command: ProcessCommand) => {
    if (command.kind !== "measure") return;
    const { question, readsDatabase } = command;
    // Without an answer the primary shows what we said before.
    collectMetrics(readsDatabase).then(
      (snapshot) => send({ kind: "measured", question, snapshot }),
      (error: unknown) => options.log.error("metrics.failed", { error }),
    );
  });
  send({ kind: "serving" });
  setInterval(() => send({ kind: "beat" }), BEAT_MS).unref();
}

function send(report: ProcessReport): void {
  // With a callback, a message that cannot be sent is not an uncaught error.
  if (process.connected) process.send?.(report, undefined, undefined, () => {});
}
