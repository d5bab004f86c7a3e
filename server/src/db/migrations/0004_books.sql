-- The books. A row moves `amount` from one account to another, so every transaction sums to zero by construction; rows
-- are written once (the service's role may not update or delete them). Balances in `wallets` are sums of these rows.

create table wallets (
  merchant_no int not null references merchant_numbers (merchant_no),
  id uuid not null,
  label text not null,
  currency char(3) not null,
  available bigint not null default 0 check (available >= 0),
  pending bigint not null default 0 check (pending >= 0),
  held bigint not null default 0 check (held >= 0),
  reserved bigint not null default 0 check (reserved >= 0),
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- A payout of more than this, in minor units, waits for a second person; null: none does.
  payout_approval_above bigint check (payout_approval_above >= 0),
  -- The position of the last transfer.
  transfer_count bigint not null default 0 check (transfer_count >= 0),
  primary key (merchant_no, id),
  unique (merchant_no, currency)
) with (fillfactor = 20);

-- Accounts are named within their wallet: 'available', 'pending', 'held', 'reserved' are the merchant's;
-- 'clearing:<provider account>' is money at a provider, 'fees' is the platform's revenue, 'adjustment' its corrections.
-- Each wallet's transfers are numbered from 1 without a gap, in the order of their commits: the number is given under the
-- lock of the wallet's row. It is the order of statements, pages and seals, and it shows whether a row is missing.
create table ledger_transfers (
  merchant_no int not null,
  id uuid not null,
  transaction_id uuid not null,
  wallet_id uuid not null,
  from_account text not null,
  to_account text not null,
  amount bigint not null check (amount > 0),
  currency char(3) not null,
  type text not null check
    (type in ('CHARGE', 'FEE', 'REFUND', 'PAYOUT', 'PAYOUT_REVERSAL', 'HOLD', 'RELEASE', 'ADJUSTMENT', 'SETTLEMENT')),
  source_type text not null,
  source_id uuid not null,
  -- The merchant's balance in this wallet (available + pending + held + reserved) after this row.
  balance_after bigint not null,
  created_at timestamptz not null,
  position bigint not null check (position > 0),
  -- One key, and none on `id`: a second index over all rows would cost a third more WAL for each payment.
  primary key (merchant_no, wallet_id, position),
  -- By comparison: a regular expression builds its automaton anew for each row, and there are two names in each of the two
  -- transfers of a payment.
  constraint ledger_transfers_from_account_check check (
    from_account in ('available', 'pending', 'held', 'reserved', 'fees', 'adjustment')
    or from_account like 'clearing:________-____-____-____-____________'
  ),
  constraint ledger_transfers_to_account_check check (
    to_account in ('available', 'pending', 'held', 'reserved', 'fees', 'adjustment')
    or to_account like 'clearing:________-____-____-____-____________'
  ),
  constraint ledger_transfers_check check (to_account <> from_account)
);
-- What is not part of a payment is rare among what is, so that looking for it needs an index, and keeping one costs little.
create index ledger_transfers_rare on ledger_transfers (merchant_no, wallet_id, source_type, type, position)
  where not (source_type = 'charge' and type in ('CHARGE', 'FEE'));
-- Why money is held, and since when: found by its charge.
create index ledger_transfers_held on ledger_transfers (merchant_no, source_id)
  where from_account = 'held' or to_account = 'held';
-- For the checks that look at all merchants' last day.
create index ledger_transfers_time on ledger_transfers using brin (id, created_at)
  with (autosummarize = on, pages_per_range = 16);

-- The two-sided view: each transfer is a debit of one account and a credit of another.
create view ledger_entries as
  select merchant_no, id as transfer_id, transaction_id, wallet_id, currency, from_account as account,
         'DEBIT' as direction, -amount as signed_amount, type, source_type, source_id, created_at
    from ledger_transfers
  union all
  select merchant_no, id, transaction_id, wallet_id, currency, to_account, 'CREDIT', amount, type, source_type,
         source_id, created_at
    from ledger_transfers;

-- A chain over each wallet's transfers. A seal covers the positions behind its predecessor's; that no two begin at the same
-- position means that the chain cannot fork, whoever seals at the same time.
create table ledger_seals (
  merchant_no int not null,
  wallet_id uuid not null,
  first_position bigint not null check (first_position > 0),
  last_position bigint not null check (last_position >= first_position),
  number int not null check (number > 0),
  -- The sum of each account from the first transfer to the last one sealed: JSON text, part of what is hashed.
  balances text not null,
  -- SHA-256 of the predecessor's hash, the rows and the balances: docs/concepts/ledger.md.
  hash bytea not null check (length(hash) = 32),
  created_at timestamptz not null,
  primary key (merchant_no, wallet_id, first_position)
);

-- Money confirmed but not settled: moved from pending to available when its time comes.
create table settlements (
  merchant_no int not null,
  charge_id uuid not null,
  wallet_id uuid not null,
  amount bigint not null check (amount > 0),
  due_at timestamptz not null,
  primary key (merchant_no, charge_id)
);
create index settlements_due on settlements (due_at);

-- Corrections of the books by hand: always two persons.
create table ledger_corrections (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  merchant_no int not null references merchant_numbers (merchant_no),
  mode text not null check (mode in ('SANDBOX', 'LIVE')),
  wallet_id uuid not null,
  direction text not null check (direction in ('CREDIT', 'DEBIT')),
  amount bigint not null check (amount > 0),
  currency char(3) not null,
  reason text not null,
  evidence text,
  status text not null check (status in ('PROPOSED', 'POSTED', 'REJECTED')),
  proposed_by uuid not null,
  decided_by uuid,
  version int not null default 1,
  decided_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (merchant_no, id),
  foreign key (merchant_no, wallet_id) references wallets (merchant_no, id),
  check ((status = 'PROPOSED') = (decided_at is null)),
  check ((status = 'PROPOSED') = (decided_by is null)),
  check (status <> 'POSTED' or decided_by <> proposed_by)
);
create index ledger_corrections_tenant on ledger_corrections (tenant_id, id);
