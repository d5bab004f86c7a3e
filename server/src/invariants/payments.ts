import { FIRST_GUARD_ID } from "../kit/guard-id.ts";
import type { Invariant } from "./invariant.ts";

const ALIVE = "('PENDING', 'REQUIRES_ACTION', 'PROCESSING', 'IN_RECONCILIATION')";

export const paymentInvariants: readonly Invariant[] = [
  {
    name: "intents.paid_by_one_charge",
    meaning: "An intent is SUCCEEDED exactly when one charge of it pays, and names what that charge brought.",
    reach: "recent",
    sql: `
      select i.merchant_no, i.id::text as id,
        format('%s, %s charges pay, received %s', i.status, p.n, i.amount_received) as detail
      from payment_intents i cross join lateral (
        select count(*) as n, coalesce(sum(coalesce(c.amount_confirmed, c.amount)), 0) as amount from charges c
        where c.merchant_no = i.merchant_no and c.id = any(i.charge_ids) and c.pays
      ) p
      where i.id >= $1::uuid and i.created_at >= $2::timestamptz
        and (p.n <> (i.status = 'SUCCEEDED')::int or i.amount_received <> p.amount)`,
  },
  {
    name: "intents.name_what_went_back",
    meaning: "An intent has given back what the charge that pays it has given back.",
    reach: "recent",
    sql: `
      select i.merchant_no, i.id::text as id, format('names %s, its charge %s', i.amount_refunded, p.amount) as detail
      from payment_intents i cross join lateral (
        select coalesce(sum(c.amount_refunded), 0) as amount from charges c
        where c.merchant_no = i.merchant_no and c.id = any(i.charge_ids) and c.pays
      ) p
      where i.id >= $1::uuid and i.created_at >= $2::timestamptz and i.amount_refunded <> p.amount`,
  },
  {
    name: "intents.name_their_charges",
    meaning: "Every charge is named by its intent, and a charge that pays has succeeded.",
    reach: "recent",
    sql: `
      select c.merchant_no, c.id::text as id,
        case when i.id is null then 'without an intent' when c.pays and c.status <> 'SUCCEEDED' then 'pays as ' || c.status
          else 'not named by its intent' end as detail
      from charges c left join payment_intents i on i.merchant_no = c.merchant_no and i.id = c.payment_intent_id
      where c.id >= $1::uuid and c.created_at >= $2::timestamptz
        and (i.id is null or not c.id = any(i.charge_ids) or (c.pays and c.status <> 'SUCCEEDED'))`,
  },
  {
    // A session's first event contains its intent; the intent of a guard has events of its charges only.
    name: "intents.have_their_guard",
    meaning:
      "An intent has the row that guards it: a session, or a guard by the intent's own id of which nobody was ever told.",
    reach: "recent",
    sql: `
      select i.merchant_no, i.id::text as id,
        case when s.id is null then 'without a guard' when e.type is not null then 'told of as ' || e.type
          else 'another''s guard' end as detail
      from payment_intents i
      left join checkout_sessions s
        on s.merchant_no = i.merchant_no and s.id = i.session_id and s.payment_intent_id = i.id
      left join (
        -- Grouped first: a merchant's events joined with its intents one by one would be a square.
        select merchant_no, subject_id, min(type) as type from events
        where id >= $1::uuid and type like 'checkout.session.%' group by merchant_no, subject_id
      ) e on e.merchant_no = i.merchant_no and e.subject_id = i.id and s.id >= '${FIRST_GUARD_ID}'
      where i.id >= $1::uuid and i.created_at >= $2::timestamptz and (s.id is null or e.type is not null
        or (s.id >= '${FIRST_GUARD_ID}' and substr(s.id::text, 2) <> substr(i.id::text, 2)))`,
  },
  {
    name: "sessions.succeeded_is_paid",
    meaning: "A session is SUCCEEDED exactly when its intent is, and then its charge is the one that pays.",
    reach: "recent",
    sql: `
      select s.merchant_no, s.id::text as id,
        format('session %s, intent %s, its charge pays: %s', s.status, coalesce(i.status, 'none'), coalesce(c.pays, false)) as detail
      from checkout_sessions s
      left join payment_intents i on i.merchant_no = s.merchant_no and i.id = s.payment_intent_id
      left join charges c on c.merchant_no = s.merchant_no and c.id = s.charge_id
      where s.id >= $1::uuid and s.created_at >= $2::timestamptz
        and ((s.status = 'SUCCEEDED') <> coalesce(i.status = 'SUCCEEDED', false)
          or (s.status = 'SUCCEEDED') <> coalesce(c.pays, false))`,
  },
  {
    // A late payment may pay a session while another attempt is in flight: that attempt stays alive under SUCCEEDED,
    // and its money is refunded if it arrives.
    name: "sessions.live_attempts_block",
    meaning:
      "A charge whose money may still move keeps its session PROCESSING (or another one has paid it, or the payer has left it for another way), and a PROCESSING session has such a charge.",
    reach: "recent",
    sql: `
      select s.merchant_no, s.id::text as id, format('session %s, charge %s', s.status, c.status) as detail
      from charges c join checkout_sessions s on s.merchant_no = c.merchant_no and s.id = c.session_id
      where c.id >= $1::uuid and c.created_at >= $2::timestamptz
        and c.status in ${ALIVE} and c.superseded_at is null and s.status not in ('PROCESSING', 'SUCCEEDED')
      union all
      select s.merchant_no, s.id::text, format('session %s, charge %s', s.status, coalesce(c.status, 'none'))
      from checkout_sessions s left join charges c on c.merchant_no = s.merchant_no and c.id = s.charge_id
      where s.id >= $1::uuid and s.created_at >= $2::timestamptz
        and s.status = 'PROCESSING' and coalesce(c.status not in ${ALIVE} or c.superseded_at is not null, true)`,
  },
  {
    // The resolver stops after 72 hours and an operator decides.
    name: "charges.live_ones_are_watched",
    meaning: "A charge sent to a provider and not known to have ended is on the resolver's list.",
    reach: "recent",
    sql: `
      select c.merchant_no, c.id::text as id, c.status as detail
      from charges c left join charge_checks k on k.merchant_no = c.merchant_no and k.charge_id = c.id
      where c.id >= $1::uuid and c.created_at >= $2::timestamptz
        and c.status in ${ALIVE} and c.review_reason is null and c.provider_account_id is not null and k.charge_id is null
        and c.created_at > (select max(created_at) - interval '72 hours' from charges where id >= $1::uuid)`,
  },
  {
    name: "links.uses_are_payments",
    meaning:
      "A link's uses are the charges that paid through it, and its reserved uses the attempts under way.",
    reach: "whole",
    sql: `
      select l.merchant_no, l.id::text as id,
        format('uses %s, paid %s; reserved %s, under way %s', l.uses_count, coalesce(c.paid, 0), l.uses_reserved,
          coalesce(c.alive, 0)) as detail
      from payment_links l left join (
        select merchant_no, payment_link_id, count(*) filter (where pays) as paid,
          count(*) filter (where status in ${ALIVE} and superseded_at is null) as alive
        from charges where payment_link_id is not null group by merchant_no, payment_link_id
      ) c on c.merchant_no = l.merchant_no and c.payment_link_id = l.id
      where l.uses_count <> coalesce(c.paid, 0) or l.uses_reserved <> coalesce(c.alive, 0)`,
  },
  {
    name: "idempotency.keys_have_effects",
    meaning:
      "The idempotency key of the creation of a session, a charge or an intent was kept together with what guards the payment.",
    reach: "recent",
    sql: `
      select k.merchant_no, k.owner::text as id, 'nothing was made' as detail
      from idempotency_keys k left join checkout_sessions s on s.merchant_no = k.merchant_no and s.id = k.owner
      where k.owner >= $1::uuid and k.created_at >= $2::timestamptz and k.status in (0, 201) and s.id is null
        and (k.route like 'POST %/checkout/sessions' or k.route like 'POST %/payments/charges'
          or k.route like 'POST %/payments/payment-intents')`,
  },
];
