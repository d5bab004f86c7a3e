import type { MerchantNo } from "../../kit/ids.ts";
import type { RouteVerdicts } from "../routing/index.ts";

/** What the steps belong to: a payment by its intent, also its refunds; a payout by its own id. */
export interface StepSubject {
  readonly merchantNo: MerchantNo;
  readonly paymentIntentId: string;
}

/** Something that happened around a payment and changes no row. No phone, no secret, no body. */
export type PaymentStep =
  /** `by`: the public id of the key or person; null: the payer, through a payment link. */
  | { readonly kind: "CREATED"; readonly by: string | null }
  | { readonly kind: "PAGE_OPENED" }
  | { readonly kind: "METHODS_OFFERED"; readonly methods: readonly string[] }
  | {
      readonly kind: "ROUTED";
      readonly chargeId: string;
      readonly accountId: string | null;
      readonly provider: string | null;
      /** Why no route was found; null: one was. */
      readonly refused: string | null;
      readonly rules: RouteVerdicts;
    }
  | {
      readonly kind: "OUTCOME";
      readonly chargeId: string;
      readonly source: "answer" | "callback" | "query";
      readonly outcome: string;
      /** The payer's next step, by its kind; null: none. */
      readonly nextStep: string | null;
    }
  /** A report about an operation. DUPLICATE: it can change nothing any more. REFUSED: it did not know the operation's secret. */
  | {
      readonly kind: "CALLBACK";
      readonly operationId: string;
      readonly verdict: "TAKEN" | "DUPLICATE" | "REFUSED";
    };

/** The same step several times in a row is one, counted. */
export type TimedStep = PaymentStep & {
  readonly atMs: number;
  /** Of the last time; absent where there is one. */
  readonly untilMs?: number;
  readonly times?: number;
};

/** Notes steps. It never waits and never throws: the payment goes on. */
export interface PaymentTrace {
  note(subject: StepSubject, step: PaymentStep): void;
}

/** `steps` with one more; the same as the last one is counted. Pure. */
export function withStep(steps: readonly TimedStep[], step: PaymentStep, atMs: number): readonly TimedStep[] {
  const last = steps.at(-1);
  if (last === undefined || !isSame(last, step)) return [...steps, { ...step, atMs }];
  return [...steps.slice(0, -1), { ...last, untilMs: atMs, times: (last.times ?? 1) + 1 }];
}

/** Whether something went wrong: no route or a second one, an outcome that failed or is unknown, a refused report. Pure. */
export function hasTrouble(steps: readonly TimedStep[]): boolean {
  const routes = steps.filter(({ kind }) => kind === "ROUTED").length;
  return (
    routes > 1 ||
    steps.some(
      (step) =>
        (step.kind === "ROUTED" && step.refused !== null) ||
        (step.kind === "OUTCOME" && (step.outcome === "failed" || step.outcome === "unknown")) ||
        (step.kind === "CALLBACK" && step.verdict === "REFUSED"),
    )
  );
}

function isSame(last: TimedStep, step: PaymentStep): boolean {
  const { atMs: _first, untilMs: _last, times: _times, ...before } = last;
  return before.kind === step.kind && JSON.stringify(before) === JSON.stringify(step);
}
