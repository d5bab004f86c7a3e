export { nextRefundStatus, type RefundStatus, refundStatuses, refundTransitions } from "./states.ts";
export { insertRefund, type Refund, type RefundReason } from "./store.ts";
export { createRefundWorker, type RefundWorkerDeps } from "./work.ts";
