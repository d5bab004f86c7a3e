import type { FailureCode } from "../../kit/payment-terms.ts";
import { scenarioNamed, scenarioNames } from "./rules.ts";
import { toFailureCode } from "./status-map.ts";

/** What a developer must know of a scenario to try it. */
export interface GuidedScenario {
  readonly name: string;
  /** Last three digits of the phone that choose it too; null for every phone whose end chooses nothing. */
  readonly phoneSuffix: string | null;
  readonly text: { readonly en: string; readonly fr: string };
  /** Why the payment fails in the end; null: it does not, or nobody knows. */
  readonly failureCode: FailureCode | null;
  /** Refunds and payouts simply succeed. */
  readonly paymentsOnly: boolean;
}

/** Every scenario that a request can name, in the order of the documentation. */
export const scenarioGuide: readonly GuidedScenario[] = scenarioNames.map((name) => {
  const { suffix, text, paymentsOnly } = scenarioNamed(name);
  return { name, phoneSuffix: suffix, text, failureCode: failureCodeOf(name), paymentsOnly };
});

function failureCodeOf(name: string): FailureCode | null {
  const { steps, startCode } = scenarioNamed(name);
  const code = steps.length === 0 ? startCode : (steps.at(-1)?.code ?? null);
  return code === null ? null : toFailureCode(code);
}
