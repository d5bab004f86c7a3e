-- Transfers that we order at a bank: each payout and refund by transfer, and the files in which they go out. A bank executes
-- whatever file it is given, so a transfer is in one released file at most, and a file is handed over once.
set local lock_timeout = '2s';

create table payout_files (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  mode text not null check (mode in ('SANDBOX', 'LIVE')),
  provider_account_id uuid not null references provider_accounts (id),
  -- By this number the bank's answers name the file.
  message_id text not null check (length(message_id) between 1 and 35),
  currency char(3) not null,
  -- WRITING: committed before the file appears in the folder; see `modules/payout-files/write-files.ts`.
  status text not null check (status in ('PREPARED', 'RELEASED', 'WRITING', 'WRITTEN', 'DOWNLOADED', 'REFUSED')),
  -- How it reaches the bank; null until it is released.
  delivery text check (delivery in ('FOLDER', 'DOWNLOAD')),
  -- The file itself, sealed; null until it is released.
  content bytea,
  -- SHA-256 of it.
  digest bytea check (length(digest) = 32),
  -- Null: prepared at the cut-off.
  prepared_by uuid,
  released_by uuid,
  released_at timestamptz,
  delivered_at timestamptz,
  refused_by uuid,
  refused_at timestamptz,
  -- Why it was refused.
  note text,
  -- What the bank said last about the file as a whole.
  bank_status text,
  bank_reason text,
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id),
  check ((content is null) = (status in ('PREPARED', 'REFUSED'))),
  check ((content is null) = (digest is null) and (content is null) = (delivery is null)),
  check ((released_at is null) = (content is null)),
  check ((refused_at is not null) = (status = 'REFUSED')),
  check ((delivered_at is not null) = (status in ('WRITTEN', 'DOWNLOADED')))
);
create unique index payout_files_message on payout_files (provider_account_id, message_id);
create index payout_files_to_write on payout_files (id) where status in ('RELEASED', 'WRITING');

create table transfer_orders (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  mode text not null check (mode in ('SANDBOX', 'LIVE')),
  provider_account_id uuid not null references provider_accounts (id),
  kind text not null check (kind in ('PAYOUT', 'REFUND')),
  -- The EndToEndId: the id, at the bank, of the payout or refund.
  own_id text not null check (length(own_id) between 1 and 35),
  amount bigint not null check (amount > 0),
  currency char(3) not null,
  -- Recipient's name and account, and what the recipient reads: sealed JSON.
  details bytea not null,
  -- QUEUED for a file, IN_FILE of one that is not released, RELEASED to the bank, PAID by it, REJECTED by it or by an operator
  -- before the release, RETURNED after it was paid, WITHDRAWN before the release.
  status text not null
    check (status in ('QUEUED', 'IN_FILE', 'RELEASED', 'PAID', 'REJECTED', 'RETURNED', 'WITHDRAWN')),
  file_id uuid,
  -- The bank's code of a rejection or return, or ours.
  reason text,
  -- What the bank said last about it.
  bank_status text,
  bank_reference text,
  -- Whether its payout or refund has been told.
  is_told boolean not null,
  note text,
  -- Since when it waits for a file.
  queued_at timestamptz not null,
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, file_id) references payout_files (tenant_id, id),
  check (status not in ('IN_FILE', 'RELEASED') or file_id is not null),
  check (status not in ('QUEUED', 'WITHDRAWN') or file_id is null)
);
-- The same payout asked for twice is one transfer.
create unique index transfer_orders_operation on transfer_orders (provider_account_id, own_id);
create index transfer_orders_queue on transfer_orders (provider_account_id, id) where status = 'QUEUED';
create index transfer_orders_file on transfer_orders (tenant_id, file_id, id);
create index transfer_orders_untold on transfer_orders (id) where not is_told;
