import { describe, expect, it, test } from "vitest";
import { createSeededRandom } from "../kit/random.ts";
import { countries, httpStatus, ids, names, OTHER, oneOf, orEmpty, versions } from "./labels.ts";
import { counter, type Declared, gauge, histogram } from "./measure.ts";

const uuid = (n: number): string => `0199f2d0-7c1e-7a44-9b6e-${String(n).padStart(12, "0")}`;

describe("a counter", () => {
  it("adds up by its labels, and is 0 from the start without any", () => {
    const declared: Declared[] = [];
    const dropped = counter(declared, { name: "dropped_total", help: "h", labels: {} });
    const calls = counter(declared, { name: "calls_total", help: "h", labels: { kind: oneOf(["a", "b"]) } });
    expect(declared[0]?.read().values).toEqual([{ labels: {}, value: 0 }]);
    expect(declared[1]?.read().values).toEqual([]);
    dropped.add({});
    calls.add({ kind: "a" });
    calls.add({ kind: "a" }, 3);
    calls.add({ kind: "b" }, 0);
    expect(declared.map((metric) => metric.read())).toEqual([
      {
        name: "dropped_total",
        help: "h",
        type: "counter",
        aggregator: "sum",
        values: [{ labels: {}, value: 1 }],
      },
      {
        name: "calls_total",
        help: "h",
        type: "counter",
        aggregator: "sum",
        values: [
          { labels: { kind: "a" }, value: 4 },
          { labels: { kind: "b" }, value: 0 },
        ],
      },
    ]);
  });

  it("does not change what was read before", () => {
    const declared: Declared[] = [];
    const calls = counter(declared, { name: "calls_total", help: "h", labels: {} });
    const before = declared[0]?.read();
    calls.add({});
    expect(before?.values).toEqual([{ labels: {}, value: 0 }]);
  });
});

test("a gauge is set, moved and cleared", () => {
  const declared: Declared[] = [];
  const level = gauge(declared, { name: "level", help: "h", labels: { of: names(3) }, merged: "max" });
  level.set({ of: "disk" }, 0.5);
  level.add({ of: "disk" }, -0.25);
  expect(declared[0]?.read()).toMatchObject({ aggregator: "max", values: [{ value: 0.25 }] });
  level.clear();
  expect(declared[0]?.read().values).toEqual([]);
  level.add({ of: "disk" }, 0.5);
  expect(declared[0]?.read()).toMatchObject({ values: [{ labels: { of: "disk" }, value: 0.5 }] });
});

test("a histogram counts each value in its bucket and in all above it, and a value below 0 as 0", () => {
  const declared: Declared[] = [];
  const delay = histogram(declared, { name: "delay", help: "h", labels: {}, buckets: [1, 5] });
  for (const value of [0.5, 1, 2, 5.1, -3]) delay.observe({}, value);
  expect(declared[0]?.read().values).toEqual([
    { metricName: "delay_bucket", labels: { le: 1 }, value: 3 },
    { metricName: "delay_bucket", labels: { le: 5 }, value: 4 },
    { metricName: "delay_bucket", labels: { le: "+Inf" }, value: 5 },
    { metricName: "delay_sum", labels: {}, value: 8.6 },
    { metricName: "delay_count", labels: {}, value: 5 },
  ]);
});

it("counts what is shown as another value in that value's cell, before and after the value itself was counted", () => {
  const declared: Declared[] = [];
  const labels = { one: names(2), two: oneOf(["a", "b"]) };
  const calls = counter(declared, { name: "calls_total", help: "h", labels });
  for (let time = 0; time < 2; time += 1)
    for (const one of ["X", "Y", "Z", OTHER, "+2250700000001"])
      for (const two of ["a", "b", "c", OTHER]) calls.add({ one, two });
  const counts = new Map(
    declared[0]?.read().values.map(({ labels: { one, two }, value }) => [`${one} ${two}`, value]),
  );
  expect(Object.fromEntries(counts)).toEqual({
    "X a": 2,
    "X b": 2,
    "X other": 4,
    "Y a": 2,
    "Y b": 2,
    "Y other": 4,
    "other a": 6,
    "other b": 6,
    "other other": 12,
  });
});

describe("labels", () => {
  it.each([
    ["one of", oneOf(["LIVE"]), ["LIVE"], ["live", "", "LIVE "]],
    [
      "names",
      names(9),
      ["ORANGE", "/api/v1/payments/:id", "(none)", "select", "checkout.start_any", "write 0", "*", "OPTIONS"],
      [
        "",
        "+2250700000001",
        "0700000001",
        "call 07 00 00 00 01",
        "awa@example.org",
        'a"b',
        "a\nb",
        "sk_live_51234567",
        "x".repeat(81),
        "é",
      ],
    ],
    ["ids", ids(9), [uuid(1)], ["acct_1", "", "0199F2D0-7C1E-7A44-9B6E-000000000001"]],
    ["statuses", httpStatus, ["200", "503"], ["0", "999", "20", "2000", "NaN"]],
    ["countries", countries(9), ["CI", "SN"], ["ci", "CIV", ""]],
    ["versions", versions, ["0.1.0", "v20.20.2"], ["1", "v20.20.2-secret"]],
    ["nothing or a name", orEmpty(names(9)), ["", "timeout"], ["a@b"]],
  ] as const)("%s pass, and anything else is shown as other", (_name, rule, good, bad) => {
    for (const value of good) expect(rule(value)).toBe(value);
    for (const value of bad) expect([value, rule(value)]).toEqual([value, OTHER]);
  });

  it("show the first values alone, and go on to show them", () => {
    const rule = names(2);
    expect(["ORANGE", "MTN", "MOOV", "ORANGE", "WAVE"].map(rule)).toEqual([
      "ORANGE",
      "MTN",
      OTHER,
      "ORANGE",
      OTHER,
    ]);
  });

  it("stay bounded whatever is counted: the sets beyond the limit are one", () => {
    const declared: Declared[] = [];
    const random = createSeededRandom(17);
    const calls = counter(declared, {
      name: "calls_total",
      help: "h",
      labels: { one: names(40), two: names(40), three: ids(50) },
      setsMax: 100,
    });
    const word = (): string =>
      String.fromCharCode(...Array.from({ length: 4 }, () => 32 + Math.floor(random.unit() * 95)));
    for (let n = 0; n < 20_000; n += 1) calls.add({ one: word(), two: word(), three: uuid(n) });
    const { values } = declared[0]?.read() ?? { values: [] };
    expect(values.length).toBeLessThanOrEqual(101);
    expect(values.reduce((sum, { value }) => sum + value, 0)).toBe(20_000);
    const rest = values.find(({ labels }) => Object.values(labels).every((label) => label === OTHER));
    expect(rest?.value).toBeGreaterThan(10_000);
  });
});
