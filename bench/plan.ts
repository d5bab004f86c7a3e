import type { LatencySummary } from "./latencies.ts";
import type { ThreadReport } from "./thread.ts";

/** Messages between the processes of a measurement. */
export interface MerchantKey {
  readonly merchantId: string;
  readonly apiKey: string;
  readonly walletId: string;
}

export interface LoadOrder {
  readonly port: number;
  readonly merchants: readonly MerchantKey[];
  readonly kind: "payments" | "status";
  /** A link of the first merchant, for `link`. */
  readonly slug: string | null;
  readonly connections: number;
  /** Unmeasured seconds at the beginning. */
  readonly warmUp: number;
  readonly seconds: number;
  readonly seed: number;
  /**
   * Payments a second that arrive whether or not earlier ones were answered; null: each connection sends its next one
   * at once.
   */
  readonly rate: number | null;
  /** The provider reports the result later: each payer waits for it. */
  readonly waits?: boolean;
  /** Reports what was acknowledged, to be looked up later. */
  readonly keeps?: boolean;
  /** Of the payers' phones; ORANGE when absent. */
  readonly operator?: Operator;
}

export const operatorPrefixes = { ORANGE: "07", MTN: "05" } as const;
export type Operator = keyof typeof operatorPrefixes;

/** How soon a provider that reports later has the result, in milliseconds. */
export const REPORT_AFTER_MS = 20;

/** An account that takes all mobile money, in place of the sandbox's own. */
export interface ExtraAccount {
  readonly provider: string;
  readonly settings: Readonly<Record<string, string>>;
}

export interface LoadReport {
  readonly seconds: number;
  readonly done: number;
  /** The same including the warm-up: the other processes' clocks and counts cover that too. */
  readonly doneInAll: number;
  /** CPU seconds of the generator itself, during the measurement. */
  readonly cpuSeconds: number;
  readonly errors: Readonly<Record<string, number>>;
  readonly calls: Readonly<Record<string, LatencySummary>>;
  /** Sessions made and payments succeeded, the warm-up included; absent unless asked for. */
  readonly kept?: { readonly created: readonly string[]; readonly paid: readonly string[] };
}

/** Orders to the service's process, by IPC: to be sampled, and to write the samples. */
export type ServiceOrder =
  | { readonly kind: "profile" }
  | { readonly kind: "write"; readonly file: string }
  | { readonly kind: "watch" }
  | { readonly kind: "watched" };

export interface ServiceAnswer {
  /** Answers "watched"; null where several processes answer requests. */
  readonly thread: ThreadReport | null;
}

/** Receivers of webhooks, by the path of their address: `tired` ones answer after 50 ms, `slow` ones after 5 s. */
export const doors = {
  quick: "/hooks",
  tired: "/hooks/tired",
  slow: "/hooks/slow",
  mute: "/hooks/mute",
} as const;

/** The HTTP client alone: `inFlight` requests at a time with this body, to the quick receiver. */
export interface SendOrder {
  readonly port: number;
  readonly inFlight: number;
  readonly warmUp: number;
  readonly seconds: number;
  readonly body: string;
}

export interface SendReport {
  readonly perSecond: number;
  /** The sender's CPU per request. */
  readonly micros: number;
}
