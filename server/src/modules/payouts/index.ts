export { nameCheckDelayMs } from "./beneficiary-rules.ts";
export { beneficiaryExample, payoutExample } from "./examples.ts";
export { createPayoutsModule } from "./module.ts";
export { findPayout } from "./payout-store.ts";
export type { Payouts } from "./payouts.ts";
export type { PayoutWorker } from "./work.ts";
