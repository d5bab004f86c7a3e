import { parseArgs } from "node:util";
import { systemClock } from "../kit/clock.ts";
import { createSystemRandom } from "../kit/random.ts";
import { CONTROL_PATH } from "../stand-ins/control-page.tsx";
import { openStandIn, type RunningStandIn } from "../stand-ins/open.ts";
import { standIns } from "./all-stand-ins.ts";

/** What `npm run stand-ins` runs: every stand-in, until the process is stopped. */
const REPORT_EVERY_MS = 250;
const SETTLE_AFTER_SECONDS = 10;

const usage = `npm run stand-ins [-- --settle-after SECONDS --free-ports]
  --settle-after  after how long an operation that nobody decided succeeds by itself; ${SETTLE_AFTER_SECONDS} when absent
  --free-ports    each takes any free port instead of its own, so that they run beside others of this machine\n`;

async function main(): Promise<void> {
  const { settleAfterMs, takesFreePorts } = readOptions();
  const say = (text: string) => process.stdout.write(`${text}\n`);
  const random = createSystemRandom();
  const running: RunningStandIn[] = [];
  const stop = async (): Promise<void> => {
    for (const one of running) await one.close();
  };
  process.once("SIGINT", stop);
  process.once("SIGTERM", stop);
  for (const definition of standIns) {
    const { name, port, title, methods } = definition;
    const one = await openStandIn(definition, {
      clock: systemClock,
      random,
      port: takesFreePorts ? 0 : port,
      settleAfterMs,
      reportEveryMs: REPORT_EVERY_MS,
    });
    running.push(one);
    const settings = definition.accountSettings(one.url, "first");
    const account = { mode: "LIVE", subTenantId: "sub_…", provider: name, name: title, methods, settings };
    say(`${title}: ${one.url}${CONTROL_PATH}`);
    say(`  POST /tenant/provider-accounts ${JSON.stringify(account)}\n`);
  }
  say(
    `The service accepts these addresses with ALLOW_LOCAL_PROVIDERS=1. Operations end after ${settleAfterMs / 1_000} s.`,
  );
}

function readOptions(): { readonly settleAfterMs: number; readonly takesFreePorts: boolean } {
  const { values } = parseArgs({
    options: { "settle-after": { type: "string" }, "free-ports": { type: "boolean", default: false } },
  });
  const seconds = Number(values["settle-after"] ?? SETTLE_AFTER_SECONDS);
  if (!Number.isFinite(seconds) || seconds < 0) throw new Error("--settle-after must be a number of seconds");
  return { settleAfterMs: seconds * 1_000, takesFreePorts: values["free-ports"] };
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n${usage}`);
  process.exitCode = 1;
});
