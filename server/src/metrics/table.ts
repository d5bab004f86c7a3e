import { failureCodes, modes, paymentMethods } from "../kit/payment-terms.ts";
import { countries, httpStatus, ids, names, oneOf, orEmpty, versions } from "./labels.ts";
import { counter, type Declared, gauge, histogram } from "./measure.ts";

/**
 * Every metric that is counted in memory, declared once. Names follow OpenTelemetry's conventions where there is one,
 * with underscores; times are in seconds. No merchant, key, phone number or session is ever a label.
 * `docs/operating/metrics.md` is compared with this table.
 */
export const counted: Declared[] = [];

const httpMethods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"] as const;
/** Of one answer, from a page's to that of a slow provider. */
const requestSeconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10] as const;
/** Of something that takes a millisecond when all is well. */
const shortSeconds = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.1, 0.5, 2.5] as const;
const providerSeconds = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60] as const;
const MINUTE = 60;
const HOUR = 3_600;
const resolutionSeconds = [
  1,
  2,
  5,
  15,
  MINUTE,
  5 * MINUTE,
  15 * MINUTE,
  HOUR,
  6 * HOUR,
  24 * HOUR,
  72 * HOUR,
] as const;
const batchSizes = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512] as const;

const mode = oneOf(modes);
const operator = names(60);
/** The label that the interface has for a batch writer, as in `DATABASE_LANES`. */
export const WRITER = "lane";
/** As many batch writers as a process can have, and those that read and count. */
const writer = { [WRITER]: names(70) };

export const httpRequestSeconds = histogram(counted, {
  name: "http_server_request_duration_seconds",
  help: "From the request to the end of its answer; a waiting status request lasts as long as its wait",
  labels: {
    http_request_method: oneOf(httpMethods),
    http_route: names(900),
    http_response_status_code: httpStatus,
  },
  setsMax: 1_500,
  buckets: requestSeconds,
});
export const httpActiveRequests = gauge(counted, {
  name: "http_server_active_requests",
  help: "Requests that have no answer yet, streams and waiting status requests included",
  labels: {},
});
export const overloadLevel = gauge(counted, {
  name: "cauris_overload_level",
  help: "0 admits all, 1 refuses merchants' servers, 2 also arriving payers, 3 everybody; of the process that refuses most",
  labels: {},
  merged: "max",
});
export const overloadRefused = counter(counted, {
  name: "cauris_overload_refused_total",
  help: "Requests refused because of overload; late: admitted, then refused after a wait",
  labels: { class: oneOf(["merchant", "newcomer", "paying", "late"]) },
});
export const httpClientSeconds = histogram(counted, {
  name: "http_client_request_duration_seconds",
  help: "Requests that this service sends; error_type is empty when an answer came",
  labels: {
    server: oneOf(["provider", "webhook"]),
    error_type: orEmpty(names(20)),
  },
  buckets: requestSeconds,
});
export const payments = counter(counted, {
  name: "cauris_payments_total",
  help: "Attempts that entered a status; failure_code is empty unless the attempt failed",
  labels: {
    mode,
    method: oneOf(paymentMethods),
    operator,
    country: orEmpty(countries(80)),
    status: oneOf([
      "PENDING",
      "REQUIRES_ACTION",
      "PROCESSING",
      "IN_RECONCILIATION",
      "SUCCEEDED",
      "FAILED",
      "CANCELLED",
    ]),
    failure_code: orEmpty(oneOf(failureCodes)),
  },
  setsMax: 2_000,
});
export const providerOperationSeconds = histogram(counted, {
  name: "cauris_provider_operation_duration_seconds",
  help: "Calls to providers that start, ask about or return money, with what they told",
  labels: {
    provider: names(40),
    account: ids(50),
    operation: oneOf(["pay", "query", "refund", "payout"]),
    outcome: oneOf(["succeeded", "failed", "pending", "unknown", "not_found"]),
  },
  buckets: providerSeconds,
});
export const timeToResolution = histogram(counted, {
  name: "cauris_time_to_truth_seconds",
  help: "How long outcomes that were unknown stayed so, by the payer's operator",
  labels: { mode, subject: oneOf(["charge", "refund", "payout"]), operator },
  buckets: resolutionSeconds,
});
export const loopRounds = counter(counted, {
  name: "cauris_loop_rounds_total",
  help: "Rounds of background work; idle: there was nothing to do",
  labels: { loop: names(80), result: oneOf(["worked", "idle", "failed"]) },
});
export const loopSeconds = histogram(counted, {
  name: "cauris_loop_duration_seconds",
  help: "Duration of the rounds of background work",
  labels: { loop: names(80) },
  buckets: [0.005, 0.025, 0.1, 0.5, 2.5, 10, 60, 600],
});
export const webhookDeliveries = counter(counted, {
  name: "cauris_webhook_deliveries_total",
  help: "Attempts to deliver a webhook; exhausted: it was the last one",
  labels: { result: oneOf(["accepted", "retried", "exhausted"]) },
});
export const webhookDelay = histogram(counted, {
  name: "cauris_webhook_delay_seconds",
  help: "From the event, or the wish for a replay, to the acceptance by the receiver; all attempts and waits included",
  labels: {},
  buckets: [0.05, 0.1, 0.25, 0.5, 1, 5, 30, 300, HOUR, 24 * HOUR],
});
export const batchSize = histogram(counted, {
  name: "cauris_lane_batch_size",
  help: "Items per batch of a batch writer",
  labels: writer,
  buckets: batchSizes,
});
export const batchWait = histogram(counted, {
  name: "cauris_lane_wait_seconds",
  help: "How long the oldest item of each batch waited until the batch was sent",
  labels: writer,
  buckets: shortSeconds,
});
export const batchCommit = histogram(counted, {
  name: "cauris_lane_commit_seconds",
  help: "From sending a batch to the answer of its commit",
  labels: writer,
  buckets: shortSeconds,
});
export const batchSplits = counter(counted, {
  name: "cauris_lane_splits_total",
  help: "Batches that failed and were split to find the failing item",
  labels: writer,
});
export const commitsUnknown = counter(counted, {
  name: "cauris_commit_unknown_total",
  help: "Items whose commit was not answered and whose result was read back",
  labels: writer,
});
const pool = names(10);
export const poolConnections = gauge(counted, {
  name: "db_client_connection_count",
  help: "Connections of the pools to PostgreSQL",
  labels: { pool, state: oneOf(["idle", "used"]) },
});
export const poolWait = histogram(counted, {
  name: "db_client_connection_wait_time_seconds",
  help: "How long work waited for a connection of its pool",
  labels: { pool },
  buckets: shortSeconds,
});
export const statementSeconds = histogram(counted, {
  name: "db_client_operation_duration_seconds",
  help: "Statements by their name; those without a name by their first word",
  labels: { db_operation_name: names(120) },
  buckets: shortSeconds,
});
export const replicaLag = gauge(counted, {
  name: "cauris_database_replica_lag_seconds",
  help: "How far the replica is behind the primary; absent without DATABASE_REPLICA_URL, the last value while it is away",
  labels: {},
  merged: "max",
});
export const replicaUnused = gauge(counted, {
  name: "cauris_database_replica_unused",
  help: "1 while the primary answers what the replica should: it is away, too far behind, or no standby",
  labels: {},
  merged: "max",
});
export const replicaReads = counter(counted, {
  name: "cauris_database_replica_reads_total",
  help: "Statements that the replica may answer, by who answered them",
  labels: { answered_by: oneOf(["replica", "primary"]) },
});
export const readiness = gauge(counted, {
  name: "cauris_readiness_failed",
  help: "1 while a check of /readyz fails; of the process that fares worst",
  labels: { check: names(20) },
  merged: "max",
});
export const diskFree = gauge(counted, {
  name: "cauris_disk_free_ratio",
  help: "Free share of the disk of the embedded PostgreSQL; absent with a database elsewhere",
  labels: {},
  merged: "max",
});
export const logDropped = counter(counted, {
  name: "cauris_log_dropped_total",
  help: "Lines of the log that its reader did not take in time",
  labels: {},
});
export const webhookThreadRestarts = counter(counted, {
  name: "cauris_webhook_thread_restarts_total",
  help: "Webhook threads that ended unexpectedly and were started again",
  labels: {},
});
export const processRestarts = counter(counted, {
  name: "cauris_process_restarts_total",
  help: "Processes that ended and were started again, with PROCESSES of two or more",
  labels: {},
});
export const buildInfo = gauge(counted, {
  name: "cauris_build_info",
  help: "1, with the version of the service and of Node.js",
  labels: { version: versions, node: versions },
  merged: "max",
});
