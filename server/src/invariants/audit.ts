import { chainHashSql, instantSql } from "../db/hash-chain.ts";
import type { Invariant } from "./invariant.ts";

/** The fields that `db/audit.ts` hashes. */
const fields = [
  "a.tenant_id::text",
  "a.sequence::text",
  "a.id::text",
  instantSql("a.created_at"),
  "a.actor",
  "a.action",
  "a.subject",
  "a.before",
  "a.after",
  "a.ip",
  "a.request_id",
  "coalesce(n.archived_from, n.merchant_id)::text",
  "n.mode",
];

/**
 * What was moved into files is not here any more, or waits for its removal; the last entry of the files is their anchor. Entries of
 * a whole tenant are reported under its own number, negated.
 */
const broken = (where: string): string => `
  select coalesce(a.merchant_no, -t.tenant_no) as merchant_no, a.id::text as id,
    format('%s, entry %s: %s', a.action, a.sequence, case
      when a.sequence = d.last_sequence then 'is not the one that its file ends with'
      when b.id is null and a.sequence > 1 then 'the entry before it is gone'
      when a.previous_hash <> coalesce(b.hash, decode(repeat('00', 32), 'hex')) then 'does not follow the entry before it'
      else 'was changed' end) as detail
  from audit_log a join tenants t on t.id = a.tenant_id
  left join merchant_numbers n on n.merchant_no = a.merchant_no
  left join audit_log b on b.tenant_id = a.tenant_id and b.sequence = a.sequence - 1
  left join (select distinct on (tenant_id) tenant_id, last_sequence, last_hash from audit_detachments
    order by tenant_id, last_sequence desc) d on d.tenant_id = a.tenant_id
  where ${where} and (d.last_sequence is null or a.sequence >= d.last_sequence)
    and (case when a.sequence = d.last_sequence then a.hash <> d.last_hash
      else a.previous_hash <> coalesce(b.hash, decode(repeat('00', 32), 'hex')) or a.sequence > 1 and b.id is null end
    or a.hash <> ${chainHashSql("a.previous_hash", fields)})`;

export const auditInvariants: readonly Invariant[] = [
  {
    name: "audit.new_entries_are_chained",
    meaning: "Each new entry of the audit log is what was hashed, and follows the entry before it.",
    reach: "recent",
    sql: broken("a.created_at >= $2::timestamptz and a.id >= $1::uuid"),
  },
  {
    name: "audit.chain_is_whole",
    meaning: "No entry of the audit log was ever changed, removed or moved.",
    reach: "whole",
    sql: broken("true"),
  },
  {
    name: "audit.chain_ends_at_its_head",
    meaning: "The last entry of each tenant is the one that its chain ends with.",
    reach: "whole",
    sql: `
      select -t.tenant_no as merchant_no, t.id::text as id,
        format('the chain ends at entry %s, the last one is %s', coalesce(h.sequence, 0), coalesce(a.sequence, 0)) as detail
      from tenants t left join audit_heads h on h.tenant_id = t.id
      left join lateral (select sequence, hash from audit_log where tenant_id = t.id order by sequence desc limit 1) a on true
      where h.hash is distinct from a.hash or h.sequence is distinct from a.sequence`,
  },
];
