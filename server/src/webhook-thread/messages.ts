import type { MerchantNo } from "../kit/ids.ts";
import type { Snapshot } from "../metrics/measure.ts";
import type { Leased } from "../modules/webhooks/index.ts";

/** What the thread receives at its start, in addition to the process's environment. */
export interface ThreadData {
  /** The address that the service itself uses. */
  readonly databaseUrl: string;
  /** The same past a pooler. */
  readonly databaseDirectUrl: string;
  /** Settings of the network guard. */
  readonly allowLoopback: boolean;
  readonly allowLiveLoopback: boolean;
  readonly forbiddenHosts: readonly string[];
  /** Set on every line of its log. */
  readonly logFields: Readonly<Record<string, string | number>>;
  /** Standard output is a terminal: only the main thread can see that. */
  readonly isTerminal: boolean;
}

/**
 * A delivery for the thread. Its secrets are strings: a message would copy a pooled buffer together with all of the memory
 * it belongs to.
 */
export interface Handed {
  readonly delivery: Omit<Leased["delivery"], "sealedUrl" | "secret" | "previousSecret"> & {
    readonly sealedUrl: string;
    readonly secret: string;
    readonly previousSecret: string | null;
  };
  readonly endsAtMs: number;
}

/** Messages from the process to the thread. */
export type ThreadCommand =
  | { readonly kind: "take"; readonly handed: readonly Handed[] }
  /** Deliveries have become due. */
  | { readonly kind: "look" }
  /** Tell what you have counted, with this number. */
  | { readonly kind: "measure"; readonly question: number }
  | { readonly kind: "stop" };

/** Messages from the thread. */
export type ThreadReport = CapacityReport | MeasuredReport;

export interface MeasuredReport {
  readonly kind: "measured";
  readonly question: number;
  readonly snapshot: Snapshot;
}

/** Its state after this many handed deliveries. `room` is null while it takes none. */
export interface CapacityReport {
  readonly kind: "capacity";
  readonly taken: number;
  readonly room: number | null;
  readonly backlogs: readonly MerchantNo[];
}

export function toHanded({ delivery, endsAtMs }: Leased): Handed {
  const sealedUrl = delivery.sealedUrl.toString("latin1");
  const secret = delivery.secret.toString("latin1");
  const previousSecret = delivery.previousSecret?.toString("latin1") ?? null;
  return { delivery: { ...delivery, sealedUrl, secret, previousSecret }, endsAtMs };
}

export function fromHanded({ delivery, endsAtMs }: Handed): Leased {
  const sealedUrl = Buffer.from(delivery.sealedUrl, "latin1");
  const secret = Buffer.from(delivery.secret, "latin1");
  const { previousSecret: previous } = delivery;
  const previousSecret = previous === null ? null : Buffer.from(previous, "latin1");
  return { delivery: { ...delivery, sealedUrl, secret, previousSecret }, endsAtMs };
}
