import { operationOfReference, rootOf } from "../tracing/operations.ts";
import type { Tracing } from "../tracing/tracing.ts";
import type { CallAction, ProviderCallRecord } from "./recorder.ts";

/** The span of one call. */
export interface CallSpan {
  /** Sent with each request of the call. */
  readonly traceparent: string;
  end(call: ProviderCallRecord): void;
}

/** Calls whose outcome ends a refund or a payout, by what ends. A charge's end is known where it is recorded. */
const ending: Readonly<Partial<Record<CallAction, string>>> = {
  refund: "refund",
  query_refund: "refund",
  payout: "payout",
  query_payout: "payout",
};
const outcomesThatEnd = new Set(["succeeded", "failed"]);
const outcomesInDoubt = new Set(["unknown", "unavailable"]);

/** Begins the span of a call about the operation with this reference; null: about none. */
export function beginCallSpan(tracing: Tracing, reference: string | null): CallSpan {
  const operation = reference === null ? null : operationOfReference(reference);
  const ids = tracing.begin(operation);
  return {
    traceparent: tracing.traceparent(ids),
    end: (call) => {
      const endMs = call.startedAtMs + call.durationMs;
      const status = call.exchanges.at(-1)?.status ?? null;
      const inDoubt = outcomesInDoubt.has(call.outcome);
      tracing.end({
        ...ids,
        name: `${call.provider} ${call.action}`,
        kind: "client",
        startMs: call.startedAtMs,
        endMs,
        attributes: {
          "cauris.provider": call.provider,
          "cauris.provider_account": call.accountId,
          "cauris.outcome": call.outcome,
          "cauris.requests": call.exchanges.length,
          ...(call.reference === null ? {} : { "cauris.reference": call.reference }),
          ...(call.code === null ? {} : { "cauris.provider_code": call.code }),
          ...(status === null ? {} : { "http.response.status_code": status }),
        },
        isError: inDoubt || call.alarm,
        keepsTrace: inDoubt || call.alarm,
        link: null,
      });
      const ended = ending[call.action];
      if (operation === null || ended === undefined || !outcomesThatEnd.has(call.outcome)) return;
      tracing.end({
        ...rootOf(operation),
        name: ended,
        kind: "internal",
        startMs: operation.madeAtMs,
        endMs,
        attributes: { "cauris.outcome": call.outcome },
        isError: false,
        keepsTrace: false,
        link: null,
      });
    },
  };
}
