-- Who looks after what waits for a person, what people noted, and whether a check of the data found something.
set local lock_timeout = '2s';

-- Only rows of the queue that somebody touched: what waits is read from the things themselves.
create table work_marks (
  tenant_id uuid not null references tenants (id),
  item text not null,
  taken_by uuid references operators (id),
  taken_at timestamptz,
  done_by uuid references operators (id),
  done_at timestamptz,
  updated_at timestamptz not null,
  primary key (tenant_id, item),
  check ((taken_by is null) = (taken_at is null)),
  check ((done_by is null) = (done_at is null))
);
create index work_marks_updated on work_marks (updated_at);

-- About a row of the queue, by operators. The text is sealed: people write names and numbers into it.
create table work_notes (
  tenant_id uuid not null references tenants (id),
  item text not null,
  id uuid not null,
  written_by uuid not null references operators (id),
  content bytea not null,
  created_at timestamptz not null,
  primary key (tenant_id, item, id)
);

-- About a payment or a payout, by its merchant's people, programs, and operators.
create table notes (
  merchant_no integer not null references merchant_numbers (merchant_no),
  subject_id uuid not null,
  id uuid not null,
  author_kind text not null check (author_kind in ('key', 'person', 'operator')),
  author_id uuid not null,
  content bytea not null,
  created_at timestamptz not null,
  primary key (merchant_no, subject_id, id)
);

-- Zero: the last check found nothing.
alter table invariant_checks add column violation_count bigint not null default 0;
alter table invariant_checks add column violated_since timestamptz;

create index payouts_reversed on payouts (reversed_at) where status = 'REVERSED';
