import type { Clock } from "../../kit/clock.ts";
import { type Id, publicId } from "../../kit/ids.ts";
import { operationOf, rootOf } from "../../tracing/operations.ts";
import type { Tracing } from "../../tracing/tracing.ts";
import type { NotedStep, PaymentTrace } from "./steps.ts";

/** The journal, with spans of the steps that belong to an attempt: the choice of its route, and its outcomes. */
export function withSpans<Journal extends PaymentTrace>(
  journal: Journal,
  tracing: Tracing,
  clock: Clock,
): Journal {
  return {
    ...journal,
    note: (subject, step) => {
      journal.note(subject, step);
      traceStep(tracing, step, clock.nowMs());
    },
  };
}

const finalOutcomes = new Set(["succeeded", "failed"]);

function traceStep(tracing: Tracing, step: NotedStep, nowMs: number): void {
  if ((step.kind !== "ROUTED" && step.kind !== "OUTCOME") || step.chargeId === null) return;
  const operation = operationOf(step.chargeId);
  const attributes = { "cauris.charge": publicId("charge", step.chargeId as Id<"charge">) };
  const isRoute = step.kind === "ROUTED";
  const inDoubt = !isRoute && step.outcome === "unknown";
  tracing.end({
    ...tracing.begin(operation),
    name: isRoute ? "choose route" : "record outcome",
    kind: "internal",
    startMs: nowMs,
    endMs: nowMs,
    attributes: isRoute
      ? {
          ...attributes,
          "cauris.provider": step.provider ?? "",
          ...(step.refused === null ? {} : { "cauris.refused": step.refused }),
        }
      : { ...attributes, "cauris.outcome": step.outcome, "cauris.outcome_source": step.source },
    isError: inDoubt,
    keepsTrace: inDoubt,
    link: null,
  });
  if (isRoute || !finalOutcomes.has(step.outcome)) return;
  tracing.end({
    ...rootOf(operation),
    name: "attempt",
    kind: "internal",
    startMs: operation.madeAtMs,
    endMs: nowMs,
    attributes: { ...attributes, "cauris.outcome": step.outcome },
    isError: false,
    keepsTrace: false,
    link: null,
  });
}
