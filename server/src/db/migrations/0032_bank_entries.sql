-- What banks tell of our accounts: files, and the movements in them. A file is taken once, by its content; a movement is
-- taken once, however many files tell it.
set local lock_timeout = '2s';

create table bank_files (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  mode text not null check (mode in ('SANDBOX', 'LIVE')),
  provider_account_id uuid not null references provider_accounts (id),
  -- SHA-256 of the content.
  digest bytea not null check (length(digest) = 32),
  source text not null check (source in ('UPLOAD', 'FOLDER', 'API')),
  -- As it was handed in; null for movements handed in one by one.
  file_name text,
  format text not null check (format in ('CAMT_053', 'CAMT_054', 'CSV', 'PAIN_002', 'ENTRIES')),
  entry_count int not null,
  -- Movements that no earlier file told.
  new_count int not null,
  matched_count int not null,
  -- What waits for an operator since this file.
  queued_count int not null,
  -- Null: it came by the account's folder.
  received_by uuid,
  created_at timestamptz not null,
  primary key (tenant_id, id)
);
create unique index bank_files_once on bank_files (provider_account_id, digest);

create table bank_entries (
  tenant_id uuid not null,
  id uuid not null,
  file_id uuid not null,
  mode text not null check (mode in ('SANDBOX', 'LIVE')),
  provider_account_id uuid not null,
  direction text not null check (direction in ('CREDIT', 'DEBIT')),
  is_reversal boolean not null,
  amount bigint not null check (amount > 0),
  currency char(3) not null,
  booked_on date not null,
  -- The bank's own number of it; null where the file has none.
  bank_reference text,
  end_to_end_id text,
  -- Texts and the other side's name and account, sealed.
  details bytea not null,
  -- Keyed hash of the other side's account, to find what it paid before.
  counterparty_mac bytea check (length(counterparty_mac) = 32),
  status text not null check (status in ('MATCHED', 'QUEUED', 'ASSIGNED', 'NOT_OURS', 'IGNORED')),
  -- Why a person has to look at it; kept when it is decided.
  cause text,
  -- Where the reference was found; null unless it was matched.
  matched_by text check (matched_by in ('STRUCTURED', 'END_TO_END', 'TEXT', 'OPERATOR')),
  -- The id, at the bank, of the payment, refund or payout that it belongs to.
  own_id text,
  -- Whether that operation has been told.
  is_told boolean not null,
  note text,
  decided_by uuid,
  decided_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, file_id) references bank_files (tenant_id, id),
  check ((own_id is not null) = (status in ('MATCHED', 'ASSIGNED'))),
  check ((status = 'MATCHED') <= (matched_by is not null)),
  check ((status in ('ASSIGNED', 'NOT_OURS')) = (decided_at is not null))
);
-- A payment has one credit, a payout one debit: whatever else names it waits for an operator.
create unique index bank_entries_operation on bank_entries (provider_account_id, direction, own_id)
  where own_id is not null;
create index bank_entries_queue on bank_entries (tenant_id, id) where status = 'QUEUED';
create index bank_entries_untold on bank_entries (id) where not is_told;
create index bank_entries_file on bank_entries (tenant_id, file_id, id);
create index bank_entries_counterparty on bank_entries (provider_account_id, counterparty_mac)
  where counterparty_mac is not null and own_id is not null;

-- The names under which files may tell the same movement again. See `modules/bank-files/entry-keys.ts`.
create table bank_entry_keys (
  provider_account_id uuid not null references provider_accounts (id),
  key bytea not null check (length(key) = 32),
  created_at timestamptz not null,
  primary key (provider_account_id, key)
);
