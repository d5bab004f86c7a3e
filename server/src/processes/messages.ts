import type { Bootstrapped } from "../bootstrap.ts";

/** The message from the primary process: begin to serve. They are stopped by SIGTERM. */
export interface ProcessCommand {
  readonly kind: "begin";
  readonly bootstrapped: Bootstrapped;
  /** The first process of this start to serve: it prepares the sandbox and prints the welcome. */
  readonly isFirstToServe: boolean;
}

/** Messages to the primary: code loaded, serving, and then regular heartbeats. */
export type ProcessReport =
  | { readonly kind: "loaded" }
  | { readonly kind: "serving" }
  | { readonly kind: "beat" };
