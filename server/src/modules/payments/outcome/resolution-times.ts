import type { Database, Queryable } from "../../../db/database.ts";
import type { MerchantNo, TenantId } from "../../../kit/ids.ts";
import type { Logger } from "../../../kit/logger.ts";
import type { Mode } from "../../../kit/payment-terms.ts";
import { timeToResolution } from "../../../metrics/table.ts";

/**
 * The time to resolution: how long outcomes stay unknown until a provider reports. Counted in a histogram per operator
 * and day, so that an operator's outage costs a few rows and percentiles of any month are one query.
 */
export const resolutionSubjects = ["CHARGE", "REFUND", "PAYOUT"] as const;
export type ResolutionSubject = (typeof resolutionSubjects)[number];

/** An outcome that was unknown since `sinceMs` became known. */
export interface Resolution {
  readonly merchantNo: MerchantNo;
  readonly subject: ResolutionSubject;
  /** The payer's or beneficiary's mobile-money operator, or the method where there is none. */
  readonly operator: string;
  readonly sinceMs: number;
  readonly nowMs: number;
}

/** Never rejects: what could not be counted is logged. */
export type OnResolution = (resolution: Resolution) => Promise<void>;

/** Four buckets per doubling: a percentile is off by a fifth at most. */
const BUCKETS_PER_DOUBLING = 4;

/** The bucket of a delay: bucket b contains delays of at most `bucketEndMs(b)`. Pure. */
export function bucketOf(delayMs: number): number {
  return Math.max(0, Math.ceil(BUCKETS_PER_DOUBLING * Math.log2(Math.max(delayMs, 1) / 1_000) - 1e-9));
}

export function bucketEndMs(bucket: number): number {
  return Math.round(1_000 * 2 ** (bucket / BUCKETS_PER_DOUBLING));
}

export interface Histogram {
  readonly bucket: number;
  readonly n: number;
}

/**
 * The delay that `share` of the outcomes did not exceed, in milliseconds; null when there are none. `counts` by rising
 * bucket. Pure.
 */
export function percentileMs(counts: readonly Histogram[], share: number): number | null {
  const total = counts.reduce((sum, { n }) => sum + n, 0);
  let seen = 0;
  for (const { bucket, n } of counts) {
    seen += n;
    if (seen >= share * total) return bucketEndMs(bucket);
  }
  return null;
}

/**
 * Counts outcomes as they become known. This is a measurement, not money: it is written after the commit, and lost if
 * the process dies.
 */
export function createResolutionMeter(deps: {
  readonly db: Database;
  readonly log: Logger;
  readonly merchants: {
    profile(merchantNo: MerchantNo): Promise<{ readonly tenantId: TenantId; readonly mode: Mode }>;
  };
}): OnResolution {
  const count = async ({ merchantNo, subject, operator, sinceMs, nowMs }: Resolution): Promise<void> => {
    const { tenantId, mode } = await deps.merchants.profile(merchantNo);
    timeToResolution.observe({ mode, subject: subject.toLowerCase(), operator }, (nowMs - sinceMs) / 1_000);
    await deps.db.query({
      text: `insert into truth_delays as d (tenant_id, mode, subject_type, operator, day, bucket, n)
        values ($1, $2, $3, $4, $5::date, $6, 1)
        on conflict (tenant_id, mode, subject_type, operator, day, bucket) do update set n = d.n + 1`,
      values: [
        tenantId,
        mode,
        subject,
        operator,
        new Date(nowMs).toISOString().slice(0, 10),
        bucketOf(nowMs - sinceMs),
      ],
    });
  };
  return (resolution) =>
    count(resolution).catch((error: unknown) => {
      deps.log.warn("resolution.not_counted", { error });
    });
}

export interface OperatorResolutionTimes {
  readonly subject: ResolutionSubject;
  readonly operator: string;
  readonly known: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

/** Time to resolution of each operator since a day, slowest first. */
export async function readResolutionTimes(
  db: Queryable,
  tenantId: TenantId,
  mode: Mode,
  sinceMs: number,
): Promise<readonly OperatorResolutionTimes[]> {
  const rows = await db.query<{ subject: ResolutionSubject; operator: string; bucket: number; n: bigint }>({
    text: `select subject_type as subject, operator, bucket, sum(n)::bigint as n from truth_delays
      where tenant_id = $1 and mode = $2 and day >= $3::date group by 1, 2, 3 order by 1, 2, 3`,
    values: [tenantId, mode, new Date(sinceMs).toISOString().slice(0, 10)],
  });
  const groups = new Map<string, { subject: ResolutionSubject; operator: string; counts: Histogram[] }>();
  for (const { subject, operator, bucket, n } of rows) {
    const key = `${subject} ${operator}`;
    const group = groups.get(key) ?? { subject, operator, counts: [] };
    group.counts.push({ bucket, n: Number(n) });
    groups.set(key, group);
  }
  return [...groups.values()]
    .map(({ subject, operator, counts }) => ({
      subject,
      operator,
      known: counts.reduce((sum, { n }) => sum + n, 0),
      p50Ms: percentileMs(counts, 0.5) ?? 0,
      p99Ms: percentileMs(counts, 0.99) ?? 0,
    }))
    .sort((left, right) => right.p99Ms - left.p99Ms || left.operator.localeCompare(right.operator));
}
