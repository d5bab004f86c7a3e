import type { LatencySummary } from "./latencies.ts";
import type { MerchantKey } from "./plan.ts";

/** Payments that begin at given rates, one step after the other. */
export interface SurgeOrder {
  readonly port: number;
  readonly merchants: readonly MerchantKey[];
  readonly seed: number;
  readonly steps: readonly { readonly rate: number; readonly seconds: number }[];
}

/** The results of those who arrived in a step, or in one second of it. */
export interface Surge {
  readonly came: number;
  readonly paid: number;
  /** Refused with 503, at each of the two requests. */
  readonly refused: Readonly<Record<"create" | "complete", number>>;
  readonly failed: Readonly<Record<string, number>>;
  /** Times of other answers, and of refusals. */
  readonly create: LatencySummary;
  readonly complete: LatencySummary;
  readonly refusal: LatencySummary;
}

export interface SurgeReport {
  readonly steps: readonly Surge[];
  readonly seconds: readonly Surge[];
  /** Requests without an answer. */
  readonly unanswered: number;
  /** Sessions made and payments succeeded according to the service, and those that it did not know afterwards. */
  readonly acknowledged: number;
  readonly lost: readonly string[];
}
