import { type ItemColumn, itemRows } from "../../../db/item-rows.ts";
import type { LaneCommand } from "../../../db/lane.ts";
import { balanceDelta, type Transfer, walletDelta } from "../../ledger/index.ts";
import type { LinkUse, SessionChange } from "../change.ts";
import { countMovesSql, movesSql, sessionMovesSql } from "./counters-sql.ts";
import { answersSql, eventColumns, eventsSql, type Telling, takeLeased } from "./events-sql.ts";

export interface ChangeToWrite extends Telling {
  readonly change: SessionChange;
  /** Ids of the ledger transaction and of its transfers, made before the first try. */
  readonly transactionId: string;
  readonly transferIds: readonly string[];
}

/** A charge books at most two transfers: its gross and its fee. */
const transferSlots = [0, 1];

const linkDeltas: { readonly [use in LinkUse]: { readonly reserved: number; readonly count: number } } = {
  none: { reserved: 0, count: 0 },
  reserve: { reserved: 1, count: 0 },
  release: { reserved: -1, count: 0 },
  consume_reserved: { reserved: -1, count: 1 },
  consume: { reserved: 0, count: 1 },
};

const transferColumns = transferSlots.flatMap((slot): ItemColumn<ChangeToWrite>[] => {
  const of = ({ change }: ChangeToWrite): Transfer | undefined => change.posting?.transfers[slot];
  return [
    { name: `t${slot}_id`, type: "uuid", value: (item) => item.transferIds[slot] ?? null },
    { name: `t${slot}_from`, type: "text", value: (item) => of(item)?.from ?? null },
    { name: `t${slot}_to`, type: "text", value: (item) => of(item)?.to ?? null },
    { name: `t${slot}_amount`, type: "bigint", value: (item) => of(item)?.amount ?? null },
    { name: `t${slot}_type`, type: "text", value: (item) => of(item)?.type ?? null },
    {
      name: `t${slot}_delta`,
      type: "bigint",
      value: (item) => {
        const transfer = of(item);
        return transfer === undefined ? 0n : balanceDelta(transfer);
      },
    },
  ];
});

const walletColumns = (["available", "pending", "held", "reserved"] as const).map(
  (account): ItemColumn<ChangeToWrite> => ({
    name: `w_${account}`,
    type: "bigint",
    value: ({ change }) => (change.posting === null ? 0n : walletDelta(change.posting.transfers)[account]),
  }),
);

const input = itemRows<ChangeToWrite>([
  { name: "merchant_no", type: "int", value: ({ change }) => change.session.merchantNo },
  { name: "session_id", type: "uuid", value: ({ change }) => change.session.id },
  { name: "version", type: "int", value: ({ change }) => change.before.session.version },
  { name: "s_status_before", type: "text", value: ({ change }) => change.before.session.status },
  { name: "s_status", type: "text", value: ({ change }) => change.session.status },
  { name: "s_day", type: "date", value: ({ change }) => change.session.createdAtMs },
  { name: "s_charge_id", type: "uuid", value: ({ change }) => change.session.chargeId },
  { name: "s_failure_code", type: "text", value: ({ change }) => change.session.failureCode },
  { name: "s_retryable", type: "boolean", value: ({ change }) => change.session.retryable },
  { name: "s_paid_late", type: "boolean", value: ({ change }) => change.session.paidLate },
  { name: "s_event_sequence", type: "int", value: ({ change }) => change.session.eventSequence },
  {
    name: "s_completed_at",
    type: "timestamptz",
    value: ({ change }) => change.session.completedAtMs,
  },
  { name: "now_at", type: "timestamptz", value: ({ change }) => change.session.updatedAtMs },
  { name: "i_status_before", type: "text", value: ({ change }) => change.before.intent?.status ?? null },
  { name: "i_status", type: "text", value: ({ change }) => change.intent?.status ?? null },
  {
    name: "i_day",
    type: "date",
    value: ({ change }) => change.intent?.createdAtMs ?? change.session.createdAtMs,
  },
  { name: "i_received", type: "bigint", value: ({ change }) => change.intent?.amountReceived ?? null },
  { name: "i_latest", type: "uuid", value: ({ change }) => change.intent?.latestChargeId ?? null },
  { name: "i_failure_code", type: "text", value: ({ change }) => change.intent?.failureCode ?? null },
  { name: "i_version", type: "int", value: ({ change }) => change.intent?.version ?? null },
  {
    name: "i_succeeded_at",
    type: "timestamptz",
    value: ({ change }) => change.intent?.succeededAtMs ?? null,
  },
  {
    name: "i_cancelled_at",
    type: "timestamptz",
    value: ({ change }) => change.intent?.cancelledAtMs ?? null,
  },
  { name: "c_id", type: "uuid", value: ({ change }) => change.charge?.id ?? null },
  { name: "c_status_before", type: "text", value: ({ change }) => change.before.charge?.status ?? null },
  { name: "c_status", type: "text", value: ({ change }) => change.charge?.status ?? null },
  {
    name: "c_day",
    type: "date",
    value: ({ change }) => change.charge?.createdAtMs ?? change.session.createdAtMs,
  },
  { name: "c_confirmed", type: "bigint", value: ({ change }) => change.charge?.amountConfirmed ?? null },
  { name: "c_fee", type: "bigint", value: ({ change }) => change.charge?.fee ?? null },
  {
    name: "c_details",
    type: "text",
    value: ({ change }) => (change.charge === null ? null : JSON.stringify(change.charge.methodDetails)),
  },
  {
    name: "c_transaction",
    type: "text",
    value: ({ change }) => change.charge?.providerTransactionId ?? null,
  },
  { name: "c_provider_code", type: "text", value: ({ change }) => change.charge?.providerCode ?? null },
  {
    name: "c_next_step",
    type: "text",
    value: ({ change }) =>
      change.charge === null || change.charge.nextStep === null
        ? null
        : JSON.stringify(change.charge.nextStep),
  },
  { name: "c_failure_code", type: "text", value: ({ change }) => change.charge?.failureCode ?? null },
  { name: "c_late", type: "boolean", value: ({ change }) => change.charge?.late ?? null },
  { name: "c_duplicate", type: "boolean", value: ({ change }) => change.charge?.duplicate ?? null },
  { name: "c_pays", type: "boolean", value: ({ change }) => change.charge?.pays ?? null },
  { name: "c_review", type: "text", value: ({ change }) => change.charge?.reviewReason ?? null },
  {
    name: "c_unknown_since",
    type: "timestamptz",
    value: ({ change }) => change.charge?.unknownSinceMs ?? null,
  },
  { name: "c_version", type: "int", value: ({ change }) => change.charge?.version ?? null },
  {
    name: "c_succeeded_at",
    type: "timestamptz",
    value: ({ change }) => change.charge?.succeededAtMs ?? null,
  },
  {
    name: "c_failed_at",
    type: "timestamptz",
    value: ({ change }) => change.charge?.failedAtMs ?? null,
  },
  { name: "w_id", type: "uuid", value: ({ change }) => change.posting?.walletId ?? null },
  ...walletColumns,
  { name: "t_transaction", type: "uuid", value: (item) => item.transactionId },
  { name: "t_count", type: "int", value: ({ change }) => change.posting?.transfers.length ?? 0 },
  { name: "t_source_type", type: "text", value: ({ change }) => change.posting?.sourceType ?? null },
  { name: "t_source", type: "uuid", value: ({ change }) => change.posting?.sourceId ?? null },
  ...transferColumns,
  { name: "settles_at", type: "timestamptz", value: ({ change }) => change.settlesAtMs },
  { name: "l_reserved", type: "int", value: ({ change }) => linkDeltas[change.linkUse].reserved },
  { name: "l_count", type: "int", value: ({ change }) => linkDeltas[change.linkUse].count },
  { name: "check_drop", type: "boolean", value: ({ change }) => change.checkAtMs === null },
  ...eventColumns<ChangeToWrite>(),
]);

/**
 * `done`: the sessions that still had the version the change was decided on; everything else is written from these rows,
 * or not at all. Intents and charges change only under their session's guard, so what was read of them still holds.
 *
 * The wallet's update is written as an insert that always meets its row: the primary key finds it whatever the planner
 * thinks, and `returning` gives the balance after the whole batch, from which each transfer's own balance is counted
 * back. Postings of this path only add to each balance, which the proposed row's checks confirm.
 */
const text = `
  with item as materialized (select * from ${input.from}),
  done as materialized (
    update checkout_sessions s set status = h.s_status, charge_id = h.s_charge_id, failure_code = h.s_failure_code,
      retryable = h.s_retryable, paid_late = h.s_paid_late, event_sequence = h.s_event_sequence,
      completed_at = h.s_completed_at, version = s.version + 1, updated_at = h.now_at
    from (
      select item.*, x.place from item cross join lateral (
        select y.ctid as place from checkout_sessions y
        where y.merchant_no = item.merchant_no and y.id = item.session_id and y.version = item.version offset 0
      ) x
    ) h
    where s.ctid = h.place
    returning h.*, s.payment_intent_id, s.payment_link_id, s.currency, s.updated_at
  ),
  intended as (
    update payment_intents i set status = h.i_status, amount_received = h.i_received, latest_charge_id = h.i_latest,
      failure_code = h.i_failure_code, version = h.i_version, succeeded_at = h.i_succeeded_at,
      cancelled_at = h.i_cancelled_at, updated_at = h.now_at
    from (
      select done.*, x.there from done cross join lateral (
        select y.ctid as there from payment_intents y
        where y.merchant_no = done.merchant_no and y.id = done.payment_intent_id offset 0
      ) x where done.i_status is not null
    ) h
    where i.ctid = h.there
  ),
  charged as (
    update charges c set status = h.c_status, amount_confirmed = h.c_confirmed, fee = h.c_fee, method_details = h.c_details,
      provider_transaction_id = h.c_transaction, provider_code = h.c_provider_code, next_step = h.c_next_step,
      failure_code = h.c_failure_code, late = h.c_late, duplicate = h.c_duplicate, pays = h.c_pays,
      review_reason = h.c_review, unknown_since = h.c_unknown_since, version = h.c_version,
      succeeded_at = h.c_succeeded_at, failed_at = h.c_failed_at, updated_at = h.now_at
    from (
      select done.*, x.there from done cross join lateral (
        select y.ctid as there from charges y where y.merchant_no = done.merchant_no and y.id = done.c_id offset 0
      ) x where done.c_id is not null
    ) h
    where c.ctid = h.there
  ),
  credited as (
    insert into wallets (merchant_no, id, label, currency, available, pending, held, reserved, transfer_count, created_at,
      updated_at)
    select merchant_no, w_id, '', max(currency), sum(w_available), sum(w_pending), sum(w_held), sum(w_reserved),
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
  settling as (
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
  ),
  unwatched as (
    delete from charge_checks k using (
      select x.there from done cross join lateral (
        select y.ctid as there from charge_checks y
        where y.merchant_no = done.merchant_no and y.charge_id = done.c_id offset 0
      ) x where done.check_drop
    ) h
    where k.ctid = h.there
  ),
  ${eventsSql},
  moves as (
    ${sessionMovesSql("done")}
    union all ${movesSql("done", "intents", "i")}
    union all ${movesSql("done", "charges", "c")}
  ),
  counted as (${countMovesSql})
  ${answersSql("item", "done", "-1")}`;

/** `conflict`: the session has moved since it was read; decide again. */
export type ChangeResult =
  | { readonly kind: "written"; readonly deliveries: number }
  | { readonly kind: "conflict" };

export function changeStatement(items: readonly ChangeToWrite[]) {
  return { name: "checkout.change", text, values: input.values(items) };
}

export const changeSessions: LaneCommand<ChangeToWrite, ChangeResult> = {
  name: "checkout.change",
  sortKey: ({ change }) => change.session.id,
  statement: changeStatement,
  result: (_item, row) =>
    row === undefined ? { kind: "conflict" } : { kind: "written", deliveries: Number(row.deliveries) },
  // Our change is in when its event or its ledger transaction is; a change with neither is decided again from what is there.
  finishes: true,
  aside: takeLeased,
  recall: async (query, { events, transactionId, change }) => {
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
