import { expect, it } from "vitest";
import type { RouteVerdicts } from "../routing/index.ts";
import { hasTrouble, type NotedStep, type TimedNote, withStep, workedOut } from "./steps.ts";

const opened: NotedStep = { kind: "PAGE_OPENED" };
const callback = (isNew: boolean): NotedStep => ({
  kind: "CALLBACK",
  operationId: "ch_1",
  verdict: isNew ? "TAKEN" : "DUPLICATE",
});

const after = (...steps: readonly NotedStep[]): readonly TimedNote[] =>
  steps.reduce<readonly TimedNote[]>((before, step, index) => withStep(before, step, index * 1_000), []);

it.each<[string, readonly NotedStep[], readonly TimedNote[]]>([
  ["one step", [opened], [{ ...opened, atMs: 0 }]],
  [
    "the same step again is counted, from its first time to its last",
    [opened, opened, opened],
    [{ ...opened, atMs: 0, untilMs: 2_000, times: 3 }],
  ],
  [
    "the same step after another one is a step of its own",
    [opened, callback(true), opened],
    [
      { ...opened, atMs: 0 },
      { ...callback(true), atMs: 1_000 },
      { ...opened, atMs: 2_000 },
    ],
  ],
  [
    "a step of the same kind that says something else is another one",
    [callback(true), callback(false), callback(false)],
    [
      { ...callback(true), atMs: 0 },
      { ...callback(false), atMs: 1_000, untilMs: 2_000, times: 2 },
    ],
  ],
])("%s", (_name, steps, expected) => {
  expect(after(...steps)).toEqual(expected);
});

const routed = (refused: string | null): NotedStep => ({
  kind: "ROUTED",
  chargeId: "ch_1",
  accountId: null,
  provider: null,
  refused,
  rules: () => [],
});
it("works out what became of the rules only when it is asked, or to compare two routes in a row", () => {
  const asked: string[] = [];
  const through = (verdict: "TAKES" | "NO_ACCOUNT"): NotedStep => ({
    ...(routed(null) as Extract<NotedStep, { kind: "ROUTED" }>),
    rules: (): RouteVerdicts => {
      asked.push(verdict);
      return [{ ruleId: "r1", subTenantId: "s1", verdict, accounts: [] }];
    },
  });
  const one = after(opened, through("TAKES"), outcome("succeeded"));
  expect(hasTrouble(one)).toBe(false);
  expect(asked).toEqual([]);
  expect(one.map(workedOut)[1]).toMatchObject({ rules: [{ verdict: "TAKES" }], atMs: 1_000 });
  const twice = after(through("TAKES"), through("TAKES"), through("NO_ACCOUNT")).map(workedOut);
  expect(twice).toMatchObject([
    { rules: [{ verdict: "TAKES" }], times: 2, untilMs: 1_000 },
    { rules: [{ verdict: "NO_ACCOUNT" }], atMs: 2_000 },
  ]);
});

const outcome = (name: string): NotedStep => ({
  kind: "OUTCOME",
  chargeId: "ch_1",
  source: "answer",
  outcome: name,
  nextStep: null,
});
it.each<[string, readonly NotedStep[], boolean]>([
  ["a payment that succeeds", [opened, routed(null), outcome("succeeded"), callback(false)], false],
  ["a payment that waits", [routed(null), outcome("pending")], false],
  ["no route", [routed("PROVIDER_UNAVAILABLE")], true],
  ["a second account", [routed(null), outcome("pending"), routed(null)], true],
  ["a failure", [routed(null), outcome("failed")], true],
  ["an unknown outcome", [outcome("unknown")], true],
  ["a refused report", [{ kind: "CALLBACK", operationId: "ch_1", verdict: "REFUSED" }], true],
])("trouble: %s", (_name, steps, expected) => {
  expect(hasTrouble(after(...steps))).toBe(expected);
});
