/** What crosses the borders to the processes that read and wait. Paths lie below the API's own. */
export interface ReadTarget {
  readonly path: string;
  /** Null: a public operation. */
  readonly apiKey: string | null;
}

export interface ReadOrder {
  readonly port: number;
  /** What the call is called in the report. */
  readonly call: string;
  /** Each connection asks for one of these, and for another one as soon as it has its answer. */
  readonly targets: readonly ReadTarget[];
  readonly connections: number;
  /** Seconds before anything counts. */
  readonly warmUp: number;
  readonly seconds: number;
  readonly seed: number;
}

/**
 * What the process of those who wait is told. `wait`: each session gets a payer's phone that asks for its status and holds
 * the line; it answers once all have asked. `pay`: payers pay these, so many a second; it answers when all of them and all
 * who waited for them have heard.
 */
export type WaitOrder =
  | { readonly kind: "wait"; readonly port: number; readonly sessionIds: readonly string[] }
  | { readonly kind: "pay"; readonly sessionIds: readonly string[]; readonly perSecond: number };
