/** What an alert or a board of somebody else may name. */
interface PromisedMetric {
  readonly name: string;
  readonly type: string;
  readonly labels: readonly string[];
  /** Upper ends of its buckets, where queries ask for one of them. */
  readonly buckets: readonly string[] | null;
}

/** Name, type, labels and buckets. Unlike `docs/operating/metrics.md`, this list does not follow the code. */
const list = `
http_server_request_duration_seconds histogram http_request_method,http_route,http_response_status_code 0.005,0.01,0.025,0.05,0.1,0.25,0.5,1,2.5,5,10
http_server_active_requests gauge
cauris_overload_level gauge
cauris_overload_refused_total counter class
http_client_request_duration_seconds histogram server,error_type
cauris_payments_total counter mode,method,operator,country,status,failure_code
cauris_provider_operation_duration_seconds histogram provider,account,operation,outcome 0.05,0.1,0.25,0.5,1,2.5,5,10,30,60
cauris_time_to_truth_seconds histogram mode,subject,operator 1,2,5,15,60,300,900,3600,21600,86400,259200
cauris_unknown_outcomes gauge mode,subject,operator
cauris_unknown_oldest_seconds gauge mode,subject,operator
cauris_held_money gauge mode,currency
cauris_jobs_due gauge kind
cauris_jobs_oldest_due_seconds gauge kind
cauris_loop_rounds_total counter loop,result
cauris_loop_duration_seconds histogram loop
cauris_webhook_deliveries_total counter result
cauris_webhook_delay_seconds histogram
cauris_webhook_endpoints gauge state
cauris_lane_batch_size histogram lane
cauris_lane_wait_seconds histogram lane
cauris_lane_commit_seconds histogram lane
cauris_lane_splits_total counter lane
cauris_commit_unknown_total counter lane
db_client_connection_count gauge pool,state
db_client_connection_wait_time_seconds histogram pool
db_client_operation_duration_seconds histogram db_operation_name
cauris_ledger_unsealed gauge
cauris_seal_age_seconds gauge
cauris_invariant_violations gauge invariant
cauris_invariant_checked_timestamp_seconds gauge invariant
cauris_log_dropped_total counter
cauris_webhook_thread_restarts_total counter
cauris_process_restarts_total counter
cauris_build_info gauge version,node`;

export const promisedMetrics: readonly PromisedMetric[] = list
  .trim()
  .split("\n")
  .map((line) => {
    const [name = "", type = "", labels, buckets] = line.split(" ");
    return { name, type, labels: labels?.split(",") ?? [], buckets: buckets?.split(",") ?? null };
  });
