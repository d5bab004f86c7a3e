-- What ends in the books of accounts at providers without a provider's line: a settlement that arrived at our bank, with the entry of the
-- bank's statement, and a correction that two operators agreed on.
set local lock_timeout = '2s';

alter table rail_transfers
  drop constraint rail_transfers_type_check,
  add constraint rail_transfers_type_check check
    (type in ('PAYMENT', 'REFUND', 'PAYOUT', 'FEE', 'SETTLEMENT', 'ADJUSTMENT', 'ARRIVAL', 'OPENING', 'CORRECTION')),
  drop constraint rail_transfers_source_type_check,
  add constraint rail_transfers_source_type_check
    check (source_type in ('STATEMENT', 'ARRIVAL', 'BALANCE', 'CORRECTION'));
-- Settlements are few among the rows of a book.
create index rail_transfers_settlements on rail_transfers (provider_account_id, currency) where type = 'SETTLEMENT';

alter table bank_entries
  drop constraint bank_entries_status_check,
  -- ARRIVED: what a provider sent us of its balance.
  add constraint bank_entries_status_check
    check (status in ('MATCHED', 'QUEUED', 'ASSIGNED', 'NOT_OURS', 'IGNORED', 'ARRIVED'));

create table rail_arrivals (
  tenant_id uuid not null references tenants (id),
  -- The source of the booking.
  id uuid not null,
  mode text not null check (mode in ('SANDBOX', 'LIVE')),
  provider_account_id uuid not null,
  currency char(3) not null,
  amount bigint not null check (amount > 0),
  -- The bank's number of the entry; ours where it has none.
  reference text not null,
  -- The key of the settlement's lines in the book; null where an operator named none.
  settlement_key text,
  bank_entry_id uuid,
  matched_by text not null check (matched_by in ('REFERENCE', 'OPERATOR')),
  -- Null where the service matched it by itself.
  booked_by uuid,
  created_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (provider_account_id, currency) references rail_books (provider_account_id, currency),
  foreign key (tenant_id, bank_entry_id) references bank_entries (tenant_id, id),
  check (matched_by = 'OPERATOR' or (settlement_key is not null and bank_entry_id is not null))
);
create unique index rail_arrivals_reference on rail_arrivals (provider_account_id, currency, reference);
create unique index rail_arrivals_entry on rail_arrivals (tenant_id, bank_entry_id) where bank_entry_id is not null;
-- Those that operators have booked before there was this table.
insert into rail_arrivals (tenant_id, id, mode, provider_account_id, currency, amount, reference, matched_by, created_at)
  select b.tenant_id, t.source_id, b.mode, b.provider_account_id, b.currency, t.amount, t.reference, 'OPERATOR', t.created_at
  from rail_transfers t
  join rail_books b on b.provider_account_id = t.provider_account_id and b.currency = t.currency
  where t.type = 'ARRIVAL';

create table rail_corrections (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  mode text not null check (mode in ('SANDBOX', 'LIVE')),
  provider_account_id uuid not null,
  currency char(3) not null,
  debit_account text not null,
  credit_account text not null,
  amount bigint not null check (amount > 0),
  reason text not null,
  -- The settlement whose rest it writes off, by the key of its lines.
  settlement_key text,
  -- The difference that it ends.
  difference_id uuid,
  created_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (provider_account_id, currency) references rail_books (provider_account_id, currency),
  check (debit_account <> credit_account)
);
create index rail_corrections_book on rail_corrections (provider_account_id, currency);
