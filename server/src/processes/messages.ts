import type { Ground } from "../ground.ts";

/** What the first process tells the others. */
export type Order =
  | {
      readonly kind: "begin";
      readonly ground: Ground;
      /** The first to serve at this start: it prepares the sandbox and greets. */
      readonly isFirst: boolean;
    }
  | { readonly kind: "stop" };

/** What they tell the first: that their code is loaded, and that they serve. */
export type Report = { readonly kind: "loaded" } | { readonly kind: "serving" };
