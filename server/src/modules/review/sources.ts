import { stillHere } from "../../db/left-merchants.ts";

/**
 * Money that needs an operator's decision or a provider's answer, across the merchants of a tenant. Each is a table
 * expression with `tenant_id` and `id`, for `readTenantPage` and for reads by id. Every branch begins at a partial
 * index or at a table that only contains open rows, so that the number of payments does not matter.
 */
const owner = "join merchant_numbers n using (merchant_no) join merchants m on m.id = n.merchant_id";
const openDecision = (id: string) => `(
    select d.id from money_decisions d
    where d.merchant_no = n.merchant_no and d.subject_id = ${id} and d.status = 'PROPOSED') as open_decision_id`;
const ALIVE = "('PENDING', 'REQUIRES_ACTION', 'PROCESSING', 'IN_RECONCILIATION')";

const heldColumns = (reason: string, since: string) => `
  m.tenant_id, n.mode, m.id as merchant_id, c.merchant_no, c.id, c.session_id, c.payment_intent_id, ${reason} as reason,
  c.status, c.amount, c.amount_confirmed, c.currency, c.payment_method,
  c.method_details::json ->> 'operator' as operator, c.provider, c.provider_transaction_id, c.late, c.duplicate,
  c.reference, c.version, ${since} as held_since, c.created_at, c.updated_at, ${openDecision("c.id")}`;

/** Charges under review, and those whose provider never reported. */
export const heldSource = `(
  select ${heldColumns("c.review_reason", "c.updated_at")}
  from charges c ${owner} where c.review_reason is not null and ${stillHere("c.merchant_no")}
  union all
  select ${heldColumns("'UNRESOLVED'", "c.created_at")}
  from charge_checks k join charges c on c.merchant_no = k.merchant_no and c.id = k.charge_id
  join merchant_numbers n on n.merchant_no = c.merchant_no join merchants m on m.id = n.merchant_id
  where k.next_check_at = 'infinity' and c.review_reason is null and c.status in ${ALIVE}
    and ${stillHere("c.merchant_no")}
)`;

const transferColumns = (
  type: string,
  operator: string,
  provider: string,
  since = "coalesce(t.unknown_since, t.created_at)",
) => `
  m.tenant_id, n.mode, m.id as merchant_id, t.merchant_no, '${type}' as type, t.id, null::uuid as session_id, t.status,
  ${operator} as operator, ${provider} as provider, t.amount, t.currency,
  ${since} as since, t.check_count as asked, t.next_check_at, t.version, t.created_at,
  t.updated_at, ${openDecision("t.id")}`;

/** Charges, refunds and payouts whose outcome is unknown, and refunds whose success was taken back. */
export const unresolvedSource = `(
  select m.tenant_id, n.mode, m.id as merchant_id, c.merchant_no, 'CHARGE' as type, c.id, c.session_id, c.status,
    coalesce(c.method_details::json ->> 'operator', c.payment_method) as operator, c.provider, c.amount, c.currency,
    coalesce(c.unknown_since, c.created_at) as since, k.check_count as asked,
    case when k.next_check_at = 'infinity' then null else k.next_check_at end as next_check_at, c.version, c.created_at,
    c.updated_at, ${openDecision("c.id")}
  from charge_checks k join charges c on c.merchant_no = k.merchant_no and c.id = k.charge_id
  join merchant_numbers n on n.merchant_no = c.merchant_no join merchants m on m.id = n.merchant_id
  where c.status in ${ALIVE} and c.review_reason is null
    and (c.unknown_since is not null or c.status = 'IN_RECONCILIATION' or k.next_check_at = 'infinity')
    and ${stillHere("c.merchant_no")}
  union all
  select ${transferColumns("REFUND", "a.provider", "a.provider")}
  from refunds t ${owner} join provider_accounts a on a.id = t.provider_account_id
  where t.status in ('PROCESSING', 'IN_RECONCILIATION')
    and (t.unknown_since is not null or t.status = 'IN_RECONCILIATION') and ${stillHere("t.merchant_no")}
  union all
  select ${transferColumns("REFUND", "a.provider", "a.provider", "t.failed_at")}
  from refunds t ${owner} join provider_accounts a on a.id = t.provider_account_id
  where t.review_reason is not null and ${stillHere("t.merchant_no")}
  union all
  select ${transferColumns("PAYOUT", "coalesce(t.destination::json ->> 'operator', t.destination::json ->> 'type')", "t.provider")}
  from payouts t ${owner}
  where t.status in ('PROCESSING', 'IN_RECONCILIATION')
    and (t.unknown_since is not null or t.status = 'IN_RECONCILIATION') and ${stillHere("t.merchant_no")}
)`;
