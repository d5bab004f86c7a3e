import type { MerchantNo } from "../kit/ids.ts";
import type { Leased } from "../modules/webhooks/index.ts";

/** What the thread is started with, beside the process's environment. */
export interface ThreadData {
  /** The address that the service itself works with. */
  readonly databaseUrl: string;
  /** Of the way out to the network. */
  readonly allowLoopback: boolean;
  readonly forbiddenHosts: readonly string[];
  /** Set on every line of its log. */
  readonly logFields: Readonly<Record<string, string | number>>;
  /** Standard output is a terminal: only the first thread sees that. */
  readonly isTerminal: boolean;
}

/** A delivery on its way to the thread: a buffer would take along all of the memory that it is a part of. */
export interface Handed {
  readonly delivery: Omit<Leased["delivery"], "secret" | "previousSecret"> & {
    readonly secret: string;
    readonly previousSecret: string | null;
  };
  readonly endsAtMs: number;
}

/** What the process tells the thread. */
export type Order =
  | { readonly kind: "take"; readonly handed: readonly Handed[] }
  /** Deliveries have become due. */
  | { readonly kind: "look" }
  | { readonly kind: "stop" };

/** What the thread tells: how it stands, after so many handed deliveries. `room` is null while it takes none. */
export interface Report {
  readonly kind: "standing";
  readonly taken: number;
  readonly room: number | null;
  readonly backlogs: readonly MerchantNo[];
}

export function toHanded({ delivery, endsAtMs }: Leased): Handed {
  const secret = delivery.secret.toString("latin1");
  const previousSecret = delivery.previousSecret?.toString("latin1") ?? null;
  return { delivery: { ...delivery, secret, previousSecret }, endsAtMs };
}

export function fromHanded({ delivery, endsAtMs }: Handed): Leased {
  const secret = Buffer.from(delivery.secret, "latin1");
  const { previousSecret: previous } = delivery;
  const previousSecret = previous === null ? null : Buffer.from(previous, "latin1");
  return { delivery: { ...delivery, secret, previousSecret }, endsAtMs };
}
