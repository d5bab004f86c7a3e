-- Money out: whom a merchant pays, each payment to them, and many payments asked for at once.

create table beneficiaries (
  merchant_no int not null references merchant_numbers (merchant_no),
  id uuid not null,
  name text not null,
  type text not null check (type in ('MOBILE_MONEY', 'BANK_ACCOUNT', 'WALLET')),
  -- Where the money goes: sealed JSON. `shown` is the same as it may be shown, JSON text.
  details bytea not null,
  shown text not null,
  currency char(3) not null,
  country_code char(2),
  status text not null check (status in ('PENDING_VERIFICATION', 'ACTIVE', 'REJECTED', 'DISABLED')),
  rejection_reason text check ((rejection_reason is null) or status in ('REJECTED', 'DISABLED')),
  warnings text[] not null default '{}',
  reference text,
  metadata text not null default '{}',
  -- No payout before this instant; null until it is verified.
  payouts_allowed_from timestamptz check (status <> 'ACTIVE' or payouts_allowed_from is not null),
  event_sequence int not null default 0,
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- What the provider says of whose account it is, and when it is asked again.
  name_check text not null default 'NOT_CHECKED'
    check (name_check in ('NOT_CHECKED', 'MATCH', 'CLOSE_MATCH', 'MISMATCH', 'UNAVAILABLE')),
  -- As the provider knows the holder, where that is nearly the name that was given.
  registered_name text,
  next_check_at timestamptz,
  check_count int not null default 0,
  primary key (merchant_no, id)
);
create index beneficiaries_due on beneficiaries (next_check_at) where next_check_at is not null;

create table payouts (
  merchant_no int not null,
  id uuid not null,
  wallet_id uuid not null,
  beneficiary_id uuid not null,
  -- The beneficiary as it was shown when the payout was made: JSON text.
  destination text not null,
  amount bigint not null check (amount > 0),
  currency char(3) not null,
  status text not null check (status in ('PENDING_APPROVAL', 'PENDING', 'QUEUED', 'PROCESSING', 'IN_RECONCILIATION',
    'PAID', 'FAILED', 'REVERSED', 'CANCELLED')),
  reference text,
  description text,
  metadata text not null default '{}',
  approval_required boolean not null,
  created_by uuid not null,
  approved_by uuid check (approved_by <> created_by),
  provider_account_id uuid,
  provider text,
  provider_transaction_id text,
  provider_code text,
  failure_code text,
  -- When the worker takes it up next; null while a person has to act, and once it has ended.
  next_check_at timestamptz,
  check_count int not null default 0,
  unknown_since timestamptz,
  event_sequence int not null default 0,
  version int not null default 1,
  approved_at timestamptz,
  queued_at timestamptz,
  sent_at timestamptz,
  paid_at timestamptz,
  failed_at timestamptz,
  reversed_at timestamptz,
  cancelled_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- Sandbox only: what the provider simulator is to do, by name; null: what the digits say.
  scenario text,
  primary key (merchant_no, id),
  foreign key (merchant_no, beneficiary_id) references beneficiaries (merchant_no, id),
  -- What is above the threshold is not sent before somebody else has agreed.
  check (not approval_required or approved_by is not null or status in ('PENDING_APPROVAL', 'CANCELLED')),
  check (status not in ('PROCESSING', 'IN_RECONCILIATION', 'PAID', 'REVERSED') or provider_account_id is not null)
) with (fillfactor = 60);
create index payouts_due on payouts (next_check_at) where next_check_at is not null;
-- What was sent and has not ended: few at any time.
create index payouts_under_way on payouts (merchant_no, id) where status in ('PROCESSING', 'IN_RECONCILIATION');

-- Each row is judged by itself.
create table payout_batches (
  merchant_no int not null references merchant_numbers (merchant_no),
  id uuid not null,
  wallet_id uuid not null,
  currency char(3) not null,
  status text not null check (status in ('PROCESSING', 'COMPLETED')),
  reference text,
  row_count int not null check (row_count between 1 and 1000),
  accepted_count int not null default 0,
  refused_count int not null default 0,
  created_by uuid not null,
  -- When the worker takes it up next; null once all rows are judged.
  next_check_at timestamptz,
  version int not null default 1,
  completed_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (merchant_no, id),
  check (accepted_count + refused_count <= row_count),
  check ((status = 'COMPLETED') = (accepted_count + refused_count = row_count))
);
create index payout_batches_due on payout_batches (next_check_at) where next_check_at is not null;

create table payout_batch_rows (
  merchant_no int not null,
  batch_id uuid not null,
  -- From 0, in the order of the request.
  index int not null,
  -- Made with the batch: however often the row is tried, it is one payout.
  payout_id uuid not null,
  -- The row as it was asked: JSON text.
  request text not null,
  status text not null default 'WAITING' check (status in ('WAITING', 'ACCEPTED', 'REFUSED')),
  -- Why it was refused: code, message and details as a single payout would have answered, JSON text.
  error text check ((error is not null) = (status = 'REFUSED')),
  primary key (merchant_no, batch_id, index),
  foreign key (merchant_no, batch_id) references payout_batches (merchant_no, id)
);
