export { checkInvariant, checkInvariants, invariants } from "./check.ts";
export type { Invariant, Violation } from "./invariant.ts";
export { createInvariantsLoop } from "./loop.ts";
