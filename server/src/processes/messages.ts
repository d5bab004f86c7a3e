import type { Ground } from "../ground.ts";

/** What the first process tells the others: to serve. To stop they are told by SIGTERM. */
export interface Order {
  readonly kind: "begin";
  readonly ground: Ground;
  /** The first to serve at this start: it prepares the sandbox and greets. */
  readonly isFirst: boolean;
}

/** What they tell the first: that their code is loaded, that they serve, and from then on, again and again, that they live. */
export type Report = { readonly kind: "loaded" } | { readonly kind: "serving" } | { readonly kind: "beat" };
