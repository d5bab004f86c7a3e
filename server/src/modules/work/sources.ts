import { stillHere } from "../../db/left-merchants.ts";
import { endingPapersSource } from "../onboarding/index.ts";
import { alarmConditions } from "../provider-health/index.ts";
import { balanceGapSource } from "../reconciliation/index.ts";
import { heldSource, unresolvedSource } from "../review/index.ts";
import type { WorkKind } from "./kinds.ts";

/**
 * What waits for a person, read from the things themselves, so that nothing can wait unseen or stay when it is done. Each
 * branch begins at a partial index, or at a table of few rows, so that the number of payments does not matter.
 * `$1` is the tenant, `$2` the present, `$3` the kinds of change requests that the reader may see.
 *
 * Columns: the row's name, mode, merchant_no, amount, currency, detail (a stable word, or a number), proposed_by, since, due.
 */
type Branch = string;

const UNKNOWN_AFTER = "interval '15 minutes'";
const UNKNOWN_DECIDE_AFTER = "interval '72 hours'";
/** Returned payouts are shown this long, should nobody say that they were seen to. */
const RETURNED_FOR = "interval '30 days'";
/** A day whose comparison still runs is a gap only from then on. */
const GAP_AFTER = "interval '1 day'";

/** One working day: what comes on a Friday is due on Monday, what comes at a weekend on Monday night. In UTC. */
const workingDayAfter = (since: string): string => `case extract(isodow from ${since} at time zone 'UTC')
    when 5 then ${since} + interval '3 days'
    when 6 then date_trunc('day', ${since}, 'UTC') + interval '3 days'
    when 7 then date_trunc('day', ${since}, 'UTC') + interval '2 days'
    else ${since} + interval '1 day' end`;

/** One alarm serves for all trouble of its kind: it waits since the present suspension, or since it is open again. */
const alarmSince =
  "case when a.kind = 'SUSPENDED' then p.suspended_at else coalesce(a.opened_at, a.first_seen_at) end";

/** The present day in UTC: papers end with it. */
const TODAY = "($2::timestamptz at time zone 'UTC')::date";
/** The instant after the last valid day of a paper. */
const paperEnd = "((p.expires_on + 1)::timestamp at time zone 'UTC')";
/** When its present stage began, so that it comes back with each stage; or when a newer one was handed in. */
const paperSince = `case when p.newer_at is not null then greatest(p.newer_at, ${paperEnd} - interval '31 days')
      when p.stage = 0 then ${paperEnd} when p.stage = 7 then ${paperEnd} - interval '8 days'
      else ${paperEnd} - interval '31 days' end`;

interface Columns {
  readonly item: string;
  readonly mode: string;
  readonly since: string;
  readonly due: string;
  readonly merchantNo?: string;
  readonly amount?: string;
  readonly currency?: string;
  readonly detail?: string;
  readonly proposedBy?: string;
}

const columns = ({
  item,
  mode,
  since,
  due,
  merchantNo = "null::int",
  amount = "null::bigint",
  currency = "null::text",
  detail = "null::text",
  proposedBy = "null::uuid",
}: Columns): string => `select ${item} as item, ${mode} as mode, ${merchantNo} as merchant_no, ${amount} as amount,
    ${currency} as currency, ${detail} as detail, ${proposedBy} as proposed_by, ${since} as since, ${due} as due`;

const difference = `${columns({
  item: "'DIFFERENCE:' || d.id",
  mode: "d.mode",
  merchantNo: "d.merchant_no",
  amount: "coalesce(d.their_amount, d.our_amount)",
  currency: "case when d.their_amount is null then d.our_currency else d.their_currency end",
  detail: "d.kind",
  since: "d.created_at",
  due: "d.created_at + interval '1 day'",
})} from reconciliation_differences d where d.tenant_id = $1 and d.status = 'OPEN'`;

/** One row by its name, whose parameter is given: also what the queue does not list yet, so that it can be taken. Pure. */
export const branchOf = (kind: WorkKind, item: string | null): Branch =>
  kind === "DIFFERENCE" && item !== null
    ? `${difference} and d.id = split_part(${item}, ':', 2)::uuid`
    : branches[kind];

const branches: Readonly<Record<WorkKind, Branch>> = {
  DOSSIER: `${columns({
    item: "'DOSSIER:' || d.id",
    mode: "n.mode",
    merchantNo: "d.merchant_no",
    detail: "case when d.in_force is null then 'NEW' else 'CHANGED' end",
    since: "d.submitted_at",
    due: workingDayAfter("d.submitted_at"),
  })} from kyb_dossiers d join merchant_numbers n using (merchant_no)
    where d.tenant_id = $1 and d.status in ('SUBMITTED', 'IN_REVIEW') and ${stillHere("d.merchant_no")}
      and not exists (select from kyb_decisions k where k.merchant_no = d.merchant_no and k.status = 'PROPOSED')`,
  EXPIRING_PAPER: `${columns({
    item: "'EXPIRING_PAPER:' || p.dossier_id || ':' || p.type || '-' || p.expires_on",
    mode: "p.mode",
    merchantNo: "p.merchant_no",
    detail: `case when p.newer_at is not null then 'NEWER_HANDED_IN' when p.stage = 0 then 'ENDED'
      when p.stage = 7 then 'ENDS_IN_7_DAYS' else 'ENDS_IN_30_DAYS' end`,
    since: paperSince,
    due: `case when p.newer_at is not null then ${workingDayAfter(paperSince)}
      when p.stage = 0 then ${workingDayAfter(paperEnd)} else ${paperEnd} end`,
  })} from (select p.dossier_id, p.tenant_id, p.merchant_no, p.mode, p.type, p.expires_on, p.stage, max(p.newer_at) as newer_at
      from ${endingPapersSource(TODAY)} p group by 1, 2, 3, 4, 5, 6, 7) p
    where p.tenant_id = $1`,
  HELD_MONEY: `${columns({
    item: "'HELD_MONEY:' || t.id",
    mode: "t.mode",
    merchantNo: "t.merchant_no",
    amount: "coalesce(t.amount_confirmed, t.amount)",
    currency: "t.currency",
    detail: "t.reason",
    since: "t.held_since",
    due: "t.held_since + interval '1 day'",
  })} from ${heldSource} t where t.tenant_id = $1 and t.reason <> 'UNRESOLVED' and t.open_decision_id is null`,
  UNKNOWN_PAYMENT: `${columns({
    item: "'UNKNOWN_PAYMENT:' || t.id || ':' || t.type",
    mode: "t.mode",
    merchantNo: "t.merchant_no",
    amount: "t.amount",
    currency: "t.currency",
    detail: `case when t.since <= $2::timestamptz - ${UNKNOWN_DECIDE_AFTER} then 'DECIDE' else 'WATCH' end`,
    since: "t.since",
    due: `t.since + ${UNKNOWN_DECIDE_AFTER}`,
  })} from ${unresolvedSource} t
    where t.tenant_id = $1 and t.since <= $2::timestamptz - ${UNKNOWN_AFTER} and t.open_decision_id is null`,
  MONEY_DECISION: `${columns({
    item: "'MONEY_DECISION:' || d.id",
    mode: "d.mode",
    merchantNo: "d.merchant_no",
    amount: "d.amount",
    currency: "d.currency",
    detail: "d.kind",
    proposedBy: "d.proposed_by",
    since: "d.created_at",
    due: "d.created_at + interval '4 hours'",
  })} from money_decisions d where d.tenant_id = $1 and d.status = 'PROPOSED'`,
  CHANGE_REQUEST: `${columns({
    item: "'CHANGE_REQUEST:' || c.id",
    mode: "'LIVE'",
    detail: "c.kind",
    proposedBy: "c.proposed_by",
    since: "c.created_at",
    due: "least(c.created_at + interval '4 hours', c.expires_at)",
  })} from change_requests c
    where c.tenant_id = $1 and c.status = 'PROPOSED' and c.expires_at > $2 and c.kind = any($3::text[])`,
  LEDGER_CORRECTION: `${columns({
    item: "'LEDGER_CORRECTION:' || c.id",
    mode: "c.mode",
    merchantNo: "c.merchant_no",
    amount: "c.amount",
    currency: "c.currency",
    detail: "c.direction",
    proposedBy: "c.proposed_by",
    since: "c.created_at",
    due: "c.created_at + interval '4 hours'",
  })} from ledger_corrections c where c.tenant_id = $1 and c.status = 'PROPOSED'`,
  DOSSIER_DECISION: `${columns({
    item: "'DOSSIER_DECISION:' || k.id",
    mode: "n.mode",
    merchantNo: "k.merchant_no",
    detail: "k.decision",
    proposedBy: "k.proposed_by",
    since: "k.proposed_at",
    due: "k.proposed_at + interval '4 hours'",
  })} from kyb_decisions k join kyb_dossiers d using (merchant_no) join merchant_numbers n using (merchant_no)
    where d.tenant_id = $1 and k.status = 'PROPOSED'`,
  RETURNED_PAYOUT: `${columns({
    item: "'RETURNED_PAYOUT:' || p.id",
    mode: "n.mode",
    merchantNo: "p.merchant_no",
    amount: "p.amount",
    currency: "p.currency",
    detail: "p.failure_code",
    since: "p.reversed_at",
    due: "p.reversed_at + interval '1 day'",
  })} from payouts p join merchant_numbers n using (merchant_no) join merchants m on m.id = n.merchant_id
    where m.tenant_id = $1 and p.status = 'REVERSED' and p.reversed_at > $2::timestamptz - ${RETURNED_FOR}
      and ${stillHere("p.merchant_no")}`,
  BANK_ENTRY: `${columns({
    item: "'BANK_ENTRY:' || b.id",
    mode: "b.mode",
    amount: "b.amount",
    currency: "b.currency",
    detail: "b.cause",
    since: "b.created_at",
    due: "b.created_at + interval '1 day'",
  })} from bank_entries b where b.tenant_id = $1 and b.status = 'QUEUED'`,
  DIFFERENCES: `${columns({
    item: "'DIFFERENCES:' || s.id",
    mode: "s.mode",
    detail: "s.open_count::text",
    since: "s.created_at",
    due: "s.created_at + interval '1 day'",
  })} from provider_statements s where s.tenant_id = $1 and s.open_count > 0`,
  DIFFERENCE: `${difference}
      and d.id in (select split_part(k.item, ':', 2)::uuid from work_marks k
        where k.tenant_id = $1 and k.item like 'DIFFERENCE:%' and k.taken_by is not null)`,
  STATEMENT_GAP: `${columns({
    item: "'STATEMENT_GAP:' || r.provider_account_id || ':' || r.day",
    mode: "r.mode",
    detail: "r.status",
    since: "r.period_to",
    due: "r.period_to + interval '2 days'",
  })} from reconciliation_days r
    where r.tenant_id = $1 and (r.status = 'GIVEN_UP'
      or (r.status in ('WAITING', 'BALANCE') and r.period_to <= $2::timestamptz - ${GAP_AFTER}))`,
  BALANCE_GAP: `${columns({
    item: "'BALANCE_GAP:' || g.provider_account_id || ':' || g.currency",
    mode: "g.mode",
    amount: "abs(g.gap)",
    currency: "g.currency",
    detail: "case when g.gap > 0 then 'MORE_THERE' else 'LESS_THERE' end",
    since: "g.since",
    due: "g.since + interval '2 days'",
  })} from ${balanceGapSource} g where g.tenant_id = $1`,
  ENDPOINT_DISABLED: `${columns({
    item: "'ENDPOINT_DISABLED:' || e.id",
    mode: "n.mode",
    merchantNo: "e.merchant_no",
    detail: "e.disabled_reason",
    since: "e.updated_at",
    due: "e.updated_at + interval '1 day'",
  })} from webhook_endpoints e join merchant_numbers n using (merchant_no) join merchants m on m.id = n.merchant_id
    where m.tenant_id = $1 and e.status = 'DISABLED' and e.disabled_reason in ('GONE', 'FAILING')
      and e.deleted_at is null and ${stillHere("e.merchant_no")}`,
  PROVIDER_ALARM: `${columns({
    item: "'PROVIDER_ALARM:' || a.id",
    mode: "p.mode",
    detail: "a.kind",
    since: alarmSince,
    due: `${alarmSince} + interval '4 hours'`,
  })} from provider_alarms a join provider_accounts p on p.id = a.account_id
    where a.tenant_id = $1 and ${alarmConditions.OPEN("a")}`,
  BROKEN_INVARIANT: `${columns({
    item: "'BROKEN_INVARIANT:' || i.name",
    mode: "null::text",
    detail: "i.violation_count::text",
    since: "i.violated_since",
    due: "i.violated_since + interval '4 hours'",
  })} from invariant_checks i where i.violation_count > 0 and exists (select from tenants where id = $1)`,
};
