-- Mails on their way. Each is written in the transaction of the act that causes it, and removed after a month.
set local lock_timeout = '2s';

create table mails (
  id uuid primary key,
  tenant_id uuid not null references tenants (id),
  -- What it says: PASSWORD_RESET, PAYOUT_FAILED …
  kind text not null,
  -- SENT: the mail server has accepted it. FAILED: it will not be sent.
  status text not null check (status in ('WAITING', 'SENT', 'FAILED')),
  -- Sealed: recipient, subject and both bodies, which may hold a link that opens an account. Removed once it is sent,
  -- except in a sandbox, which shows its mails.
  content bytea,
  attempts int not null default 0 check (attempts >= 0),
  -- While it waits: when it may be tried. A try in progress moves it, so that no other process tries at the same time.
  due_at timestamptz not null,
  -- Its link opens nothing after this.
  useful_until timestamptz,
  -- The last answer of the mail server, or why there was none.
  problem text check (length(problem) <= 300),
  created_at timestamptz not null,
  ended_at timestamptz,
  check (status = 'SENT' or content is not null),
  check ((status = 'WAITING') = (ended_at is null))
);
create index mails_due on mails (due_at) where status = 'WAITING';
create index mails_tenant on mails (tenant_id, id);
create index mails_age on mails (created_at);
