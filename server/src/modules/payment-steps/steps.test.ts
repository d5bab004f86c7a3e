import { expect, it } from "vitest";
import { hasTrouble, type PaymentStep, type TimedStep, withStep } from "./steps.ts";

const opened: PaymentStep = { kind: "PAGE_OPENED" };
const callback = (isNew: boolean): PaymentStep => ({
  kind: "CALLBACK",
  operationId: "ch_1",
  verdict: isNew ? "TAKEN" : "DUPLICATE",
});

const after = (...steps: readonly PaymentStep[]): readonly TimedStep[] =>
  steps.reduce<readonly TimedStep[]>((before, step, index) => withStep(before, step, index * 1_000), []);

it.each<[string, readonly PaymentStep[], readonly TimedStep[]]>([
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

const routed = (refused: string | null): PaymentStep => ({
  kind: "ROUTED",
  chargeId: "ch_1",
  accountId: null,
  provider: null,
  refused,
  rules: [],
});
const outcome = (name: string): PaymentStep => ({
  kind: "OUTCOME",
  chargeId: "ch_1",
  source: "answer",
  outcome: name,
  nextStep: null,
});
it.each<[string, readonly PaymentStep[], boolean]>([
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
