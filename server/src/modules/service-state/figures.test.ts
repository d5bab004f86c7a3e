import { expect, it } from "vitest";
import type { MetricSnapshot } from "../../metrics/measure.ts";
import { queuesOf, webhooksDueOf } from "./figures.ts";

const gauge = (name: string, values: Readonly<Record<string, number>>): MetricSnapshot => ({
  name,
  help: "",
  type: "gauge",
  aggregator: "max",
  values: Object.entries(values).map(([kind, value]) => ({ labels: { kind }, value })),
});
const snapshot = [
  gauge("cauris_jobs_due", { refunds: 2, mails: 0, payouts: 1, webhook_deliveries: 7 }),
  gauge("cauris_jobs_oldest_due_seconds", { refunds: 4.4, mails: 0, payouts: 91.6, webhook_deliveries: 30 }),
];

it("the work that has been due the longest comes first, and work that is not due has no age", () => {
  expect(queuesOf(snapshot)).toEqual([
    { kind: "payouts", due: 1, oldestDueSeconds: 92 },
    { kind: "refunds", due: 2, oldestDueSeconds: 4 },
    { kind: "mails", due: 0, oldestDueSeconds: null },
  ]);
});

it("webhooks stand apart", () => {
  expect(webhooksDueOf(snapshot)).toEqual({ kind: "webhook_deliveries", due: 7, oldestDueSeconds: 30 });
});

it("a reading that failed gives null, not 0", () => {
  expect(queuesOf([])).toBeNull();
  expect(webhooksDueOf([gauge("cauris_jobs_due", {})])).toBeNull();
});
