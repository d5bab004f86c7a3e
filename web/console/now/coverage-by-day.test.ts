import { expect, it } from "vitest";
import { coverageByDay } from "./coverage-by-day.ts";

const done = (day: string) => ({ day, status: "DONE", problem: null }) as const;

it("counts the compared accounts and the gaps of each day, the oldest day first", () => {
  const waits = { day: "2026-11-21", status: "WAITING", problem: null } as const;
  const failed = { ...waits, day: "2026-11-20", problem: "no answer" };
  const givenUp = { ...waits, day: "2026-11-19", status: "GIVEN_UP" } as const;
  expect(
    coverageByDay([
      { days: [waits, done("2026-11-20"), done("2026-11-19")] },
      { days: [done("2026-11-21"), failed, givenUp] },
    ]),
  ).toEqual([
    { day: "2026-11-19", compared: 1, gaps: 1, all: 2 },
    { day: "2026-11-20", compared: 1, gaps: 1, all: 2 },
    { day: "2026-11-21", compared: 1, gaps: 0, all: 2 },
  ]);
});

it("no account has no days", () => {
  expect(coverageByDay([])).toEqual([]);
});
