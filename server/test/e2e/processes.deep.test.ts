import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { freePort, isAlive, signalProcess } from "../../../packages/embedded-postgres/src/index.ts";
import { read } from "../../src/metrics/database-table.ts";
import { counted } from "../../src/metrics/table.ts";
import {
  createServiceHome,
  probe,
  type ServiceHome,
  type ServiceProcess,
} from "../harness/service-process.ts";

/** `npm start` with PROCESSES=2, as on a larger machine: two processes serve, and the primary supervises them. */
let home: ServiceHome;
let service: ServiceProcess;
let metricsPort = 0;
beforeAll(async () => {
  metricsPort = await freePort();
  home = await createServiceHome({ PROCESSES: "2", LOG_LEVEL: "info", METRICS_PORT: String(metricsPort) });
  service = await home.start();
}, 60_000);
afterAll(() => home?.remove());

interface Line {
  readonly event?: string;
  readonly pid?: number;
  readonly signal?: string;
}

/** Its log, without the lines for people. */
const lines = (): readonly Line[] =>
  service
    .output()
    .split("\n")
    .filter((line) => line.startsWith("{") && line.endsWith("}"))
    .map((line) => JSON.parse(line));
const serving = (): readonly number[] =>
  lines().flatMap(({ event, pid }) => (event === "process.serving" && pid !== undefined ? [pid] : []));

const answeredBy = (asked: number): boolean =>
  lines().some(({ event, pid }) => event === "http.request" && pid === asked);

async function until(what: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await what())) await sleep(10);
}

/** Requests `/readyz` once per process and once more, each on a new connection: connections are distributed in turn. */
async function everybodyAnswers(): Promise<readonly (number | null)[]> {
  return await Promise.all(Array.from({ length: 3 }, () => probe(service.origin)));
}

it("prepares the sandbox once, and both answer for it", async () => {
  await until(() => serving().length === 2);
  const { apiKey, merchantId } = await home.sandbox();
  expect(service.output().match(/Cauris is ready/g)).toHaveLength(1);
  const merchantsSeen = await Promise.all(
    Array.from({ length: 6 }, async () => {
      // A process that has just started may refuse requests for a moment: the caller retries.
      for (;;) {
        const answer = await fetch(`${service.origin}/api/v1/payments/wallets`, {
          headers: { authorization: `Bearer ${apiKey}` },
        });
        const body = await answer.json();
        if (answer.status === 200) return body.data[0].merchantId;
        expect(body.error.code).toBe("SERVICE_UNAVAILABLE");
      }
    }),
  );
  expect(new Set(merchantsSeen)).toEqual(new Set([merchantId]));
  await until(() => serving().every((pid) => answeredBy(pid)));
});

/** Sums of the samples of each metric, over all of its labels; histograms by `_count`. */
async function scrape(): Promise<ReadonlyMap<string, number>> {
  const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  const sums = new Map<string, number>();
  for (const [, name = "", value = ""] of text.matchAll(/^([a-z_]+)(?:\{.*\})? (\S+)$/gm))
    sums.set(name, (sums.get(name) ?? 0) + Number(value));
  return sums;
}

it("shows the metrics of both and of their threads, which never fall", async () => {
  // The first look at the books comes some seconds after the start.
  await until(async () => (await scrape()).has("cauris_invariant_checked_timestamp_seconds"));
  const first = await scrape();
  const shown = [...counted, ...read].map(({ name, type }) =>
    type === "histogram" ? `${name}_count` : name,
  );
  // What has not happened yet has no values: nothing was paid, nothing was sent.
  const silent = shown.filter((name) => !first.has(name));
  expect(silent.toSorted()).toEqual([
    // There is no replica.
    "cauris_database_replica_lag_seconds",
    "cauris_database_replica_reads_total",
    "cauris_database_replica_unused",
    "cauris_held_money",
    "cauris_payments_total",
    "cauris_provider_operation_duration_seconds_count",
    "cauris_time_to_truth_seconds_count",
    "cauris_unknown_oldest_seconds",
    "cauris_unknown_outcomes",
    "cauris_webhook_endpoints",
    "http_client_request_duration_seconds_count",
  ]);
  expect(first.get("cauris_build_info")).toBe(1);
  expect(first.get("nodejs_heap_size_used_bytes")).toBeGreaterThan(50e6);
  for (let more = 0; more < 4; more += 1) await everybodyAnswers();
  const second = await scrape();
  const requests = "http_server_request_duration_seconds_count";
  expect((second.get(requests) ?? 0) - (first.get(requests) ?? 0)).toBeGreaterThanOrEqual(12);
  expect(second.get("cauris_process_restarts_total")).toBe(0);
});

it("goes on when one of them is killed, and starts another in its place", async () => {
  const [victim = 0, other] = serving();
  const requests = "http_server_request_duration_seconds_count";
  const before = (await scrape()).get(requests) ?? 0;
  signalProcess(victim, "SIGKILL");
  await until(() => lines().some(({ event }) => event === "process.died"));
  expect(lines().find(({ event }) => event === "process.died")).toMatchObject({
    pid: victim,
    signal: "SIGKILL",
  });
  expect(await everybodyAnswers()).toEqual([200, 200, 200]);
  await until(() => serving().length === 3);
  const [, , successor] = serving();
  expect([victim, other]).not.toContain(successor);
  expect(await everybodyAnswers()).toEqual([200, 200, 200]);
  expect(service.output().match(/Cauris is ready/g)).toHaveLength(1);
  const later = await scrape();
  expect(later.get(requests)).toBeGreaterThan(before);
  expect(later.get("cauris_process_restarts_total")).toBe(1);
});

it("replaces one that was told to end, as nothing to worry about", async () => {
  const told = serving().at(-1) ?? 0;
  const before = serving().length;
  signalProcess(told, "SIGTERM");
  await until(() => lines().some(({ event, pid }) => event === "process.ended" && pid === told));
  await until(() => serving().length === before + 1);
  expect(lines().filter(({ event, pid }) => event === "process.died" && pid === told)).toEqual([]);
  expect(await everybodyAnswers()).toEqual([200, 200, 200]);
});

it("replaces one that hangs", { timeout: 60_000 }, async () => {
  const hung = serving().at(-1) ?? 0;
  const before = serving().length;
  signalProcess(hung, "SIGSTOP");
  await until(() => lines().some(({ event, pid }) => event === "process.hung" && pid === hung));
  await until(() => serving().length === before + 1);
  expect(isAlive(hung)).toBe(false);
  expect(await everybodyAnswers()).toEqual([200, 200, 200]);
});

it("leaves nobody serving when the first is killed, and starts again", async () => {
  const pids = serving();
  await service.kill();
  await until(() => !pids.some(isAlive));
  service = await home.start();
  expect(await everybodyAnswers()).toEqual([200, 200, 200]);
});

it("stops all of them and the database in order, also when one of them hangs", {
  timeout: 60_000,
}, async () => {
  await until(() => serving().length === 2);
  const pids = serving();
  signalProcess(pids.at(-1) ?? 0, "SIGSTOP");
  expect(await service.stop()).toMatchObject({ code: 0, signal: null });
  expect(pids.filter(isAlive)).toEqual([]);
  expect(await home.postgresPid()).toBeNull();
});
