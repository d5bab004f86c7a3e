import type { BatchCommand } from "../../../db/batch-writer.ts";
import { arrayText, itemRows } from "../../../db/item-rows.ts";
import { probe } from "../../../db/probe.ts";
import type { SessionChange } from "../change/change.ts";
import type { Charge, PaymentIntent } from "../types.ts";
import { countMovesSql, countOneDaySql, isOneDay, movesOfAllSql } from "./counters-sql.ts";
import { answersSql, eventColumns, eventsSql, type Telling, takeLeased } from "./events-sql.ts";
import { sessionColumns } from "./session-columns.ts";

export interface AttemptToStart extends Telling {
  readonly change: SessionChange & { readonly intent: PaymentIntent; readonly charge: Charge };
}

const input = itemRows<AttemptToStart>([
  ...sessionColumns<AttemptToStart>(),
  { name: "attempt_number", type: "smallint", value: ({ change }) => change.session.attemptCount },
  { name: "event_sequence_after", type: "int", value: ({ change }) => change.session.eventSequence },
  { name: "i_status", type: "text", value: ({ change }) => change.intent.status },
  { name: "i_day", type: "date", value: ({ change }) => change.intent.createdAtMs },
  { name: "i_charge_ids", type: "text", value: ({ change }) => arrayText(change.intent.chargeIds) },
  { name: "i_version", type: "int", value: ({ change }) => change.intent.version },
  { name: "i_created_at", type: "timestamptz", value: ({ change }) => change.intent.createdAtMs },
  { name: "c_description", type: "text", value: ({ change }) => change.charge.description },
  { name: "c_metadata", type: "text", value: ({ change }) => JSON.stringify(change.charge.metadata) },
  { name: "c_id", type: "uuid", value: ({ change }) => change.charge.id },
  { name: "c_status_before", type: "text", value: () => null },
  { name: "c_status", type: "text", value: ({ change }) => change.charge.status },
  { name: "c_day", type: "date", value: ({ change }) => change.charge.createdAtMs },
  { name: "c_wallet_id", type: "uuid", value: ({ change }) => change.charge.walletId },
  { name: "c_method", type: "text", value: ({ change }) => change.charge.paymentMethod },
  { name: "c_details", type: "text", value: ({ change }) => JSON.stringify(change.charge.methodDetails) },
  { name: "c_payer", type: "bytea", value: ({ change }) => change.charge.payer },
  { name: "c_phone_mac", type: "bytea", value: ({ change }) => change.charge.payerPhoneMac },
  { name: "c_fingerprint", type: "bytea", value: ({ change }) => change.charge.requestFingerprint },
  { name: "c_account", type: "uuid", value: ({ change }) => change.charge.providerAccountId },
  { name: "c_provider", type: "text", value: ({ change }) => change.charge.provider },
  { name: "c_own_id", type: "text", value: ({ change }) => change.charge.providerReference },
  { name: "check_at", type: "timestamptz", value: ({ change }) => change.checkAtMs ?? null },
  ...eventColumns<AttemptToStart>(),
]);

/** Step 2 of the statement below. */
const linkSql = `
  link as materialized (
    select l.merchant_no, l.id, case
        when l.status <> 'ACTIVE' or (l.expires_at is not null and l.expires_at <= wanted.now_at) then 0
        when l.max_uses is null then 2147483647
        else l.max_uses - l.uses_count - l.uses_reserved
      end as room
    from (
      select merchant_no, payment_link_id, max(now_at) as now_at from locked where payment_link_id is not null
      group by merchant_no, payment_link_id order by merchant_no, payment_link_id
    ) wanted ${probe(
      "l",
      `select * from payment_links x where x.merchant_no = wanted.merchant_no and x.id = wanted.payment_link_id
      for no key update`,
    )}
  ),
  ranked as materialized (
    select locked.*, row_number() over (partition by merchant_no, payment_link_id order by item) as place_in_line from locked
  ),
  admitted as materialized (
    select ranked.* from ranked
    where ranked.payment_link_id is null or ranked.place_in_line <= (
      select link.room from link where link.merchant_no = ranked.merchant_no and link.id = ranked.payment_link_id)
  ),
  reserved as (
    update payment_links l set uses_reserved = l.uses_reserved + taken.n
    from (select merchant_no, payment_link_id, count(*)::int as n from admitted where payment_link_id is not null group by 1, 2) taken
    where l.merchant_no = taken.merchant_no and l.id = taken.payment_link_id
  ),`;

/**
 * 1. `locked`: sessions still at the version the attempt was decided on, each for the first attempt of the batch that
 *   needs it. The slower ones have no row here.
 * 2. `admitted`: of the attempts that came by a payment link, those it has room for, in order; the link is locked
 *   first, so no two batches see the same room.
 * 3. `done`: the sessions, moved. Everything else is written from these rows.
 *
 * `usual`: a batch without links, in which everything was made on the session's day. It omits the second step:
 * preparing the parts of a statement is most of the cost of a small batch.
 */
const textOf = (usual: boolean): string => `
  with found as materialized (
    select item.*, s.payment_link_id,
      row_number() over (partition by item.merchant_no, item.session_id order by item.item) as turn
    from ${input.from} ${probe(
      "s",
      `select x.payment_link_id from checkout_sessions x
      where x.merchant_no = item.merchant_no and x.id = item.session_id and x.version = item.version
      for no key update`,
    )}
  ),
  locked as materialized (select * from found where turn = 1),
  ${usual ? "" : linkSql}
  done as (
    update checkout_sessions s set status = a.s_status, attempt_count = a.attempt_number, charge_id = a.c_id,
      failure_code = null, event_sequence = a.event_sequence_after, version = s.version + 1, updated_at = a.now_at
    from ${usual ? "locked" : "admitted"} a where s.merchant_no = a.merchant_no and s.id = a.session_id
    returning a.*, s.payment_intent_id, s.amount, s.currency, s.allowed_methods, s.customer, s.reference, s.updated_at
  ),
  intended as (
    insert into payment_intents (merchant_no, id, session_id, payment_link_id, status, amount, currency, allowed_methods,
      charge_ids, latest_charge_id, customer, reference, description, metadata, version, created_at, updated_at)
    select merchant_no, payment_intent_id, session_id, payment_link_id, i_status, amount, currency, allowed_methods,
      i_charge_ids::uuid[], c_id, customer, reference, c_description, c_metadata, i_version, i_created_at, now_at
    from done
    on conflict (merchant_no, id) do update set status = excluded.status, charge_ids = excluded.charge_ids,
      latest_charge_id = excluded.latest_charge_id, version = excluded.version, updated_at = excluded.updated_at
  ),
  charged as (
    insert into charges (merchant_no, id, payment_intent_id, session_id, payment_link_id, attempt_number, status, amount,
      currency, wallet_id, payment_method, method_details, payer, payer_phone_mac, request_fingerprint,
      provider_account_id, provider, provider_reference, reference, description, metadata, created_at, updated_at)
    select merchant_no, c_id, payment_intent_id, session_id, payment_link_id, attempt_number, c_status, amount,
      currency, c_wallet_id, c_method, c_details, c_payer, c_phone_mac, c_fingerprint,
      c_account, c_provider, c_own_id, reference, c_description, c_metadata, now_at, now_at
    from done
  ),
  watched as (
    insert into charge_checks (merchant_no, charge_id, session_id, next_check_at)
    select merchant_no, c_id, session_id, check_at from done where check_at is not null
  ),
  ${eventsSql},
  ${usual ? "" : movesOfAllSql}
  counted as (${usual ? countOneDaySql : countMovesSql})
  ${answersSql("locked.item, locked.item in (select item from done) as started", "locked", "-1, null::boolean")}`;

const text = { usual: textOf(true), any: textOf(false) };

/**
 * `conflict`: the session has changed; read it again. `link_full`: the payment link has no use left, or is not active.
 */
export type StartResult =
  | { readonly kind: "started"; readonly deliveries: number }
  | { readonly kind: "conflict" | "link_full" };

export const startAttempts: BatchCommand<AttemptToStart, StartResult> = {
  name: "checkout.start",
  sortKey: ({ change }) => change.session.id,
  statement: (items) => {
    const values = input.values(items);
    return items.every(({ change }) => change.session.paymentLinkId === null && isOneDay(change))
      ? { name: "checkout.start", text: text.usual, values }
      : { name: "checkout.start_any", text: text.any, values };
  },
  result: (_item, row) => {
    if (row === undefined) return { kind: "conflict" };
    return row.started === true
      ? { kind: "started", deliveries: Number(row.deliveries) }
      : { kind: "link_full" };
  },
  extraRows: takeLeased,
  resolveUnknown: async (query, { change }) => {
    const rows = await query({
      text: "select 1 from charges where merchant_no = $1 and id = $2",
      values: [change.charge.merchantNo, change.charge.id],
    });
    return rows.length > 0 ? { kind: "started", deliveries: 1 } : null;
  },
};
