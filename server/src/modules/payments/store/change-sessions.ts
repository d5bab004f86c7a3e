import type { BatchCommand } from "../../../db/batch-writer.ts";
import {
  anyInput,
  type ChangeToWrite,
  columnSql,
  isUsual,
  transferSlots,
  usualInput,
} from "./change-columns.ts";
import { countMovesSql, countOneDaySql, movesOfAllSql } from "./counters-sql.ts";
import { answersSql, eventsSql, takeLeased } from "./events-sql.ts";

export type { ChangeToWrite } from "./change-columns.ts";

/** Money that settles later, and the uses of links. */
const rareSql = `settling as (
    insert into settlements (merchant_no, charge_id, wallet_id, amount, due_at)
    select merchant_no, t_source, w_id, w_pending, settles_at from done where settles_at is not null and w_pending > 0
  ),
  used as (
    -- A counted use is a change that merchants see; a reservation is not.
    update payment_links l set uses_reserved = greatest(l.uses_reserved + d.reserved, 0), uses_count = l.uses_count + d.n,
      version = l.version + d.n,
      updated_at = case when d.n > 0 then greatest(l.updated_at, d.now_at) else l.updated_at end
    from (
      select merchant_no, payment_link_id, sum(l_reserved)::int as reserved, sum(l_count)::int as n, max(now_at) as now_at
      from done
      where payment_link_id is not null and (l_reserved <> 0 or l_count <> 0) group by 1, 2
    ) d
    where l.merchant_no = d.merchant_no and l.id = d.payment_link_id
  ),`;

/**
 * `done`: the sessions that still had the version the change was decided on. Everything else is written from these
 * rows, or not at all. Intents and charges change only under their session's guard, so what was read of them is still
 * valid.
 *
 * The wallet's update is written as an insert that always conflicts: so the primary key is used whatever the planner
 * estimates, and `returning` gives the balance after the whole batch, from which each transfer's own balance is
 * computed backwards. Postings of this path only add to each balance, which the proposed row's checks confirm.
 *
 * `usual`: a batch of payments confirmed in time. To carry columns and prepare parts that are empty for them would be
 * much of the cost of a small batch.
 */
const textOf = (usual: boolean): string => {
  const unusual = (name: string, alias = "h.") => columnSql(usual, alias, name);
  return `
  with done as materialized (
    update checkout_sessions s set status = h.s_status, charge_id = h.s_charge_id, failure_code = ${unusual("s_failure_code")},
      retryable = ${unusual("s_retryable")}, paid_late = ${unusual("s_paid_late")}, event_sequence = h.s_event_sequence,
      completed_at = h.s_completed_at, version = s.version + 1, updated_at = h.now_at
    from (select * from ${(usual ? usualInput : anyInput).from}) h
    where s.merchant_no = h.merchant_no and s.id = h.session_id and s.version = h.version
    returning h.*, s.payment_intent_id, s.payment_link_id, s.currency, s.updated_at
  ),
  intended as (
    update payment_intents i set status = h.i_status, amount_received = h.i_received, latest_charge_id = h.i_latest,
      failure_code = ${unusual("i_failure_code")}, version = h.i_version, succeeded_at = h.i_succeeded_at,
      cancelled_at = ${unusual("i_cancelled_at")}, updated_at = h.now_at
    from done h
    where h.i_status is not null and i.merchant_no = h.merchant_no and i.id = h.payment_intent_id
  ),
  charged as (
    update charges c set status = h.c_status, amount_confirmed = ${unusual("c_confirmed")}, fee = h.c_fee, method_details = h.c_details,
      provider_transaction_id = h.c_transaction, provider_code = h.c_provider_code,
      provider_handle = coalesce(${unusual("c_handle")}, c.provider_handle), next_step = ${unusual("c_next_step")},
      failure_code = ${unusual("c_failure_code")}, late = ${unusual("c_late")}, duplicate = ${unusual("c_duplicate")}, pays = h.c_pays,
      review_reason = ${unusual("c_review")}, unknown_since = ${unusual("c_unknown_since")}, version = h.c_version,
      succeeded_at = h.c_succeeded_at, failed_at = ${unusual("c_failed_at")}, updated_at = h.now_at
    from done h
    where c.merchant_no = h.merchant_no and c.id = h.c_id
  ),
  credited as (
    insert into wallets (merchant_no, id, label, currency, available, pending, held, reserved, transfer_count, created_at,
      updated_at)
    select merchant_no, w_id, '', max(currency), sum(w_available), sum(w_pending), sum(${unusual("w_held", "")}), sum(${unusual("w_reserved", "")}),
      sum(t_count), max(now_at), max(now_at)
    from done where w_id is not null group by merchant_no, w_id order by merchant_no, w_id
    on conflict (merchant_no, id) do update set available = wallets.available + excluded.available,
      pending = wallets.pending + excluded.pending, held = wallets.held + excluded.held,
      reserved = wallets.reserved + excluded.reserved, version = wallets.version + 1,
      transfer_count = wallets.transfer_count + excluded.transfer_count,
      updated_at = greatest(wallets.updated_at, excluded.updated_at)
    returning merchant_no, id as w_id, available + pending + held + reserved as balance, transfer_count,
      updated_at as booked_at
  ),
  line as (
    ${transferSlots
      .map(
        (slot) => `
    select merchant_no, w_id, item, ${slot} as slot, t${slot}_id as id, t_transaction, t${slot}_from as from_account,
      t${slot}_to as to_account, t${slot}_amount as amount, t${slot}_type as type, t${slot}_delta as delta, currency,
      t_source_type, t_source, now_at
    from done where t${slot}_amount is not null`,
      )
      .join(" union all ")}
  ),
  running as (
    select *, sum(delta) over from_end as balance_from_end, sum(step) over from_end as places_from_end,
      max(now_at) over from_end as booked_at
    from (
      select merchant_no, w_id, 2147483647 as item, 9 as slot, null::uuid as id, null::uuid as t_transaction,
        null as from_account, null as to_account, null::bigint as amount, null as type, balance as delta,
        transfer_count as step, null as currency, null as t_source_type, null::uuid as t_source, booked_at as now_at
      from credited
      union all
      select merchant_no, w_id, item, slot, id, t_transaction, from_account, to_account, amount, type, -delta, -1, currency,
        t_source_type, t_source, now_at
      from line
    ) both_kinds
    window from_end as (partition by merchant_no, w_id order by item desc, slot desc)
  ),
  booked as (
    insert into ledger_transfers (merchant_no, id, transaction_id, wallet_id, position, from_account, to_account, amount,
      currency, type, source_type, source_id, balance_after, created_at)
    -- The sums from the end have this row taken off already: its own place and balance are one step back. The times of a
    -- wallet's transfers never go backwards, so that a period is a range of positions.
    select merchant_no, id, t_transaction, w_id, places_from_end + 1, from_account, to_account, amount, currency, type,
      t_source_type, t_source, balance_from_end - delta, booked_at
    from running where id is not null
  ),
  ${usual ? "" : rareSql}
  unwatched as (
    delete from charge_checks k using done h
    where h.check_drop and k.merchant_no = h.merchant_no and k.charge_id = h.c_id
  ),
  ${eventsSql},
  ${usual ? "" : movesOfAllSql}
  counted as (${usual ? countOneDaySql : countMovesSql})
  ${answersSql("item", "done", "-1")}`;
};

const text = { usual: textOf(true), any: textOf(false) };

/** `conflict`: the session has changed since it was read; decide again. */
export type ChangeResult =
  | { readonly kind: "written"; readonly deliveries: number }
  | { readonly kind: "conflict" };

export function changeStatement(items: readonly ChangeToWrite[]) {
  return items.every(isUsual)
    ? { name: "checkout.change", text: text.usual, values: usualInput.values(items) }
    : { name: "checkout.change_any", text: text.any, values: anyInput.values(items) };
}

export const changeSessions: BatchCommand<ChangeToWrite, ChangeResult> = {
  name: "checkout.change",
  sortKey: ({ change }) => change.session.id,
  statement: changeStatement,
  result: (_item, row) =>
    row === undefined ? { kind: "conflict" } : { kind: "written", deliveries: Number(row.deliveries) },
  // Our change was written if its event or its ledger transaction exists; without either, it is decided again on the
  // present state.
  neverShed: true,
  extraRows: takeLeased,
  resolveUnknown: async (query, { events, transactionId, change }) => {
    const [event] = events;
    const merchantNo = change.session.merchantNo;
    const rows =
      event !== undefined
        ? await query({
            text: "select 1 from events where merchant_no = $1 and id = $2",
            values: [merchantNo, event.id],
          })
        : await query({
            text: "select 1 from ledger_transfers where merchant_no = $1 and transaction_id = $2 and created_at >= $3",
            values: [merchantNo, transactionId, new Date(change.session.updatedAtMs)],
          });
    return rows.length > 0 ? { kind: "written", deliveries: 1 } : null;
  },
};
