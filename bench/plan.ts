import type { LatencySummary } from "./latencies.ts";

/** What crosses the borders between the processes of a measurement. */
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
  /** Seconds before anything counts. */
  readonly warmUp: number;
  readonly seconds: number;
  readonly seed: number;
  /** Payments a second that arrive whether or not earlier ones were answered; null: each connection sends its next at once. */
  readonly rate: number | null;
}

export interface LoadReport {
  readonly seconds: number;
  readonly done: number;
  /** The same with what was done while it warmed up: the other processes' clocks and counts run over that too. */
  readonly doneInAll: number;
  /** CPU seconds of the generator itself, over the time that counts. */
  readonly cpuSeconds: number;
  readonly errors: Readonly<Record<string, number>>;
  readonly calls: Readonly<Record<string, LatencySummary>>;
}

/** What the service's process is asked for, by IPC: to be sampled, and to write what was seen. */
export type ServiceOrder = { readonly kind: "profile" } | { readonly kind: "write"; readonly file: string };

/** Receivers of webhooks, by the path of their address: `tired` ones answer after 50 ms, `slow` ones after 5 s. */
export const doors = {
  quick: "/hooks",
  tired: "/hooks/tired",
  slow: "/hooks/slow",
  mute: "/hooks/mute",
} as const;

/** The HTTP client alone: `inFlight` requests at a time with this body, to the quick door. */
export interface SendOrder {
  readonly port: number;
  readonly inFlight: number;
  readonly warmUp: number;
  readonly seconds: number;
  readonly body: string;
}

export interface SendReport {
  readonly perSecond: number;
  /** The sender's CPU for one request. */
  readonly micros: number;
}
