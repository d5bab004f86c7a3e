import { setTimeout as sleep } from "node:timers/promises";
import type { Pool } from "undici";
import { createPools } from "../server/src/http-out/pools.ts";
import { Secret } from "../server/src/kit/secret.ts";
import { plainHeaders } from "../server/src/modules/webhooks/send.ts";
import { signatureHeaders, signingKey } from "../server/src/modules/webhooks/signing.ts";
import { doors, type SendOrder, type SendReport } from "./plan.ts";

/**
 * What the HTTP client can do alone, in a separate process: signed requests from the product's own pool, one after the
 * other, without a database, a guard or a timeout. The baseline of deliveries. Takes one order by IPC, reports, and
 * ends.
 */
process.once("message", (order: SendOrder) => {
  run(order).then(
    (report) => process.send?.(report, () => process.exit(0)),
    (error: unknown) => {
      process.stderr.write(`${String(error)}\n`);
      process.exit(1);
    },
  );
});

const key = signingKey(new Secret(`whsec_${Buffer.alloc(32, 7).toString("base64")}`));

async function run({ port, inFlight, warmUp, seconds, body }: SendOrder): Promise<SendReport> {
  const pools = createPools();
  const pool = pools.of(`http://localhost:${port}`);
  let sent = 0;
  let over = false;
  const work = async (): Promise<void> => {
    while (!over) {
      await sendOne(pool, body);
      sent += 1;
    }
  };
  const working = Array.from({ length: inFlight }, work);
  await sleep(warmUp * 1_000);
  const [before, cpuBefore, startedAt] = [sent, process.cpuUsage(), performance.now()];
  await sleep(seconds * 1_000);
  const count = sent - before;
  const perSecond = Math.round((count * 1_000) / (performance.now() - startedAt));
  const { user, system } = process.cpuUsage(cpuBefore);
  over = true;
  await Promise.all(working);
  await pools.close();
  return { perSecond, micros: Math.round((user + system) / count) };
}

function sendOne(pool: Pool, body: string): Promise<void> {
  const signed = signatureHeaders([key], { id: "evt_bench", sentAtMs: Date.now(), body });
  return new Promise((resolve, reject) => {
    pool.dispatch(
      { method: "POST", path: doors.quick, headers: { ...plainHeaders, ...signed }, body },
      {
        onRequestStart: () => {},
        onResponseStart: (_controller, status) => {
          if (status !== 200) reject(new Error(`the receiver answered ${status}`));
        },
        onResponseData: () => {},
        onResponseEnd: () => resolve(),
        onResponseError: (_controller, error) => reject(error),
      },
    );
  });
}
