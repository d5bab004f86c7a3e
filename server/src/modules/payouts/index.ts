export { nameCheckDelayMs } from "./beneficiary-rules.ts";
export { beneficiaryExample, payoutExample } from "./examples.ts";
export type { PayoutWorker } from "./jobs/send-payouts.ts";
export { createPayoutsModule } from "./module.ts";
export { accountMacs } from "./named.ts";
export { findPayout } from "./payout-store.ts";
export type { Payouts } from "./payouts.ts";
export { PayoutListQuery, PayoutView } from "./schemas.ts";
export type { Payout } from "./types.ts";
