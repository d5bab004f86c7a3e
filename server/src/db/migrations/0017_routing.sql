-- Operators edit routing: each row says how often and when it changed, so that of two who edit at once one is told.

alter table sub_tenants add column version int not null default 1, add column updated_at timestamptz;
update sub_tenants set updated_at = created_at;
alter table sub_tenants alter column updated_at set not null;

alter table provider_accounts add column version int not null default 1;

alter table routing_rules add column version int not null default 1, add column updated_at timestamptz;
update routing_rules set updated_at = created_at;
alter table routing_rules alter column updated_at set not null;

alter table amount_bounds add column version int not null default 1, add column created_at timestamptz,
  add column updated_at timestamptz;
update amount_bounds b set created_at = t.created_at, updated_at = t.created_at from tenants t where t.id = b.tenant_id;
alter table amount_bounds alter column created_at set not null, alter column updated_at set not null;

alter table outages add column version int not null default 1, add column created_at timestamptz,
  add column updated_at timestamptz;
update outages set created_at = starts_at, updated_at = starts_at;
alter table outages alter column created_at set not null, alter column updated_at set not null;
create index outages_by_tenant on outages (tenant_id, id);

-- An account and a rule belong to the tenant of their sub-tenant, whoever writes them.
alter table sub_tenants add unique (tenant_id, id);
alter table provider_accounts drop constraint provider_accounts_sub_tenant_id_fkey,
  add foreign key (tenant_id, sub_tenant_id) references sub_tenants (tenant_id, id);
alter table routing_rules drop constraint routing_rules_sub_tenant_id_fkey,
  add foreign key (tenant_id, sub_tenant_id) references sub_tenants (tenant_id, id);

-- A schedule is never changed: the next version takes over, and a payment is charged by the one it began under.
alter table fee_schedules add column version int not null default 1, add column effective_from timestamptz;
update fee_schedules f set effective_from = t.created_at from tenants t where t.id = f.tenant_id;
alter table fee_schedules alter column effective_from set not null;
alter table fee_schedules drop constraint fee_schedules_tenant_id_mode_method_currency_key;
alter table fee_schedules add unique (tenant_id, mode, method, currency, version);
