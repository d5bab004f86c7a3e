-- Money out: whom a merchant pays, and each payment to them.
set local lock_timeout = '2s';

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
  primary key (merchant_no, id)
);

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
  primary key (merchant_no, id),
  foreign key (merchant_no, beneficiary_id) references beneficiaries (merchant_no, id),
  -- What is above the threshold is not sent before somebody else has agreed.
  check (not approval_required or approved_by is not null or status in ('PENDING_APPROVAL', 'CANCELLED')),
  check (status not in ('PROCESSING', 'IN_RECONCILIATION', 'PAID', 'REVERSED') or provider_account_id is not null)
) with (fillfactor = 60);
create index payouts_due on payouts (next_check_at) where next_check_at is not null;

-- A payout of more than this, in minor units, waits for a second person; null: none does.
alter table wallets add column payout_approval_above bigint check (payout_approval_above >= 0);
