import { expect, it } from "vitest";
import { eventTypes } from "../webhooks/index.ts";
import { asSample } from "./as-sample.ts";
import { samples } from "./samples.ts";

const NOW_MS = Date.UTC(2027, 0, 15, 8);
const merchantId = "019bc0d8-6c00-7a10-9c31-3a5d8f0b1c2e";

function fresh(example: Readonly<Record<string, unknown>>) {
  let made = 0;
  const newId = (prefix: string): string => {
    made += 1;
    return `${prefix}_new${made}`;
  };
  return asSample(example, { merchantId, nowMs: NOW_MS, newId });
}

it("an example is moved to today: each id is replaced by one new id, and times keep their distance from each other", () => {
  const id = `cs_${"0".repeat(58)}`;
  const made = fresh({
    id,
    url: `http://localhost/checkout/${id}`,
    merchantId: "somebody else",
    paymentIntentId: `pi_${"1".repeat(26)}`,
    charges: [{ id: `ch_${"2".repeat(26)}`, paymentIntentId: `pi_${"1".repeat(26)}` }],
    amount: "5000",
    note: null,
    createdAt: "2026-11-21T10:00:00.000Z",
    updatedAt: "2026-11-21T10:00:12.000Z",
  });
  expect(made).toEqual({
    id: "cs_new1",
    url: "http://localhost/checkout/cs_new1",
    merchantId,
    paymentIntentId: "pi_new2",
    charges: [{ id: "ch_new3", paymentIntentId: "pi_new2" }],
    amount: "5000",
    note: null,
    createdAt: "2027-01-15T07:59:48.000Z",
    updatedAt: "2027-01-15T08:00:00.000Z",
  });
});

it("every event has a sample that holds no id and no time of the documentation", () => {
  expect(Object.keys(samples).toSorted()).toEqual([...eventTypes].toSorted());
  for (const [type, sample] of Object.entries(samples)) {
    const text = JSON.stringify(fresh(sample));
    expect(text, type).not.toMatch(/\b[a-z]+_[0-9a-z]{20,}/);
    // No time contains the documentation's date any more; the newest one is now.
    expect(text, type).not.toMatch(/202\d-\d\d-\d\dT(?!0[78])/);
    expect(text, type).toContain(new Date(NOW_MS).toISOString());
  }
});
