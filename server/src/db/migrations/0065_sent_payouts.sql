-- A day's limit of an account can count its payouts too: they are summed by account and day.
set local lock_timeout = '2s';

create index payouts_sent on payouts (provider_account_id, sent_at) where sent_at is not null;

-- Credentials that a provider has refused and blocks when they are sent again: no process sends them once more.
create table refused_credentials (
  provider_account_id uuid not null references provider_accounts (id),
  -- SHA-256 over the account and the credential, in hex: it identifies the credential and does not reveal it.
  fingerprint text not null check (fingerprint ~ '^[0-9a-f]{64}$'),
  refused_at timestamptz not null,
  primary key (provider_account_id, fingerprint)
);
