-- What a provider's own statements say: its fees, and what it sent to our bank. Statements that the service fetched by itself have no
-- operator.
set local lock_timeout = '2s';

alter table provider_statement_lines
  drop constraint provider_statement_lines_type_check,
  add constraint provider_statement_lines_type_check
    check (type in ('PAYMENT', 'REFUND', 'PAYOUT', 'FEE', 'SETTLEMENT', 'ADJUSTMENT')),
  -- Minor units, in the line's currency; null: not told.
  add column fee bigint;
alter table provider_statements
  alter column uploaded_by drop not null,
  drop constraint provider_statements_source_check,
  -- QUERIES: each of the day's operations was asked about, as the provider has no statement.
  add constraint provider_statements_source_check check (source in ('CSV', 'LINES', 'PROVIDER', 'QUERIES'));
alter table reconciliation_differences
  drop constraint reconciliation_differences_kind_check,
  add constraint reconciliation_differences_kind_check
    check (kind in ('MISSING_HERE', 'MISSING_THERE', 'AMOUNT', 'STATUS', 'TWICE', 'BALANCE')),
  drop constraint reconciliation_differences_type_check,
  -- BALANCE is about the account as a whole.
  add constraint reconciliation_differences_type_check
    check (type in ('PAYMENT', 'REFUND', 'PAYOUT', 'BALANCE'));

-- The platform's books of its accounts at providers: one for each account and currency. Balances are debits minus credits, so
-- what the platform holds is positive. `clearing` is the counterpart of `clearing:<account>` in the merchants' wallets: both together
-- are zero when statements have told everything that was booked, and nothing else.
create table rail_books (
  provider_account_id uuid not null references provider_accounts (id),
  currency char(3) not null,
  tenant_id uuid not null references tenants (id),
  mode text not null check (mode in ('SANDBOX', 'LIVE')),
  clearing bigint not null default 0,
  provider_balance bigint not null default 0,
  provider_fees bigint not null default 0,
  in_transit bigint not null default 0,
  bank bigint not null default 0,
  adjustment bigint not null default 0,
  -- The position of the last transfer, and the number of the last seal.
  transfer_count bigint not null default 0 check (transfer_count >= 0),
  seal_count int not null default 0 check (seal_count >= 0),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (provider_account_id, currency),
  check (clearing + provider_balance + provider_fees + in_transit + bank + adjustment = 0)
);
create index rail_books_tenant on rail_books (tenant_id, mode);

-- Written once. A row debits one account and credits another, so every transaction sums to zero. Rows of a book are numbered from 1
-- without a gap under the lock of the book's row.
create table rail_transfers (
  provider_account_id uuid not null,
  currency char(3) not null,
  position bigint not null check (position > 0),
  id uuid not null,
  transaction_id uuid not null,
  debit_account text not null check
    (debit_account in ('clearing', 'provider_balance', 'provider_fees', 'in_transit', 'bank', 'adjustment')),
  credit_account text not null check
    (credit_account in ('clearing', 'provider_balance', 'provider_fees', 'in_transit', 'bank', 'adjustment')),
  amount bigint not null check (amount > 0),
  type text not null check
    (type in ('PAYMENT', 'REFUND', 'PAYOUT', 'FEE', 'SETTLEMENT', 'ADJUSTMENT', 'ARRIVAL', 'OPENING')),
  source_type text not null check (source_type in ('STATEMENT', 'ARRIVAL', 'BALANCE')),
  -- The statement, the arrival or the reading of a balance.
  source_id uuid not null,
  -- What the provider's line is known by, and its type and reference: null where no line is behind it.
  line_key text,
  line_type text,
  reference text,
  created_at timestamptz not null,
  primary key (provider_account_id, currency, position),
  foreign key (provider_account_id, currency) references rail_books (provider_account_id, currency),
  check (debit_account <> credit_account),
  check ((line_key is null) = (reference is null)),
  check ((line_key is null) = (line_type is null))
);
-- What is booked of a line already.
create index rail_transfers_reference on rail_transfers (provider_account_id, reference) where reference is not null;

-- Each booking is sealed in its own transaction: a seal contains the hash of the seal before it.
create table rail_seals (
  provider_account_id uuid not null,
  currency char(3) not null,
  number int not null check (number > 0),
  first_position bigint not null check (first_position > 0),
  last_position bigint not null check (last_position >= first_position),
  -- Every account's balance after it: part of what is hashed.
  balances text not null,
  hash bytea not null check (length(hash) = 32),
  created_at timestamptz not null,
  primary key (provider_account_id, currency, number),
  foreign key (provider_account_id, currency) references rail_books (provider_account_id, currency)
);
