import { Worker } from "node:worker_threads";
import { loadConfig } from "../../src/config.ts";
import { systemClock } from "../../src/kit/clock.ts";
import { createIdSource } from "../../src/kit/ids.ts";
import { createSystemRandom } from "../../src/kit/random.ts";
import { createLogger } from "../../src/log/logger.ts";
import { prepareSandbox } from "../../src/seed/index.ts";
import { startService } from "../../src/service.ts";
import type { ThreadData } from "../../src/webhook-thread/messages.ts";
import { createArmedPorts } from "./armed-ports.ts";
import type { Order, Report } from "./fault-points.ts";

/** The service as `main.ts` starts it, with ports that its parent process can freeze. */
const config = loadConfig(process.env);
const log = createLogger({ level: config.logLevel, format: config.logFormat });
const random = createSystemRandom();
// The thread gets the message after the main thread: when it is armed, both are.
const ports = createArmedPorts((report) => report.kind !== "armed" && process.send?.(report));
const threads: Worker[] = [];
process.on("message", (order: Order) => {
  ports.obey(order);
  for (const thread of threads) thread.postMessage(order);
});
const openThread = (data: ThreadData): Worker => {
  const thread = new Worker(new URL("./armed-thread.js", import.meta.url), { workerData: data });
  thread.on("message", (said: Report | { readonly kind: "standing" }) => {
    if (said.kind !== "standing") process.send?.(said);
  });
  threads.push(thread);
  return thread;
};
// Listening for messages keeps the process alive; it ends when its parent has gone.
process.on("disconnect", () => process.exit(1));
await startService({
  config,
  log,
  progress: () => {},
  wrapPorts: ports.wrap,
  openThread,
  prepare: ({ app, db, connect, keyring, publicUrl, ownUrl }) =>
    prepareSandbox({
      db,
      connect,
      clock: systemClock,
      random,
      ids: createIdSource(systemClock, random),
      keyring,
      app,
      publicUrl,
      simulatorUrl: `${ownUrl}/simulator`,
      dataDir: config.dataDir,
      ownsDatabase: config.databaseUrl === undefined,
      write: () => {},
    }),
});
