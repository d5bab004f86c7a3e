import { performance } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import { createSeededRandom } from "../server/src/kit/random.ts";
import { createConnection } from "./http-client.ts";
import { createLatencies } from "./latencies.ts";
import type { LoadReport } from "./plan.ts";
import type { ReadOrder, ReadTarget } from "./read-plan.ts";

/** The readers, in a separate process. Takes one order by IPC, reports, and ends. */
process.once("message", (order: ReadOrder) => {
  run(order).then(
    (report) => process.send?.(report, () => process.exit(0)),
    (error: unknown) => {
      process.stderr.write(`${String(error)}\n`);
      process.exit(1);
    },
  );
});

async function run(order: ReadOrder): Promise<LoadReport> {
  const { port, call, connections, warmUp, seconds } = order;
  const random = createSeededRandom(order.seed);
  const heads = order.targets.map(headOf);
  const latencies = createLatencies();
  const errors: Record<string, number> = {};
  const begin = performance.now() + warmUp * 1_000;
  const end = begin + seconds * 1_000;
  let done = 0;
  let doneInAll = 0;

  const work = async (): Promise<void> => {
    const connection = createConnection(port);
    let next = random.bytes(4).readUInt32BE(0);
    for (let at = performance.now(); at < end; ) {
      next += 1;
      const { status, text } = await connection
        .send(heads[next % heads.length] ?? "", "")
        .catch((error: Error) => ({ status: 0, text: error.message }));
      const now = performance.now();
      const good = status === 200 && text.startsWith('{"success":true');
      if (good) doneInAll += 1;
      if (now >= begin && now < end) {
        if (good) {
          done += 1;
          latencies.add(now - at);
        } else {
          const what = `${call} ${status} ${/"code":"([^"]+)"/.exec(text)?.[1] ?? text.slice(0, 80)}`;
          errors[what] = (errors[what] ?? 0) + 1;
        }
      }
      at = now;
    }
    connection.close();
  };

  const cpuAtBegin = sleep(warmUp * 1_000).then(() => process.cpuUsage());
  await Promise.all(Array.from({ length: connections }, work));
  const { user, system } = process.cpuUsage(await cpuAtBegin);
  const cpuSeconds = (user + system) / 1e6;
  return { seconds, done, doneInAll, cpuSeconds, errors, calls: { [call]: latencies.summary() } };
}

function headOf({ path, apiKey }: ReadTarget): string {
  const key = apiKey === null ? "" : `Authorization: Bearer ${apiKey}\r\n`;
  return `GET /api/v1${path} HTTP/1.1\r\nHost: localhost\r\n${key}`;
}
