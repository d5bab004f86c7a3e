import { standIns } from "../server/src/commands/all-stand-ins.ts";
import { systemClock } from "../server/src/kit/clock.ts";
import { createSystemRandom } from "../server/src/kit/random.ts";
import { openStandIn } from "../server/src/stand-ins/open.ts";
import { REPORT_AFTER_MS } from "./plan.ts";

/** The stand-in of the provider named `PROVIDER`, in a separate process. It tells its parent its account's settings. */
const definition = standIns.find(({ name }) => name === process.env.PROVIDER);
if (definition === undefined) throw new Error(`no stand-in is named ${process.env.PROVIDER}`);

const REPORT_EVERY_MS = 5;

const standIn = await openStandIn(definition, {
  clock: systemClock,
  random: createSystemRandom(),
  settleAfterMs: REPORT_AFTER_MS,
  reportEveryMs: REPORT_EVERY_MS,
});
process.on("disconnect", () => process.exit(0));
process.send?.({ settings: definition.accountSettings(standIn.url, "first") });
