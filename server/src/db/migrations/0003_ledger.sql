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
  primary key (merchant_no, id),
  unique (merchant_no, currency)
) with (fillfactor = 20);

-- Accounts are named within their wallet: 'available', 'pending', 'held', 'reserved' are the merchant's;
-- 'clearing:<provider account>' is money at a provider, 'fees' is the platform's revenue, 'adjustment' its corrections.
create table ledger_transfers (
  merchant_no int not null,
  id uuid not null,
  transaction_id uuid not null,
  wallet_id uuid not null,
  from_account text not null,
  to_account text not null check (to_account <> from_account),
  amount bigint not null check (amount > 0),
  currency char(3) not null,
  type text not null check
    (type in ('CHARGE', 'FEE', 'REFUND', 'PAYOUT', 'PAYOUT_REVERSAL', 'HOLD', 'RELEASE', 'ADJUSTMENT', 'SETTLEMENT')),
  source_type text not null,
  source_id uuid not null,
  -- The merchant's balance in this wallet (available + pending + held + reserved) after this row.
  balance_after bigint not null,
  created_at timestamptz not null,
  primary key (merchant_no, id),
  check (from_account ~ '^(available|pending|held|reserved|fees|adjustment|clearing:[0-9a-f-]{36})$'),
  check (to_account ~ '^(available|pending|held|reserved|fees|adjustment|clearing:[0-9a-f-]{36})$')
);

-- The two-sided view: each transfer is a debit of one account and a credit of another.
create view ledger_entries as
  select merchant_no, id as transfer_id, transaction_id, wallet_id, currency, from_account as account,
         'DEBIT' as direction, -amount as signed_amount, type, source_type, source_id, created_at
    from ledger_transfers
  union all
  select merchant_no, id, transaction_id, wallet_id, currency, to_account, 'CREDIT', amount, type, source_type,
         source_id, created_at
    from ledger_transfers;

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
