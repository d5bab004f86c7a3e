import type { Queryable } from "../../db/database.ts";
import { uuidTimeMs } from "../../db/list-days.ts";
import { invalidFilter } from "../../http/list-page.ts";
import { type Id, type MerchantNo, parsePublicId } from "../../kit/ids.ts";
import { windowsAround } from "../../kit/time-windows.ts";
import { findPositionAt } from "../ledger/index.ts";

/** Entries that are searched for one settlement: its worker may have been late. */
const SETTLEMENT_SEARCH_MAX = 20_000n;

/** From the first position, included, to the second, excluded. */
interface PositionRange {
  readonly from: bigint;
  readonly to: bigint;
}

/** In epoch milliseconds. */
interface EntryMoments {
  /** When something may have been booked. */
  readonly moments: readonly number[];
  /** When pending money of it may have become available. */
  readonly settlements: readonly number[];
}

/**
 * The positions at which a wallet's ledger books an object, in no order. The ledger has no index by source, which each
 * payment would have to write: what was booked lies beside the moments that the object's rows carry, and a position
 * follows from a moment. Refuses other ids than those of payments, charges, refunds, payouts and corrections; those of
 * other merchants find nothing.
 */
export async function findPositionsOf(
  db: Queryable,
  merchantNo: MerchantNo,
  walletId: Id<"wallet">,
  sourceId: string,
): Promise<readonly bigint[]> {
  const ids = await idsOf(db, merchantNo, sourceId);
  const { moments, settlements } = await readMoments(db, merchantNo, ids);
  const positionAt = async (atMs: number) => (await findPositionAt(db, merchantNo, walletId, atMs)) ?? 1n;
  const near: PositionRange[] = [];
  for (const { fromMs, toMs } of windowsAround(moments)) {
    near.push({ from: await positionAt(fromMs), to: await positionAt(toMs) });
  }
  const later: PositionRange[] = [];
  for (const { fromMs } of windowsAround(settlements)) {
    const from = await positionAt(fromMs);
    later.push({ from, to: from + SETTLEMENT_SEARCH_MAX });
  }
  const rows = await db.query<{ position: bigint }>({
    text: `
      select t.position from unnest($3::bigint[], $4::bigint[]) as near (from_position, to_position)
      join ledger_transfers t on t.merchant_no = $1 and t.wallet_id = $2
        and t.position >= near.from_position and t.position < near.to_position
      where t.source_id = any ($7::uuid[])
      union
      select t.position from unnest($5::bigint[], $6::bigint[]) as later (from_position, to_position)
      join ledger_transfers t on t.merchant_no = $1 and t.wallet_id = $2
        and t.position >= later.from_position and t.position < later.to_position
      -- The words of the index on entries that payments rarely make.
      where not (t.source_type = 'charge' and t.type in ('CHARGE', 'FEE'))
        and t.source_type = 'charge' and t.type = 'SETTLEMENT' and t.source_id = any ($7::uuid[])`,
    values: [
      merchantNo,
      walletId,
      near.map(({ from }) => from),
      near.map(({ to }) => to),
      later.map(({ from }) => from),
      later.map(({ to }) => to),
      ids,
    ],
  });
  return rows.map(({ position }) => position);
}

/** The ids under which an object was booked: of a payment, those of its charges and their refunds. */
async function idsOf(db: Queryable, merchantNo: MerchantNo, text: string): Promise<readonly string[]> {
  const intentId = parsePublicId("paymentIntent", text);
  if (intentId !== null) return idsOfPayment(db, merchantNo, intentId);
  const id =
    parsePublicId("charge", text) ??
    parsePublicId("refund", text) ??
    parsePublicId("payout", text) ??
    parsePublicId("ledgerCorrection", text);
  if (id === null) {
    throw invalidFilter("sourceId", "id", "must be an id in the form pi_…, ch_…, re_…, po_… or adj_…");
  }
  return [id];
}

async function idsOfPayment(
  db: Queryable,
  merchantNo: MerchantNo,
  intentId: Id<"paymentIntent">,
): Promise<readonly string[]> {
  const rows = await db.query<{ id: string }>({
    text: `
      with charge as (
        select unnest(charge_ids) as id from payment_intents where merchant_no = $1 and id = $2)
      select id from charge
      union all
      select r.id from charge join refunds r on r.merchant_no = $1 and r.charge_id = charge.id`,
    values: [merchantNo, intentId],
  });
  return rows.map(({ id }) => id);
}

/**
 * When the objects changed, as far as their rows tell, and their ids, which are made when they are. Money of a charge
 * becomes available some delay after it was confirmed or released: each delay that its fee schedules ever had counts.
 */
async function readMoments(
  db: Queryable,
  merchantNo: MerchantNo,
  ids: readonly string[],
): Promise<EntryMoments> {
  const rows = await db.query<{ atMs: number | null; settles: boolean }>({
    text: `
      with decided as (
        select subject_id, decided_at from money_decisions where merchant_no = $1 and subject_id = any ($2::uuid[])),
      confirmed as (
        select c.id, c.payment_method, c.currency, moment.at from charges c
        cross join lateral (
          select c.succeeded_at as at union all select decided_at from decided where subject_id = c.id) moment
        where c.merchant_no = $1 and c.id = any ($2) and moment.at is not null)
      select unnest(array[created_at, succeeded_at, failed_at, updated_at]) as "atMs", false as settles
        from charges where merchant_no = $1 and id = any ($2)
      union
      select unnest(array[created_at, succeeded_at, failed_at, cancelled_at, updated_at]), false
        from refunds where merchant_no = $1 and id = any ($2)
      union
      select unnest(array[created_at, approved_at, queued_at, sent_at, paid_at, failed_at, reversed_at, cancelled_at,
          updated_at]), false
        from payouts where merchant_no = $1 and id = any ($2)
      union
      select decided_at, false from ledger_corrections where merchant_no = $1 and id = any ($2)
      union
      select decided_at, false from decided
      union
      select confirmed.at + make_interval(secs => fee.settlement_delay_seconds), true
        from confirmed
        join merchant_numbers n on n.merchant_no = $1
        join merchants m on m.id = n.merchant_id
        join fee_schedules fee on fee.tenant_id = m.tenant_id and fee.mode = n.mode
          and fee.method = confirmed.payment_method and fee.currency = confirmed.currency
          and fee.settlement_delay_seconds > 0`,
    values: [merchantNo, ids],
  });
  const times = (isSettled: boolean) =>
    rows.flatMap(({ atMs, settles }) => (settles === isSettled && atMs !== null ? [atMs] : []));
  return { moments: [...ids.map(uuidTimeMs), ...times(false)], settlements: times(true) };
}
