-- What operators do with money: decisions on held and unresolved money, and statements of providers.
-- Tables of a tenant begin with its id; what belongs to a merchant begins with its number.

-- What a person decided on money whose owner, or whose fate, no rule could tell. A decision on much money is proposed by
-- one operator and done by another.
create table money_decisions (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  merchant_no int not null references merchant_numbers (merchant_no),
  mode text not null check (mode in ('SANDBOX', 'LIVE')),
  subject_type text not null check (subject_type in ('CHARGE', 'REFUND', 'PAYOUT')),
  subject_id uuid not null,
  kind text not null check (kind in ('RELEASE', 'REFUND', 'SETTLE_SUCCEEDED', 'SETTLE_FAILED', 'REVERSE')),
  status text not null check (status in ('PROPOSED', 'DONE', 'REJECTED')),
  -- Why a person had to decide.
  held_because text not null,
  amount bigint not null check (amount > 0),
  currency char(3) not null,
  reason text not null,
  evidence text,
  -- What the provider calls the payment that SETTLE_SUCCEEDED speaks of.
  transaction_id text,
  -- Which way a REFUND goes, and the refund that it made.
  refund_route text check (refund_route in ('ORIGINAL_RAIL', 'PAYOUT_TO_PAYER')),
  refund_id uuid,
  four_eyes boolean not null,
  proposed_by uuid not null,
  decided_by uuid,
  version int not null default 1,
  decided_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (merchant_no, id),
  check ((status = 'PROPOSED') = (decided_at is null)),
  check ((status = 'PROPOSED') = (decided_by is null)),
  -- Four eyes: nobody agrees with himself.
  check (not four_eyes or status <> 'DONE' or decided_by <> proposed_by)
);
create index money_decisions_tenant on money_decisions (tenant_id, id);
create unique index money_decisions_one_open on money_decisions (merchant_no, subject_id) where status = 'PROPOSED';
create index money_decisions_subject on money_decisions (merchant_no, subject_id);

-- How long outcomes stayed unknown, counted: a histogram for each operator and day. Bucket b ends at 2^(b/4) seconds.
create table truth_delays (
  tenant_id uuid not null references tenants (id),
  mode text not null check (mode in ('SANDBOX', 'LIVE')),
  subject_type text not null check (subject_type in ('CHARGE', 'REFUND', 'PAYOUT')),
  operator text not null,
  day date not null,
  bucket smallint not null,
  n bigint not null,
  primary key (tenant_id, mode, subject_type, operator, day, bucket)
);

-- A provider's statement as it was handed in, and what its comparison with ours found.
create table provider_statements (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  mode text not null check (mode in ('SANDBOX', 'LIVE')),
  provider_account_id uuid not null references provider_accounts (id),
  period_from timestamptz not null,
  period_to timestamptz not null check (period_to > period_from),
  source text not null check (source in ('CSV', 'LINES', 'PROVIDER')),
  -- SHA-256 of the lines: the same statement is taken once.
  digest bytea not null check (length(digest) = 32),
  line_count int not null,
  matched_count int not null,
  ignored_count int not null,
  difference_count int not null,
  open_count int not null check (open_count between 0 and difference_count),
  -- Counts and sums by kind of difference: JSON text.
  summary text not null,
  uploaded_by uuid not null,
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id)
);
create unique index provider_statements_once on provider_statements (provider_account_id, period_from, period_to, digest);

-- The lines, for the statements that come after: money near the end of a period may be in the next statement.
create table provider_statement_lines (
  tenant_id uuid not null,
  statement_id uuid not null,
  line_no int not null,
  provider_account_id uuid not null,
  type text not null check (type in ('PAYMENT', 'REFUND', 'PAYOUT')),
  reference text not null,
  transaction_id text,
  status text not null,
  amount bigint not null,
  currency char(3) not null,
  occurred_at timestamptz not null,
  primary key (tenant_id, statement_id, line_no),
  foreign key (tenant_id, statement_id) references provider_statements (tenant_id, id)
);
create index provider_statement_lines_reference on provider_statement_lines (provider_account_id, reference);

create table reconciliation_differences (
  tenant_id uuid not null,
  id uuid not null,
  statement_id uuid not null,
  mode text not null check (mode in ('SANDBOX', 'LIVE')),
  kind text not null check (kind in ('MISSING_HERE', 'MISSING_THERE', 'AMOUNT', 'STATUS', 'TWICE')),
  type text not null check (type in ('PAYMENT', 'REFUND', 'PAYOUT')),
  status text not null check (status in ('OPEN', 'RESOLVED')),
  -- Null where the statement does not have it.
  line_no int,
  reference text,
  transaction_id text,
  -- Ours: null where we do not have it.
  merchant_no int,
  -- A refund that went out as a payout is a PAYOUT to the provider.
  subject_type text check (subject_type in ('CHARGE', 'REFUND', 'PAYOUT')),
  subject_id uuid,
  our_status text,
  our_amount bigint,
  our_currency char(3),
  their_status text,
  their_amount bigint,
  their_currency char(3),
  occurred_at timestamptz not null,
  note text,
  resolved_by uuid,
  resolved_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, statement_id) references provider_statements (tenant_id, id),
  check ((status = 'RESOLVED') = (resolved_at is not null))
);
create index reconciliation_differences_statement on reconciliation_differences (tenant_id, statement_id, id);
