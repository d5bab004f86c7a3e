import { describe, expect, it } from "vitest";
import type { Snapshot } from "./measure.ts";
import { createMerger, finite, print } from "./snapshot.ts";

const of = (calls: number, level: number): Snapshot => [
  {
    name: "calls_total",
    help: "h",
    type: "counter",
    aggregator: "sum",
    values: [{ labels: { kind: "a" }, value: calls }],
  },
  { name: "level", help: "h", type: "gauge", aggregator: "max", values: [{ labels: {}, value: level }] },
  {
    name: "delay",
    help: "h",
    type: "histogram",
    aggregator: "sum",
    values: [
      { metricName: "delay_bucket", labels: { le: 1 }, value: calls },
      { metricName: "delay_bucket", labels: { le: "+Inf" }, value: calls },
      { metricName: "delay_sum", labels: {}, value: calls / 2 },
      { metricName: "delay_count", labels: {}, value: calls },
    ],
  },
];
const textOf = async (snapshot: Snapshot) => (await print(snapshot)).text;

describe("several processes", () => {
  it("are added up, and a gauge is taken by its rule", async () => {
    const merge = createMerger();
    const text = await textOf(
      await merge([
        { id: "1", snapshot: of(2, 1) },
        { id: "2", snapshot: of(3, 7) },
      ]),
    );
    expect(text).toContain('calls_total{kind="a"} 5\n');
    expect(text).toContain("\nlevel 7\n");
    expect(text).toContain('delay_bucket{le="1"} 5\n');
    expect(text).toContain('delay_bucket{le="+Inf"} 5\n');
    expect(text).toContain("delay_sum 2.5\ndelay_count 5\n");
    expect(text).toContain("# TYPE delay histogram\n");
  });

  it("never let a counter fall: not while one is silent, and not after one has ended", async () => {
    const merge = createMerger();
    const callsAfter = async (sources: Parameters<typeof merge>[0]) => {
      const values = (await merge(sources)).find(({ name }) => name === "calls_total")?.values;
      return values?.map(({ value }) => value);
    };
    const second = { id: "2", snapshot: of(3, 7) };
    expect(await callsAfter([{ id: "1", snapshot: of(2, 1) }, second])).toEqual([5]);
    expect(
      await callsAfter([
        { id: "1", snapshot: of(4, 1) },
        { id: "2", snapshot: null },
      ]),
    ).toEqual([7]);
    // The second has ended, and a third is there that has counted nothing.
    expect(
      await callsAfter([
        { id: "1", snapshot: of(4, 1) },
        { id: "3", snapshot: of(0, 0) },
      ]),
    ).toEqual([7]);
    expect(
      await callsAfter([
        { id: "1", snapshot: of(4, 1) },
        { id: "3", snapshot: of(1, 0) },
      ]),
    ).toEqual([8]);
    const merged = await merge([{ id: "1", snapshot: of(4, 1) }]);
    // What a process that has ended had open is not open any more.
    expect(merged.find(({ name }) => name === "level")?.values).toEqual([{ labels: {}, value: 1 }]);
  });

  it("keep what one of them alone has counted, and name each metric once", async () => {
    const silent = of(0, 0).map((metric) => ({ ...metric, values: [] }));
    for (const order of [
      [of(2, 1), silent],
      [silent, of(2, 1)],
    ]) {
      const merged = await createMerger()(order.map((snapshot, at) => ({ id: String(at), snapshot })));
      expect(merged).toEqual(of(2, 1));
    }
    expect(await createMerger()([{ id: "1", snapshot: silent }])).toEqual(silent);
  });

  it("show one that never answered as nothing", async () => {
    expect(await createMerger()([{ id: "1", snapshot: null }])).toEqual([]);
  });
});

it("values that are no numbers are left out", () => {
  const [counter] = finite([{ ...of(1, 1)[0], values: [{ labels: {}, value: Number.NaN }] }] as Snapshot);
  expect(counter?.values).toEqual([]);
});

it("what a label holds cannot break a line", async () => {
  const hostile = 'a"} 1\nfake_total{x="\\';
  const text = await textOf([
    {
      name: "calls_total",
      help: "h",
      type: "counter",
      aggregator: "sum",
      values: [{ labels: { kind: hostile }, value: 1 }],
    },
  ]);
  expect(text.trim().split("\n")).toHaveLength(3);
  expect(text).not.toMatch(/^fake_total/m);
});
