import type { MerchantNo } from "../../kit/ids.ts";
import type { RouteVerdicts } from "../routing/index.ts";

/** What the steps belong to: a payment by its intent, also its refunds; a payout by its own id. */
export interface StepSubject {
  readonly merchantNo: MerchantNo;
  readonly paymentIntentId: string;
}

/** Something that happened around a payment and changes no row. No phone, no secret, no body. */
type StepWith<Rules> =
  /** `by`: the public id of the key or person; null: the payer, through a payment link. */
  | { readonly kind: "CREATED"; readonly by: string | null }
  | { readonly kind: "PAGE_OPENED" }
  | { readonly kind: "METHODS_OFFERED"; readonly methods: readonly string[] }
  | {
      readonly kind: "ROUTED";
      /** Null: of the payout that the subject is. */
      readonly chargeId: string | null;
      readonly accountId: string | null;
      readonly provider: string | null;
      /** Why no route was found; null: one was. */
      readonly refused: string | null;
      readonly rules: Rules;
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

type PaymentStep = StepWith<RouteVerdicts>;
/** A busy service writes the steps of few payments: what became of the rules is worked out for those alone. */
export type NotedStep = StepWith<() => RouteVerdicts>;

/** The same step several times in a row is one, counted. */
interface Times {
  readonly atMs: number;
  /** Of the last time; absent where there is one. */
  readonly untilMs?: number;
  readonly times?: number;
}
export type TimedStep = PaymentStep & Times;
export type TimedNote = NotedStep & Times;

/** Notes steps. It never waits and never throws: the payment goes on. */
export interface PaymentTrace {
  note(subject: StepSubject, step: NotedStep): void;
}

/** A step with what became of the rules. Pure. */
export function workedOut(step: TimedNote): TimedStep {
  return step.kind === "ROUTED" ? { ...step, rules: step.rules() } : step;
}

/** `steps` with one more; the same as the last one is counted. Pure. */
export function withStep(steps: readonly TimedNote[], step: NotedStep, atMs: number): readonly TimedNote[] {
  const last = steps.at(-1);
  if (last === undefined || !isSame(last, step)) return [...steps, { ...step, atMs }];
  return [...steps.slice(0, -1), { ...last, untilMs: atMs, times: (last.times ?? 1) + 1 }];
}

/** Whether something went wrong: no route or a second one, an outcome that failed or is unknown, a refused report. Pure. */
export function hasTrouble(steps: readonly TimedNote[]): boolean {
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

function isSame(last: TimedNote, step: NotedStep): boolean {
  if (last.kind !== step.kind) return false;
  const { atMs, untilMs: _last, times: _times, ...before } = workedOut(last);
  const { atMs: _same, ...now } = workedOut({ ...step, atMs });
  return JSON.stringify(before) === JSON.stringify(now);
}
