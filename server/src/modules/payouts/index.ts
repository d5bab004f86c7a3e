export { type Beneficiaries, createBeneficiaries } from "./beneficiaries.ts";
export type { PayoutsDeps, PayoutWorkerDeps } from "./deps.ts";
export { payoutErrors } from "./errors.ts";
export { hastenPayout } from "./payout-store.ts";
export { createPayouts, type Payouts } from "./payouts.ts";
export { createBeneficiaryRoutes, createPayoutRoutes } from "./routes.ts";
export { type BeneficiaryStatus, beneficiaryStatuses, type PayoutStatus, payoutStatuses } from "./states.ts";
export { createPayoutWorker } from "./work.ts";
