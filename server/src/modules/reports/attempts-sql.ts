import { FIRST_GUARD_ID } from "../../kit/guard-id.ts";
import { truthEdgesMs } from "./truth-buckets.ts";

const ENDED = "('SUCCEEDED', 'FAILED', 'CANCELLED')";
/** Longer names of networks come from outside, and are cut. */
const NAME_LENGTH_MAX = 60;

/** Whether a charge, as `c`, has ended. Only its late money can move it then. */
export const hasEndedSql = `c.status in ${ENDED}`;

/** The network of a charge `c`: the mobile-money operator, or that of its card, QR code or wallet. */
export const operatorSql = `left(coalesce(c.method_details::json->>'operator', c.method_details::json->>'brand',
    c.method_details::json->>'scheme'), ${NAME_LENGTH_MAX})`;
export const countrySql = `left(c.method_details::json->>'countryCode', 2)`;

/** The hour (UTC) in which a UUIDv7 was made: the place of a row among the sums. */
export const hourOfIdSql = (id: string): string =>
  `date_trunc('hour', to_timestamp(('x' || left(replace(${id}::text, '-', ''), 12))::bit(48)::bigint / 1000.0), 'UTC')`;

/** What the sums need of a charge `c`. */
export const attemptColumnsSql = `
    c.merchant_no, c.currency, c.status, c.payment_method, ${operatorSql} as operator, ${countrySql} as country,
    c.provider_account_id, c.failure_code, c.pays, coalesce(c.amount_confirmed, c.amount) as amount,
    c.attempt_number = 1 and c.session_id < '${FIRST_GUARD_ID}' as is_first,
    width_bucket((extract(epoch from coalesce(c.succeeded_at, c.failed_at) - c.created_at) * 1000)::bigint,
      array[${truthEdgesMs.join(",")}]::bigint[]) as truth_bucket`;

const dimensions = `merchant_no, hour, currency, status, payment_method, operator, country, provider_account_id,
    failure_code, truth_bucket`;

/** Adds the ended attempts in `rows`, which has `attemptColumnsSql` and `hour`, to their sums. */
export const addAttemptsSql = (rows: string): string => `
  insert into report_attempts (${dimensions}, n, first_count, paid_count, amount)
  select ${dimensions}, count(*), count(*) filter (where is_first), count(*) filter (where pays), sum(amount)
  from ${rows} group by ${dimensions}
  on conflict (${dimensions}) do update set n = report_attempts.n + excluded.n,
    first_count = report_attempts.first_count + excluded.first_count,
    paid_count = report_attempts.paid_count + excluded.paid_count,
    amount = report_attempts.amount + excluded.amount`;
