import { loadConfig } from "../../src/config.ts";
import { systemClock } from "../../src/kit/clock.ts";
import { createIdSource } from "../../src/kit/ids.ts";
import { createSystemRandom } from "../../src/kit/random.ts";
import { createLogger } from "../../src/log/logger.ts";
import { prepareSandbox } from "../../src/seed/index.ts";
import { startService } from "../../src/service.ts";
import { createArmedPorts } from "./armed-ports.ts";
import type { Order } from "./fault-points.ts";

/** The service as `main.ts` starts it, with ports that its parent process can stop dead. */
const config = loadConfig(process.env);
const log = createLogger({ level: config.logLevel, format: config.logFormat });
const random = createSystemRandom();
const ports = createArmedPorts((report) => process.send?.(report));
process.on("message", (order) => ports.obey(order as Order));
// Whoever listens for messages lives on; a parent that is gone has no use for us.
process.on("disconnect", () => process.exit(1));
const later: (() => Promise<void>)[] = [];
await startService({
  config,
  log,
  progress: () => {},
  wrapPorts: ports.wrap,
  prepare: async ({ app, db, keyring, publicUrl, ownUrl }) => {
    later.push(
      await prepareSandbox({
        db,
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
    );
  },
});
for (const step of later) await step();
