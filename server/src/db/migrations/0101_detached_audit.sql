-- What the owner has moved out of the audit log, by `cauris-server detach --audit` (decision 80): each row is a file whose entries were
-- verified as a chain. The last entry of it stays, as the anchor of what follows. Only the owner writes here.
create table audit_detachments (
  tenant_id uuid not null,
  first_sequence bigint not null,
  last_sequence bigint not null check (last_sequence >= first_sequence),
  last_hash bytea not null check (length(last_hash) = 32),
  file_name text not null,
  file_sha256 bytea not null check (length(file_sha256) = 32),
  -- Entries up to here are removed; one less than last_sequence when all are.
  removed_through bigint not null,
  detached_at timestamptz not null,
  primary key (tenant_id, last_sequence)
);
