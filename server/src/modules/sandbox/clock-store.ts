import type { Queryable, Transaction } from "../../db/database.ts";
import { plusSeconds } from "../../db/times-sql.ts";
import { FIRST_GUARD_ID } from "../../kit/guard-id.ts";
import type { MerchantNo } from "../../kit/ids.ts";
import type { MovedView } from "./schemas.ts";

export interface SandboxClock {
  readonly advancedSeconds: bigint;
  readonly version: number;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
}

const columns = `advanced_seconds as "advancedSeconds", version, created_at as "createdAtMs",
  updated_at as "updatedAtMs"`;

export async function findClock(db: Queryable, merchantNo: MerchantNo): Promise<SandboxClock | null> {
  const [row] = await db.query<SandboxClock>({
    text: `select ${columns} from sandbox_clocks where merchant_no = $1`,
    values: [merchantNo],
  });
  return row ?? null;
}

export async function addToClock(
  tx: Transaction,
  merchantNo: MerchantNo,
  seconds: number,
  nowMs: number,
): Promise<SandboxClock> {
  const [row] = await tx.query<SandboxClock>({
    text: `insert into sandbox_clocks as c (merchant_no, advanced_seconds, created_at, updated_at)
           values ($1, $2, $3, $3)
           on conflict (merchant_no) do update set advanced_seconds = c.advanced_seconds + excluded.advanced_seconds,
             version = c.version + 1, updated_at = excluded.updated_at
           returning ${columns}`,
    values: [merchantNo, seconds, new Date(nowMs)],
  });
  if (row === undefined) throw new Error("an upsert returns its row");
  return row;
}

/** The due times, by table: `$1` the merchant, `$2` the seconds, `$3` now. Each is one statement. */
type Shift = Exclude<keyof MovedView, "providerOperations">;
/** `column`, nearer by the seconds. */
const nearer = (column: string): string => plusSeconds(column, "-$2::double precision");

export const shifts: Readonly<Record<Shift, string>> = {
  // First, since sessions guard their payments: a concurrent decision finds another version and reads again. Never into
  // the past: a time that ended long ago would lie before the sweeper's watermark.
  checkoutSessions: `
    with moved as (
      update checkout_sessions set expires_at = greatest(${nearer("expires_at")}, least(expires_at, $3)),
        version = version + 1, updated_at = $3
      where merchant_no = $1 and (status in ('OPEN', 'PROCESSING') or (status = 'FAILED' and retryable)) returning id
    )
    -- Guards of payments without a session stand in the same table, and are nobody's sessions.
    select 1 from moved where id < '${FIRST_GUARD_ID}'`,
  paymentIntents: `
    update payment_intents set expires_at = greatest(${nearer("expires_at")}, least(expires_at, $3)),
      version = version + 1, updated_at = $3
    where merchant_no = $1 and expires_at is not null and status not in ('SUCCEEDED', 'CANCELLED') returning 1`,
  paymentLinks: `
    update payment_links set expires_at = ${nearer("expires_at")}, version = version + 1, updated_at = $3
    where merchant_no = $1 and expires_at is not null and status in ('ACTIVE', 'PAUSED') returning 1`,
  charges: `
    with asked as (
      update charge_checks set next_check_at = ${nearer("next_check_at")}
      where merchant_no = $1 returning charge_id
    ), unknown as (
      update charges set unknown_since = ${nearer("unknown_since")}
      where merchant_no = $1 and id in (select charge_id from asked) and unknown_since is not null
    )
    select 1 from asked`,
  refunds: `
    update refunds set next_check_at = ${nearer("next_check_at")}, unknown_since = ${nearer("unknown_since")}
    where merchant_no = $1 and next_check_at is not null returning 1`,
  payouts: `
    update payouts set next_check_at = ${nearer("next_check_at")}, unknown_since = ${nearer("unknown_since")}
    where merchant_no = $1 and next_check_at is not null returning 1`,
  payoutBatches: `
    update payout_batches set next_check_at = ${nearer("next_check_at")}
    where merchant_no = $1 and next_check_at is not null returning 1`,
  settlements: `
    update settlements set due_at = ${nearer("due_at")} where merchant_no = $1 returning 1`,
  beneficiaries: `
    update beneficiaries set next_check_at = ${nearer("next_check_at")},
      payouts_allowed_from = case when payouts_allowed_from > $3 then ${nearer("payouts_allowed_from")}
                                  else payouts_allowed_from end,
      version = version + coalesce(payouts_allowed_from > $3, false)::int,
      updated_at = case when payouts_allowed_from > $3 then $3 else updated_at end
    where merchant_no = $1 and (payouts_allowed_from > $3 or next_check_at is not null) returning 1`,
  webhookDeliveries: `
    update webhook_deliveries set next_attempt_at = ${nearer("next_attempt_at")}
    where merchant_no = $1 and status = 'PENDING' and not leased returning 1`,
  webhookEndpoints: `
    update webhook_endpoints set failing_since = ${nearer("failing_since")}, paused_until = ${nearer("paused_until")},
      previous_secret_expires_at = ${nearer("previous_secret_expires_at")}
    where merchant_no = $1 and deleted_at is null
      and num_nonnulls(failing_since, paused_until, previous_secret_expires_at) > 0 returning 1`,
};

/** Moves all of the merchant's due times, in the order of `shifts`; returns the number of rows of each. */
export async function shiftWaiting(
  tx: Transaction,
  merchantNo: MerchantNo,
  seconds: number,
  nowMs: number,
): Promise<Readonly<Record<Shift, number>>> {
  const moved: Partial<Record<Shift, number>> = {};
  for (const [name, text] of Object.entries(shifts) as [Shift, string][]) {
    const rows = await tx.query({
      text,
      values: [merchantNo, seconds, ...(text.includes("$3") ? [new Date(nowMs)] : [])],
    });
    moved[name] = rows.length;
  }
  return moved as Readonly<Record<Shift, number>>;
}
