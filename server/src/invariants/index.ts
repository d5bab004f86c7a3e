export { ALL_HISTORY, checkInvariant, checkInvariants, invariants, type Span } from "./check.ts";
export type { Invariant, Violation } from "./invariant.ts";
export { CHECK_TIMEOUT_MS, type CheckConnection, createInvariantsLoop } from "./loop.ts";
