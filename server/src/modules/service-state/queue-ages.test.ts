import { expect, it } from "vitest";
import type { MetricSnapshot } from "../../metrics/measure.ts";
import { installationAges, slotOf } from "./queue-ages.ts";
import { agesOf } from "./queue-ages-route.ts";

const gauge = (name: string, values: Readonly<Record<string, number>>): MetricSnapshot => ({
  name,
  help: "",
  type: "gauge",
  aggregator: "max",
  values: Object.entries(values).map(([kind, value]) => ({ labels: { kind }, value })),
});

it("a reading has the age of webhooks and the greatest of all background work", () => {
  const ages = installationAges([
    gauge("cauris_jobs_due", { refunds: 2, payouts: 1, mails: 0, webhook_deliveries: 7 }),
    gauge("cauris_jobs_oldest_due_seconds", {
      refunds: 4.4,
      payouts: 91.6,
      mails: 0,
      webhook_deliveries: 30,
    }),
  ]);
  expect(ages.map(({ queue, oldestSeconds }) => [queue, oldestSeconds])).toEqual([
    ["WEBHOOKS", 30],
    ["BACKGROUND", 92],
  ]);
});

it("a figure that could not be read is left out, not 0", () => {
  expect(installationAges([])).toEqual([]);
});

it("every process reads at the same instants", () => {
  const atMs = Date.parse("2026-01-15T10:00:00.000Z");
  expect([atMs, atMs + 1, atMs + 299_999, atMs + 300_000].map(slotOf)).toEqual([
    atMs,
    atMs,
    atMs,
    atMs + 300_000,
  ]);
});

it.each([
  ["work that is absent did not wait", ["DOSSIER", "HELD_MONEY"], 0, [null, 0, 60, 90]],
  ["of several the greatest counts", ["HELD_MONEY", "DOSSIER", "OTHER"], 0, [null, 0, 60, 90]],
  ["one is not mixed with another", ["HELD_MONEY"], 0, [null, 0, 0, 90]],
  ["a gauge that is absent was not read", ["WEBHOOKS"], null, [null, 5, null, null]],
] as const)("%s", (_name, queues, absent, expected) => {
  const read = [
    { interval: 1, ages: { READ: 0, WEBHOOKS: 5 } },
    { interval: 2, ages: { READ: 0, DOSSIER: 60 } },
    { interval: 3, ages: { READ: 0, DOSSIER: 30, HELD_MONEY: 90 } },
  ];
  expect(agesOf(read, queues, 4, absent)).toEqual(expected);
});
