import { afterAll, beforeAll, expect, it } from "vitest";
import { createRecordingLog } from "../../test/harness/log.ts";
import { listenForMetrics, type MetricsListener, openMetrics } from "./listener.ts";
import type { Snapshot } from "./measure.ts";

const snapshot: Snapshot = [
  {
    name: "calls_total",
    help: "Calls",
    type: "counter",
    aggregator: "sum",
    values: [{ labels: {}, value: 3 }],
  },
];
const { log, lines } = createRecordingLog();
let collected = 0;
let gate: Promise<void> = Promise.resolve();
let failure: Error | null = null;
const collect = async (): Promise<Snapshot> => {
  collected += 1;
  await gate;
  if (failure !== null) throw failure;
  return snapshot;
};
let listener: MetricsListener;
beforeAll(async () => {
  const opened = await listenForMetrics({ host: "127.0.0.1", port: 0, log, collect });
  if (opened === null) throw new Error("a free port is there");
  listener = opened;
});
afterAll(() => listener.close());
const at = (path: string, method = "GET") => fetch(`http://127.0.0.1:${listener.port}${path}`, { method });

it("shows the metrics in Prometheus's format", async () => {
  const answer = await at("/metrics?x=1");
  expect(answer.headers.get("content-type")).toBe("text/plain; version=0.0.4; charset=utf-8");
  expect(await answer.text()).toBe("# HELP calls_total Calls\n# TYPE calls_total counter\ncalls_total 3\n");
  expect(await (await at("/metrics", "HEAD")).text()).toBe("");
});

it("shows nothing else", async () => {
  expect([(await at("/")).status, (await at("/metrics/x")).status]).toEqual([404, 404]);
  const refused = await at("/metrics", "POST");
  expect([refused.status, refused.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
});

it("collects once for readers that ask at once", async () => {
  collected = 0;
  let go = (): void => {};
  gate = new Promise((resolve) => {
    go = resolve;
  });
  const first = at("/metrics");
  await expect.poll(() => collected).toBe(1);
  const second = at("/metrics");
  // An answer to a request on another connection shows that the second one has arrived, too.
  await at("/");
  await at("/");
  go();
  expect([(await first).status, (await second).status]).toEqual([200, 200]);
  expect(collected).toBe(1);
});

it("answers 500 without a reason when they cannot be collected, and logs it", async () => {
  failure = new Error("password=hunter2");
  const answer = await at("/metrics");
  failure = null;
  expect([answer.status, await answer.text()]).toEqual([500, ""]);
  expect(lines.map(({ event }) => event)).toContain("metrics.failed");
});

it("a port that is taken is logged with its cure, and refuses nothing", async () => {
  const undo: (() => Promise<void>)[] = [];
  const config = { metricsHost: "127.0.0.1", metricsPort: listener.port } as const;
  await openMetrics({ config, log, collect, undo });
  expect(undo).toEqual([]);
  expect(lines.at(-1)).toMatchObject({
    level: "warn",
    event: "metrics.not_served",
    fields: { port: listener.port },
  });
  await openMetrics({ config: { metricsHost: "127.0.0.1", metricsPort: "off" }, log, collect, undo });
  expect([undo.length, lines.filter(({ event }) => event === "metrics.not_served").length]).toEqual([0, 1]);
});
