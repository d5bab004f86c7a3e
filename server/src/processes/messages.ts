import type { Bootstrapped } from "../bootstrap.ts";
import type { Snapshot } from "../metrics/measure.ts";

/** Messages from the primary process, which stops the others by SIGTERM. */
export type ProcessCommand = BeginCommand | MeasureCommand;

/** Begin to serve. */
export interface BeginCommand {
  readonly kind: "begin";
  readonly bootstrapped: Bootstrapped;
  /** The first process of this start to serve: it prepares the sandbox and prints the welcome. */
  readonly isFirstToServe: boolean;
}

/** Tell what you have counted, with this number. */
export interface MeasureCommand {
  readonly kind: "measure";
  readonly question: number;
  /** Also read the gauges that come from the database: one process of them all does. */
  readonly readsDatabase: boolean;
}

/** Messages to the primary: code loaded, serving, and then regular heartbeats. */
export type ProcessReport =
  | { readonly kind: "loaded" }
  | { readonly kind: "serving" }
  | { readonly kind: "beat" }
  | { readonly kind: "measured"; readonly question: number; readonly snapshot: Snapshot };
