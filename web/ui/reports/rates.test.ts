import { expect, it } from "vitest";
import type { ReportSeries } from "../api/views.ts";
import { ratesByInterval } from "./rates.ts";

type Line = ReportSeries["series"][number];

/** Only what the rule reads. */
const line = (points: readonly (readonly [start: string, succeeded: number, failed: number])[]): Line =>
  ({
    points: points.map(([start, succeeded, failed]) => ({ start, attempts: { succeeded, failed } })),
  }) as unknown as Line;

it("lines are added before they are divided, and an interval in which nothing was decided has no rate", () => {
  const series = [
    line([
      ["a", 9, 1],
      ["c", 0, 2],
    ]),
    line([["a", 0, 10]]),
  ];
  expect(ratesByInterval({ starts: ["a", "b", "c"], series })).toEqual([0.45, null, 0]);
});
