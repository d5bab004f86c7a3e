import { describe, expect, it } from "vitest";
import { windowsAround } from "./time-windows.ts";

describe("windowsAround", () => {
  it.each<[string, readonly (number | null)[], readonly { fromMs: number; toMs: number }[]]>([
    ["nothing", [null], []],
    ["one instant", [10_000], [{ fromMs: 8_000, toMs: 15_000 }]],
    ["instants whose stretches touch", [17_000, 10_000, null], [{ fromMs: 8_000, toMs: 22_000 }]],
    [
      "instants far apart",
      [100_000, 10_000],
      [
        { fromMs: 8_000, toMs: 15_000 },
        { fromMs: 98_000, toMs: 105_000 },
      ],
    ],
  ])("%s", (_name, instants, expected) => expect(windowsAround(instants)).toEqual(expected));
});
