import { bootstrap, undoAll } from "./bootstrap.ts";
import { openMetrics } from "./metrics/listener.ts";
import type { Service, ServiceOptions } from "./serve.ts";

export type { Service, ServiceOptions } from "./serve.ts";

/**
 * Starts the service in this one process: database, keys, application, port. Rejects with the reason when a step fails,
 * and then leaves nothing running.
 */
export async function startService(options: ServiceOptions): Promise<Service> {
  const { config, log, progress, stopping } = options;
  const undo: (() => Promise<void>)[] = [];
  const stop = () => undoAll(undo);
  try {
    // Importing the application's code takes most of a second, while PostgreSQL starts.
    const loading = import("./serve.ts");
    const bootstrapped = await bootstrap({
      config,
      processCount: 1,
      log,
      progress,
      undo,
      ...(stopping === undefined ? {} : { stopping }),
    });
    const service = await (await loading).serveOn(bootstrapped, options);
    undo.push(service.stop);
    await openMetrics({ config, log, collect: () => service.collectMetrics(true), undo });
    return { ...service, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
