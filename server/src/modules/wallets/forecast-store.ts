import type { Queryable } from "../../db/database.ts";
import type { Id, MerchantNo } from "../../kit/ids.ts";
import type { HoldReason } from "./report-schemas.ts";

/** The money that becomes available on one day, UTC; minor units. */
export interface SettlementDay {
  readonly date: string;
  readonly amount: bigint;
  readonly chargeCount: bigint;
  readonly firstDueAtMs: number;
  readonly lastDueAtMs: number;
}

/** A settlement delay is 90 days at most, and a past day waits for the next round of the worker. */
const SETTLEMENT_DAYS_MAX = 100;

/** The days on which pending money of a wallet becomes available, earliest first. */
export function readSettlementDays(
  db: Queryable,
  merchantNo: MerchantNo,
  walletId: Id<"wallet">,
): Promise<readonly SettlementDay[]> {
  return db.query<SettlementDay>({
    text: `
      select (due_at at time zone 'UTC')::date::text as date, sum(amount)::bigint as amount, count(*) as "chargeCount",
        min(due_at) as "firstDueAtMs", max(due_at) as "lastDueAtMs"
      from settlements where merchant_no = $1 and wallet_id = $2 group by 1 order by 1 limit ${SETTLEMENT_DAYS_MAX}`,
    values: [merchantNo, walletId],
  });
}

/** Money of one charge that is on hold; minor units. */
export interface Hold {
  readonly chargeId: Id<"charge">;
  readonly paymentIntentId: Id<"paymentIntent">;
  /** The refund that returns it; null: an operator must decide first. */
  readonly refundId: Id<"refund"> | null;
  readonly reason: HoldReason;
  readonly amount: bigint;
  /** The amount of the charge. */
  readonly chargeAmount: bigint;
  readonly heldSinceMs: number;
}

/**
 * Holds of a wallet after a given charge in the order of charges, newest first unless `ascending`. A charge is held
 * once: it waits for a decision, or its refund is in flight.
 */
export function readHolds(
  db: Queryable,
  merchantNo: MerchantNo,
  walletId: Id<"wallet">,
  beyond: Id<"charge"> | null,
  ascending: boolean,
  limit: number,
): Promise<readonly Hold[]> {
  const [order, isBeyond] = ascending ? ["asc", ">"] : ["desc", "<"];
  return db.query<Hold>({
    text: `
      select c.id as "chargeId", c.payment_intent_id as "paymentIntentId", waiting.refund_id as "refundId", waiting.reason,
        booked.amount, c.amount as "chargeAmount", booked.created_at as "heldSinceMs"
      from (
        select r.id as charge_id, null::uuid as refund_id, r.review_reason as reason
        from charges r where r.merchant_no = $1 and r.review_reason is not null
        union all
        select r.charge_id, r.id, r.reason from refunds r
        where r.merchant_no = $1 and r.source_account = 'held'
          and r.status in ('PENDING', 'PROCESSING', 'IN_RECONCILIATION')
      ) waiting
      join charges c on c.merchant_no = $1 and c.id = waiting.charge_id
      -- Money in another currency than the wallet's is not booked, and so not held here.
      cross join lateral (
        select t.amount, t.created_at from ledger_transfers t
        where t.merchant_no = $1 and t.source_id = c.id and t.to_account = 'held' and t.wallet_id = $2
        limit 1
      ) booked
      where c.wallet_id = $2 and ($3::uuid is null or c.id ${isBeyond} $3::uuid)
      order by c.id ${order} limit $4`,
    values: [merchantNo, walletId, beyond, limit],
  });
}
