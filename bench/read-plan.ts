/** Messages to the processes that read and wait. Paths are relative to the API's own. */
export interface ReadTarget {
  readonly path: string;
  /** Null: a public operation. */
  readonly apiKey: string | null;
}

export interface ReadOrder {
  readonly port: number;
  /** The name of the call in the report. */
  readonly call: string;
  /** Each connection requests one of these, and another one as soon as it has its answer. */
  readonly targets: readonly ReadTarget[];
  readonly connections: number;
  /** Unmeasured seconds at the beginning. */
  readonly warmUp: number;
  readonly seconds: number;
  readonly seed: number;
}

/**
 * Orders to the process of the waiters. `wait`: for each session a payer's phone long-polls its status; the process
 * answers once all have asked. `pay`: payers pay these, so many a second; it answers when all of them and all waiters
 * have their answer.
 */
export type WaitOrder =
  | { readonly kind: "wait"; readonly port: number; readonly sessionIds: readonly string[] }
  | { readonly kind: "pay"; readonly sessionIds: readonly string[]; readonly perSecond: number };
