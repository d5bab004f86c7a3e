import type { LatencySummary } from "./latencies.ts";

/** What crosses the borders between the processes of a measurement. */
export interface MerchantKey {
  readonly merchantId: string;
  readonly apiKey: string;
  readonly walletId: string;
}

/** How the load is spread over merchants. */
export type Spread = "all" | "one" | "link";

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
  /** CPU seconds of the generator itself, over the time that counts. */
  readonly cpuSeconds: number;
  readonly errors: Readonly<Record<string, number>>;
  readonly calls: Readonly<Record<string, LatencySummary>>;
}

/** What the service's process is asked for, by IPC: to be sampled, and to write what was seen. */
export type ServiceOrder = { readonly kind: "profile" } | { readonly kind: "write"; readonly file: string };
