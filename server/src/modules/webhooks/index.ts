export { addressContext, openEndpoint, sealAddress } from "./addresses.ts";
export { challengeUnverified } from "./challenge.ts";
export { pullDeliveries } from "./due-times.ts";
export { emitEvents, type NewEvent } from "./event-store.ts";
export { type EventType, eventMeanings, eventPayload, eventTypes } from "./events.ts";
export { endpointExample } from "./examples.ts";
export { type EndpointState, endpointStateSql, endpointStates } from "./health-store.ts";
export {
  type Attempt as DeliveryAttempt,
  type Delivery,
  type EventHead,
  listAttempts,
  readDeliveriesOf,
  readEventsOf,
} from "./history-store.ts";
export {
  createWebhookWorker,
  LEASE_MS,
  type LocalWebhookWorker,
  type WebhookWorker,
  type WebhookWorkerDeps,
} from "./jobs.ts";
export { createLeaseIssuer, type SenderCapacity } from "./lease-issuer.ts";
export {
  type Lease,
  type LeaseDeliveries,
  type Leased,
  type LeasedRow,
  leaseColumnsSql,
  leasesSql,
  leasingDeliveriesSql,
  noLeaseColumnsSql,
  unleasedCountSql,
} from "./leases.ts";
export { createWebhooksModule } from "./module.ts";
export { EndpointListQuery, EndpointSchema, EventQuery, EventSchema } from "./schemas.ts";
export type { Webhooks } from "./service.ts";
export { findEndpoint, secretContext } from "./store.ts";
export { shownToOperators } from "./view.ts";
