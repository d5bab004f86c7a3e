import { createServer, type Server } from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createInstanceMetrics } from "../../src/instance-metrics.ts";
import { read } from "../../src/metrics/database-table.ts";
import { listenForMetrics, type MetricsListener } from "../../src/metrics/listener.ts";
import { counted } from "../../src/metrics/table.ts";
import { startTestApp, type TestApp } from "../harness/app.ts";
import { quietLog } from "../harness/log.ts";
import { promisedMetrics } from "../harness/promised-metrics.ts";
import { createPayer, createWire, mtn } from "../simulation/payer.ts";

/** The metrics of a run with payments that succeed, fail, stay unknown and are held, read over HTTP as Prometheus does. */
const wire = createWire();
let test: TestApp;
let payer: ReturnType<typeof createPayer>;
let receiver: Server;
let listener: MetricsListener;
let before: ReadonlyMap<string, number>;
let after: ReadonlyMap<string, number>;
let text: string;
let textBefore: string;

/** Values by name and labels, without the buckets of histograms. */
async function scrape(): Promise<ReadonlyMap<string, number>> {
  text = await (await fetch(`http://127.0.0.1:${listener.port}/metrics`)).text();
  const samples = text
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#") && !line.includes("le="));
  return new Map(
    samples.map((line) => {
      const at = line.lastIndexOf(" ");
      return [line.slice(0, at), Number(line.slice(at + 1))] as const;
    }),
  );
}
const rise = (sample: string): number => (after.get(sample) ?? 0) - (before.get(sample) ?? 0);

beforeAll(async () => {
  test = await startTestApp({ egress: wire.wrap });
  wire.clock = test.clock;
  payer = createPayer(test);
  receiver = createServer((_request, response) => response.writeHead(204).end());
  await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
  const address = receiver.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const collect = createInstanceMetrics({
    readDatabase: test.app.readGauges,
    version: "0.1.0",
    measureThread: async () => [],
  });
  const opened = await listenForMetrics({
    host: "127.0.0.1",
    port: 0,
    log: quietLog,
    collect: () => collect(true),
  });
  if (opened === null) throw new Error("a free port is there");
  listener = opened;
  before = await scrape();
  textBefore = text;

  await test.request("POST", `/merchant/merchants/${test.merchantId}/webhook-endpoints`, {
    body: { url: `http://localhost:${port}/hooks`, events: ["*"] },
  });
  await test.drain();
  const completed = async (suffix: string, session = {}) => {
    const { id } = await payer.newSession(session);
    await payer.complete(id, mtn(suffix));
    return id;
  };
  await completed("789");
  await test.advance(30_000, 10_000);
  await completed("049");
  await completed("219");
  await test.advance(10_000, 5_000);
  await completed("239");
  await test.advance(60_000, 15_000);
  // Left unknown.
  wire.faults.failNext("TIMEOUT_AFTER");
  await completed("239");
  await fetch(`${test.origin}/api/v1/no/such/thing/+2250700000001`);
  // The readings are not older than this.
  test.clock.advance(61_000);
  after = await scrape();
}, 60_000);
afterAll(async () => {
  await listener?.close();
  await test?.stop();
  receiver?.closeAllConnections();
  receiver?.close();
});

it("shows every metric of the table, and what Node.js says", () => {
  const shown = new Set([...text.matchAll(/^# TYPE (\S+) /gm)].map(([, name = ""]) => name));
  expect([...counted, ...read].map(({ name }) => name).filter((name) => !shown.has(name))).toEqual([]);
  for (const name of [
    "nodejs_eventloop_lag_seconds",
    "nodejs_heap_size_used_bytes",
    "process_cpu_seconds_total",
  ])
    expect(shown).toContain(name);
});

describe("counts", () => {
  it("attempts by operator, country, status and reason", () => {
    const of = (status: string, failure = "") =>
      rise(
        `cauris_payments_total{mode="SANDBOX",method="MOBILE_MONEY",operator="MTN",country="CI",status="${status}",failure_code="${failure}"}`,
      );
    expect(of("SUCCEEDED")).toBeGreaterThanOrEqual(2);
    expect(of("FAILED", "INSUFFICIENT_FUNDS")).toBe(1);
    expect(of("SUCCEEDED", "INSUFFICIENT_FUNDS")).toBe(0);
  });

  it("how long an outcome was unknown, by operator", () => {
    const labels = 'mode="SANDBOX",subject="charge",operator="MTN"';
    expect(rise(`cauris_time_to_truth_seconds_count{${labels}}`)).toBe(1);
    const seconds = rise(`cauris_time_to_truth_seconds_sum{${labels}}`);
    expect(seconds).toBeGreaterThanOrEqual(1);
    expect(seconds).toBeLessThan(60);
  });

  it("calls to providers by what they told", () => {
    const outcomes = [...text.matchAll(/cauris_provider_operation_duration_seconds_count\{(.*)\} /g)].map(
      ([, labels = ""]) => labels.replace(/account="[^"]*",/, ""),
    );
    expect(outcomes).toContain('provider="simulator",operation="pay",outcome="pending"');
    expect(outcomes).toContain('provider="simulator",operation="pay",outcome="unknown"');
    expect(outcomes).toContain('provider="simulator",operation="query",outcome="succeeded"');
  });

  it("requests by route, never by address", () => {
    expect(
      rise(
        'http_server_request_duration_seconds_count{http_request_method="POST",http_route="/api/v1/checkout/sessions",http_response_status_code="201"}',
      ),
    ).toBe(5);
    expect(text).not.toContain("no/such/thing");
    expect(text).not.toContain("0700000001");
    expect(after.get("http_server_active_requests")).toBe(0);
  });

  it("deliveries, batches, statements, loops and requests that go out", () => {
    expect(rise('cauris_webhook_deliveries_total{result="accepted"}')).toBeGreaterThan(5);
    expect(rise("cauris_webhook_delay_seconds_count")).toBeGreaterThan(5);
    for (const name of ["batch_size", "wait_seconds", "commit_seconds"])
      expect(rise(`cauris_lane_${name}_count{lane="write 0"}`)).toBeGreaterThan(5);
    expect(after.get('cauris_lane_splits_total{lane="write 0"}')).toBeGreaterThanOrEqual(0);
    expect(
      rise('db_client_operation_duration_seconds_count{db_operation_name="checkout.start"}'),
    ).toBeGreaterThan(0);
    expect([...after.keys()].some((sample) => sample.startsWith('cauris_loop_rounds_total{loop="'))).toBe(
      true,
    );
    expect(
      rise('http_client_request_duration_seconds_count{server="webhook",error_type=""}'),
    ).toBeGreaterThan(5);
    expect([...after.keys()].some((sample) => sample.startsWith("db_client_connection_count{"))).toBe(true);
    expect(after.get(`cauris_build_info{version="0.1.0",node="${process.version}"}`)).toBe(1);
  });
});

describe("reads from the database", () => {
  it("what is unknown now, and for how long", () => {
    const labels = '{mode="SANDBOX",subject="charge",operator="MTN"}';
    expect(after.get(`cauris_unknown_outcomes${labels}`)).toBe(1);
    expect(after.get(`cauris_unknown_oldest_seconds${labels}`)).toBe(61);
  });

  it("what is held, in units of the currency", () => {
    expect(after.get('cauris_held_money{mode="SANDBOX",currency="XOF"}')).toBe(2_500);
  });

  it("work that is due, endpoints, seals", () => {
    expect(after.get('cauris_jobs_due{kind="charge_checks"}')).toBe(1);
    expect(after.get('cauris_jobs_oldest_due_seconds{kind="charge_checks"}')).toBeGreaterThan(50);
    // The event of the payment that is left.
    expect(after.get('cauris_jobs_due{kind="webhook_deliveries"}')).toBe(1);
    expect(after.get('cauris_jobs_oldest_due_seconds{kind="webhook_deliveries"}')).toBe(61);
    expect(after.get('cauris_webhook_endpoints{state="active"}')).toBe(1);
    expect(after.get("cauris_ledger_unsealed")).toBeGreaterThan(0);
    expect(after.get("cauris_seal_age_seconds")).toBeGreaterThan(60);
  });

  it("what the invariants found, when they were checked", async () => {
    await test.app.loops.invariants?.runOnce();
    test.clock.advance(20_000);
    const later = await scrape();
    const violations = [...later].filter(([sample]) => sample.startsWith("cauris_invariant_violations{"));
    expect(violations.length).toBeGreaterThan(20);
    expect(violations.filter(([, value]) => value > 0)).toEqual([]);
    const [checked] = [...later].filter(([sample]) =>
      sample.startsWith("cauris_invariant_checked_timestamp_seconds{"),
    );
    expect(checked?.[1]).toBeCloseTo(test.clock.nowMs() / 1_000 - 20, 0);
  });
});

describe("what boards and alerts of others rely on", () => {
  /** The samples of a metric in the last answer, as their labels. */
  const samplesOf = (name: string): readonly ReadonlyMap<string, string>[] =>
    [...text.matchAll(new RegExp(`^${name}(?:_bucket|_sum|_count)?(?:\\{(.*)\\})? \\S+$`, "gm"))].map(
      ([, labels = ""]) =>
        new Map([...labels.matchAll(/(\w+)="([^"]*)"/g)].map(([, label = "", value = ""]) => [label, value])),
    );

  /** These two are counted only where the service limits its load. Another test of the same process may have done so before. */
  const elsewhere = new Set(["cauris_overload_level", "cauris_overload_refused_total"]);

  it.each(promisedMetrics)("$name is a $type with its labels", ({ name, type, labels, buckets }) => {
    const declared = [...counted, ...read].find((metric) => metric.name === name);
    expect([declared?.type, declared?.labels]).toEqual([type, labels]);
    const samples = samplesOf(name);
    if (!elsewhere.has(name)) expect(samples.length).toBeGreaterThan(0);
    for (const sample of samples)
      expect([...sample.keys()].filter((label) => label !== "le")).toEqual(labels);
    if (buckets === null) return;
    const ends = new Set(samples.flatMap((sample) => sample.get("le") ?? []));
    expect([...ends]).toEqual([...buckets, "+Inf"]);
  });
});

/** The sets of labels in an answer; a histogram's buckets are one. */
const setsOf = (answer: string): ReadonlySet<string> =>
  new Set(
    answer
      .split("\n")
      .filter((line) => line !== "" && !line.startsWith("#"))
      .map((line) => line.replace(/,?le="[^"]*"/, "").replace(/(_bucket|_sum|_count)?(\{| )/, "$2")),
  );

it("a run adds fewer than 2 000 sets of labels", () => {
  // Other tests of this process have counted too.
  const known = setsOf(textBefore);
  expect([...setsOf(text)].filter((set) => !known.has(set)).length).toBeLessThan(2_000);
});
