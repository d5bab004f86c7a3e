-- What the owner has moved out of the ledger, by `cauris-server detach` (decision 76): each row is a file whose transfers and seals were
-- verified. The last transfer and the last seal of it stay, as the anchor of what follows. Only the owner writes here.
create table ledger_detachments (
  merchant_no int not null,
  wallet_id uuid not null,
  first_position bigint not null,
  last_position bigint not null check (last_position >= first_position),
  -- When the last transfer was booked.
  last_at timestamptz not null,
  -- The seal that ends the file.
  seal_number int not null,
  seal_hash bytea not null check (length(seal_hash) = 32),
  file_name text not null,
  file_sha256 bytea not null check (length(file_sha256) = 32),
  -- Transfers up to here are removed; one less than last_position when all are.
  removed_through bigint not null,
  detached_at timestamptz not null,
  primary key (merchant_no, wallet_id, last_position)
);
