import { FIRST_GUARD_ID } from "../kit/guard-id.ts";
import { chargeStatuses, intentStatuses, sessionStatuses } from "../modules/payments/index.ts";
import type { Invariant } from "./invariant.ts";

/** Each counter of a day as a row: list, status, number. */
const counterRows = (
  [
    ["sessions", sessionStatuses],
    ["intents", intentStatuses],
    ["charges", chargeStatuses],
  ] as const
)
  .flatMap(([list, statuses]) =>
    statuses.map((status) => `('${list}', '${status}', k.${list}_${status.toLowerCase()})`),
  )
  .join(", ");

function countedRows(list: string, table: string, only = "true"): string {
  return `
    select '${list}' as list, merchant_no, (created_at at time zone 'UTC')::date as day, status, count(*) as n from ${table}
    where id >= $1::uuid and created_at >= $2::timestamptz and ${only} group by 2, 3, 4`;
}

export const recordInvariants: readonly Invariant[] = [
  {
    name: "lists.counters_are_counts",
    meaning: "The counters of a day are the numbers of its sessions, intents and charges by status.",
    reach: "recent",
    sql: `
      with counted as (
        ${countedRows("sessions", "checkout_sessions", `id < '${FIRST_GUARD_ID}'`)}
        union all ${countedRows("intents", "payment_intents")}
        union all ${countedRows("charges", "charges")}
      ),
      stored as (
        select c.list, k.merchant_no, k.day, c.status, c.n
        from list_counters k cross join lateral (values ${counterRows}) c (list, status, n)
        where k.day >= ($2::timestamptz at time zone 'UTC')::date and c.n <> 0
      )
      select coalesce(s.merchant_no, c.merchant_no) as merchant_no, coalesce(s.day, c.day)::text as id,
        format('%s %s: stored %s, there are %s', coalesce(s.list, c.list), coalesce(s.status, c.status), coalesce(s.n, 0),
          coalesce(c.n, 0)) as detail
      from stored s full join counted c on c.list = s.list and c.merchant_no = s.merchant_no and c.day = s.day
        and c.status = s.status
      where coalesce(s.n, 0) <> coalesce(c.n, 0)`,
  },
  {
    // A subject may have begun before the period: its numbers must still be consecutive.
    name: "events.are_numbered",
    meaning: "The events of a subject are numbered from 1 without a gap and without doubles.",
    reach: "recent",
    sql: `
      select merchant_no, subject_id::text as id,
        format('%s events numbered %s to %s', count(*), min(sequence), max(sequence)) as detail
      from events where id >= $1::uuid and created_at >= $2::timestamptz
      group by merchant_no, subject_id
      having count(distinct sequence) <> count(*) or count(*) <> max(sequence) - min(sequence) + 1
        or min(sequence) < 1 or (min(sequence) > 1 and $2::timestamptz = '-infinity')`,
  },
  {
    name: "sessions.count_their_events",
    meaning: "A session knows the number of the last event of its intent.",
    reach: "recent",
    sql: `
      select s.merchant_no, s.id::text as id, format('counts %s, there are %s', s.event_sequence, coalesce(e.n, 0)) as detail
      from checkout_sessions s left join (
        select merchant_no, subject_id, max(sequence) as n from events where id >= $1::uuid group by merchant_no, subject_id
      ) e on e.merchant_no = s.merchant_no and e.subject_id = s.payment_intent_id
      where s.id >= $1::uuid and s.created_at >= $2::timestamptz and s.event_sequence <> coalesce(e.n, 0)`,
  },
  {
    // Whether an endpoint listened is known only if it was never changed since it was made.
    name: "events.are_delivered_to_listeners",
    meaning: "An event has a delivery for every endpoint that listened to it.",
    reach: "recent",
    sql: `
      select e.merchant_no, e.id::text as id, format('no delivery of %s to %s', e.type, p.id) as detail
      from events e join webhook_endpoints p on p.merchant_no = e.merchant_no and p.status = 'ACTIVE' and p.version = 1
        and p.created_at < e.created_at - interval '1 minute'
        and (p.events @> array['*'] or p.events @> array[e.type])
      left join (
        -- A delivery's id begins like its event's. Grouped, so that nobody looks for each event in a busy merchant's list.
        select merchant_no, endpoint_id, event_id, count(*) from webhook_deliveries where id >= $1::uuid group by 1, 2, 3
      ) d on d.merchant_no = e.merchant_no and d.endpoint_id = p.id and d.event_id = e.id
      where e.id >= $1::uuid and e.created_at >= $2::timestamptz and d.event_id is null and e.type <> 'endpoint.ping'`,
  },
];
