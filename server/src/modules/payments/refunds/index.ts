export type { RefundsDeps, RefundWorkerDeps } from "./deps.ts";
export { refundErrors } from "./errors.ts";
export { refundExample } from "./examples.ts";
export { createRefundsRoutes } from "./routes.ts";
export { createRefunds, type Refunds } from "./service.ts";
export { nextRefundStatus, type RefundStatus, refundStatuses, refundTransitions } from "./states.ts";
export { hastenRefund, insertAnyRefund, insertRefund, readRefunds } from "./store.ts";
export type { FeePolicy, Refund, RefundReason, RefundRoute } from "./types.ts";
export { createRefundWorker, type RefundWorker } from "./work.ts";
