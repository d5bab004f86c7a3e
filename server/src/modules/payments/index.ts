export { failureMessage } from "./failure-messages.ts";
export * from "./payer.ts";
export { parseProviderReference, providerReference } from "./reference.ts";
export { createPaymentsRoutes, type PaymentsRoutesDeps } from "./routes.ts";
export * from "./rows.ts";
export { ChargeView, CustomerView, PaymentIntentView } from "./schemas.ts";
export { createSettlementWorker } from "./settle.ts";
export * from "./states.ts";
export type * from "./types.ts";
export {
  chargeView,
  customerView,
  intentView,
  iso,
  isoOrNull,
  maskedCustomer,
  type ViewContext,
} from "./view.ts";
