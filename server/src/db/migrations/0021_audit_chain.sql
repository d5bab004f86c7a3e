-- Every act of the audit log belongs to a tenant, says from where it came, and is chained to the act before it.
set local lock_timeout = '2s';

alter table audit_log
  add column sequence bigint,
  add column ip text,
  add column previous_hash bytea check (length(previous_hash) = 32),
  add column hash bytea check (length(hash) = 32);

-- The end of each tenant's chain: locked last by every transaction that acts, so that acts follow each other.
create table audit_heads (
  tenant_id uuid primary key references tenants (id),
  sequence bigint not null check (sequence >= 0),
  hash bytea not null check (length(hash) = 32)
);

update audit_log a set tenant_id = m.tenant_id
  from merchant_numbers n join merchants m on m.id = n.merchant_id
  where a.tenant_id is null and n.merchant_no = a.merchant_no;

-- What was written before there was a chain is chained in the order in which it was written down. The text that is
-- hashed is described in db/hash-chain.ts.
do $$
declare
  entry record;
  head audit_heads%rowtype;
  next_hash bytea;
begin
  for entry in
    select a.*, n.merchant_id, n.mode from audit_log a left join merchant_numbers n on n.merchant_no = a.merchant_no
    order by a.tenant_id, a.created_at, a.id
  loop
    insert into audit_heads values (entry.tenant_id, 1, decode(repeat('00', 32), 'hex'))
      on conflict (tenant_id) do update set sequence = audit_heads.sequence + 1
      returning * into head;
    select sha256(convert_to(encode(head.hash, 'hex') || E'\n' || string_agg(
        coalesce(octet_length(field)::text || ':' || field, '-'), ',' order by place), 'UTF8'))
      into next_hash
      from unnest(array[entry.tenant_id::text, head.sequence::text, entry.id::text,
        to_char(entry.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), entry.actor, entry.action,
        entry.subject, entry.before, entry.after, null, entry.request_id, entry.merchant_id::text, entry.mode])
        with ordinality as fields (field, place);
    update audit_log set sequence = head.sequence, previous_hash = head.hash, hash = next_hash where id = entry.id;
    update audit_heads set hash = next_hash where tenant_id = entry.tenant_id;
  end loop;
end $$;

alter table audit_log
  alter column tenant_id set not null,
  alter column sequence set not null,
  alter column previous_hash set not null,
  alter column hash set not null,
  add unique (tenant_id, sequence);
create index audit_log_actor on audit_log (tenant_id, actor, sequence);
create index audit_log_action on audit_log (tenant_id, action, sequence);
create index audit_log_subject on audit_log (tenant_id, subject, sequence);
create index audit_log_created on audit_log (tenant_id, created_at);
