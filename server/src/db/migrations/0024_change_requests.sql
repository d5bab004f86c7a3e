-- Settings that move live money are changed by two operators: one proposes, another confirms. Until it ends, a request
-- holds what was asked for, sealed, since that can be a provider's credential.
set local lock_timeout = '2s';

create table change_requests (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  kind text not null,
  -- The public id of what changes; null while it does not exist.
  subject text,
  -- JSON texts, as they are shown: a secret is told by its last characters and its fingerprint.
  before text,
  after text,
  -- What the operation takes and who asked, sealed; dropped when the request ends.
  input bytea,
  status text not null check (status in ('PROPOSED', 'CONFIRMED', 'REFUSED', 'WITHDRAWN', 'EXPIRED', 'SUPERSEDED')),
  -- Why it was refused.
  reason text,
  proposed_by uuid not null,
  -- Null where it ended without anybody: EXPIRED, SUPERSEDED.
  decided_by uuid,
  version int not null default 1,
  decided_at timestamptz,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id),
  check ((status = 'PROPOSED') = (input is not null)),
  check ((status = 'PROPOSED') = (decided_at is null)),
  check ((status in ('CONFIRMED', 'REFUSED', 'WITHDRAWN')) = (decided_by is not null)),
  -- Four eyes: nobody agrees with himself.
  check (status <> 'CONFIRMED' or decided_by <> proposed_by)
);
create index change_requests_open on change_requests (expires_at) where status = 'PROPOSED';
