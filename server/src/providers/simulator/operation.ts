import type { CurrencyCode } from "../../kit/currency.ts";
import type { Locale } from "../../kit/money.ts";
import type { PaymentMethod } from "../../kit/payment-terms.ts";
import { nextStatus, type Transitions } from "../../kit/state-machine.ts";
import type { SimulatorCode } from "./codes.ts";
import { type Scenario, scenarioNamed, stepDueMs } from "./rules.ts";

export type OperationKind = "PAYMENT" | "REFUND" | "PAYOUT";
/** LOST: forgotten deliberately. WAITING: the payer has a page. PENDING: it continues without the payer. */
export type OperationStatus = "LOST" | "WAITING" | "PENDING" | "SUCCEEDED" | "FAILED";
export type OperationEvent = "begin" | "succeed" | "fail";
/** The page on which the payer acts. */
export type PageKind = "APPROVAL" | "CARD" | "THREE_D_SECURE" | "WALLET" | "QR" | "BANK";

/** FAILED can become SUCCEEDED: operators do confirm what they had given up. */
export const operationTransitions: Transitions<OperationStatus, OperationEvent> = {
  LOST: { begin: "PENDING" },
  WAITING: { begin: "PENDING", succeed: "SUCCEEDED", fail: "FAILED" },
  PENDING: { succeed: "SUCCEEDED", fail: "FAILED" },
  FAILED: { succeed: "SUCCEEDED" },
  SUCCEEDED: {},
};

/** One payment, refund or payout in the simulator's own book. Amounts in minor units, times in epoch milliseconds. */
export interface Operation {
  readonly accountId: string;
  readonly kind: OperationKind;
  readonly reference: string;
  readonly id: string;
  readonly requestMac: Buffer;
  readonly status: OperationStatus;
  readonly code: SimulatorCode | null;
  readonly method: PaymentMethod | null;
  readonly operator: string | null;
  readonly country: string | null;
  readonly phoneMasked: string | null;
  readonly phoneLast3: string | null;
  readonly amount: bigint;
  readonly currency: CurrencyCode;
  readonly amountTaken: bigint | null;
  readonly amountRefunded: bigint;
  readonly transactionId: string | null;
  readonly parentReference: string | null;
  readonly scenario: string;
  readonly step: number;
  readonly begunAtMs: number;
  readonly nextStepAtMs: number | null;
  readonly busyAnswersLeft: number;
  readonly page: PageKind | null;
  readonly qrPayload: string | null;
  readonly transferReference: string | null;
  readonly walletId: string | null;
  readonly pinFailures: number;
  readonly cardBrand: string | null;
  readonly cardLast4: string | null;
  readonly cardCode: SimulatorCode | null;
  readonly title: string;
  /** Who is paid, for the payer's eyes; empty where nobody said. */
  readonly merchantName: string;
  readonly locale: Locale;
  readonly returnUrl: Buffer | null;
  readonly callbackUrl: string | null;
  readonly expiresAtMs: number | null;
}

/** The next change of an operation. `nextStepAtMs` and `step` describe what follows it. */
export interface Change {
  readonly event: "succeed" | "fail";
  readonly code: SimulatorCode | null;
  readonly step: number;
  readonly nextStepAtMs: number | null;
}

/** A change that is the last one. */
export const finalChange = (operation: Operation, code: SimulatorCode | null): Change => ({
  event: code === null ? "succeed" : "fail",
  code,
  step: operation.step,
  nextStepAtMs: null,
});

/** When the step at `index` of a scenario is due, or null when there is none. */
export function stepTimeMs(
  scenario: Scenario,
  index: number,
  begunMs: number,
  expiresMs: number | null,
): number | null {
  const step = scenario.steps[index];
  return step === undefined ? null : stepDueMs(step, begunMs, expiresMs);
}

/** The change due at `nowMs`, or null. Pure: the caller applies it and asks again, since several may be due. */
export function dueChange(operation: Operation, nowMs: number): Change | null {
  if (operation.nextStepAtMs === null || operation.nextStepAtMs > nowMs) return null;
  // The payer did not use the page in time.
  if (operation.status === "WAITING") return finalChange(operation, "EXPIRED");
  const scenario = scenarioNamed(operation.scenario);
  const step = scenario.steps[operation.step];
  if (step === undefined) return null;
  const following = operation.step + 1;
  return {
    event: step.status === "SUCCEEDED" ? "succeed" : "fail",
    code: step.code,
    step: following,
    nextStepAtMs: stepTimeMs(scenario, following, operation.begunAtMs, operation.expiresAtMs),
  };
}

/** The status after the change, or null when the operation's status does not allow it. */
export function statusAfter(operation: Operation, change: Change): "SUCCEEDED" | "FAILED" | null {
  const next = nextStatus(operationTransitions, operation.status, change.event);
  return next === "SUCCEEDED" || next === "FAILED" ? next : null;
}
