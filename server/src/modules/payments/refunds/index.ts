export { refundErrors } from "./errors.ts";
export { refundExample } from "./examples.ts";
export { createRefundWorker, type RefundWorker } from "./jobs.ts";
export { createRefundCallbacks } from "./refund-callbacks.ts";
export { createRefundsRoutes } from "./routes.ts";
export { RefundListQuery, RefundView } from "./schemas.ts";
export { createRefunds, type Refunds } from "./service.ts";
export {
  closeRefundReview,
  insertAnyRefund,
  insertRefund,
  isRefundOver,
  readRefunds,
  readRefundsOfCharges,
} from "./store.ts";
export type { TakeBack } from "./take-back.ts";
export type { Refund, RefundRoute } from "./types.ts";
