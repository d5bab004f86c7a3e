-- Lists as files: everything that the filters of a list show. Made in the background, kept for seven days.
set local lock_timeout = '2s';

create table exports (
  -- Merchant and mode; of an operator's export the number of the tenant, negated.
  merchant_no int not null,
  id uuid not null,
  tenant_id uuid not null references tenants (id),
  maker_kind text not null check (maker_kind in ('key', 'person', 'operator')),
  maker uuid not null,
  -- The log-in that asked for it; null: a key did.
  log_in uuid,
  -- The list: its operation, and path and query as they were asked for.
  operation text not null,
  list text not null check (length(list) <= 2000),
  -- WORDS in the language, amounts and times for people; NAMES of the API and its values.
  heads text not null check (heads in ('WORDS', 'NAMES')),
  locale text not null check (locale in ('fr', 'en', 'pt')),
  separator text not null check (separator in (',', ';')),
  time_zone text not null,
  status text not null check (status in ('PENDING', 'READY', 'FAILED', 'CANCELLED', 'EXPIRED')),
  failure_code text,
  -- Rows in the parts, and how many there are; null: the list does not count them.
  rows_written int not null default 0 check (rows_written >= 0),
  rows_total int,
  parts int not null default 0 check (parts >= 0),
  -- Size of the whole file.
  bytes bigint not null default 0 check (bytes >= 0),
  -- The last entry that was written: the list goes on behind it.
  cursor text,
  -- One process at a time: each who takes it up gets the next number, and writes only while it is the last one.
  lease_no int not null default 0,
  leased_until timestamptz not null,
  -- Rounds in a row that failed.
  failures int not null default 0,
  created_at timestamptz not null,
  finished_at timestamptz,
  expires_at timestamptz not null,
  version int not null default 1,
  primary key (merchant_no, id),
  check ((status = 'PENDING') = (finished_at is null)),
  check ((status = 'FAILED') = (failure_code is not null))
);
create index exports_due on exports (leased_until) where status = 'PENDING';
create index exports_expiry on exports (expires_at) where status = 'READY';
create index exports_age on exports (created_at);

-- A file in parts, each compressed, so that neither making nor sending it needs much memory.
create table export_parts (
  merchant_no int not null,
  export_id uuid not null,
  part_no int not null,
  content bytea not null,
  primary key (merchant_no, export_id, part_no),
  foreign key (merchant_no, export_id) references exports (merchant_no, id) on delete cascade
);

-- Who asked for a refund; null: the service itself, or nobody kept it.
alter table refunds add column created_by uuid, add column created_by_kind text,
  add constraint refunds_created_by_check check ((created_by is null) = (created_by_kind is null));
