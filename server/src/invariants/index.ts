export { checkInvariant, checkInvariants, invariants } from "./check.ts";
export type { Violation } from "./invariant.ts";
export { CHECK_TIMEOUT_MS, type CheckConnection, createInvariantsLoop } from "./jobs.ts";
