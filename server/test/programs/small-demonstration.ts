import { loadConfig } from "../../src/config.ts";
import { demonstrationOf } from "../../src/demonstration/index.ts";
import { systemClock } from "../../src/kit/clock.ts";
import { createIdSource } from "../../src/kit/ids.ts";
import { createSystemRandom } from "../../src/kit/random.ts";
import { createLogger } from "../../src/log/logger.ts";
import { prepareSandbox } from "../../src/seed/index.ts";
import { startService } from "../../src/service.ts";

/** The service as `main.ts` starts it, with a demonstration of a few days. */
const size = { days: 14, payments: 120 };
/**
 * So few scenes that most payouts and refunds are the last one of their part, where nothing may be left under way. And no more than
 * the shortest pause: nobody else is served meanwhile.
 */
const pace = { scenesPerPart: 2, pauseFactor: 0 };

const config = loadConfig(process.env);
const log = createLogger({ level: config.logLevel, format: config.logFormat });
const clock = systemClock;
const random = createSystemRandom();
const service = await startService({
  config,
  log,
  progress: () => {},
  prepare: async (started) => {
    const demonstration = demonstrationOf(config, { ...started, clock, random, log }, size, pace);
    const finish = await prepareSandbox({
      ...started,
      clock,
      random,
      ids: createIdSource(clock, random),
      simulatorUrl: `${started.ownUrl}/simulator`,
      dataDir: config.dataDir,
      ownsDatabase: true,
      write: () => {},
      ...demonstration.preparation,
    });
    return async () => {
      await finish();
      demonstration.begin();
    };
  },
});
process.on("SIGTERM", () => {
  void service.stop().then(() => process.exit(0));
});
// Whoever started it keeps the channel open as long as it lives.
process.on("disconnect", () => process.exit(1));
