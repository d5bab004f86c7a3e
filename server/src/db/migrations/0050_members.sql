-- Who works for which merchant, with which role in each mode. docs/decisions/0029 says why.
set local lock_timeout = '2s';

create table members (
  merchant_id uuid not null references merchants (id),
  person_id uuid not null,
  tenant_id uuid not null,
  -- Null: nothing in this mode.
  live_role text check (live_role in ('OWNER', 'ADMINISTRATOR', 'ACCOUNTANT', 'APPROVER', 'DEVELOPER', 'SUPPORT', 'VIEWER')),
  -- Only these permissions of the role; null: all of them.
  live_permissions text[],
  sandbox_role text check (sandbox_role in ('OWNER', 'ADMINISTRATOR', 'ACCOUNTANT', 'APPROVER', 'DEVELOPER', 'SUPPORT', 'VIEWER')),
  sandbox_permissions text[],
  -- Minor units by currency, as texts: {"XOF": "50000"}.
  refund_limits jsonb not null default '{}' check (jsonb_typeof(refund_limits) = 'object'),
  -- Null: by a first start.
  invited_by_kind text check (invited_by_kind in ('key', 'person', 'operator')),
  invited_by uuid,
  version int not null default 1,
  -- When this membership began; again when somebody comes back.
  joined_at timestamptz not null,
  updated_at timestamptz not null,
  -- The row stays: what this person did stays readable with a name.
  removed_at timestamptz,
  primary key (merchant_id, person_id),
  foreign key (tenant_id, person_id) references persons (tenant_id, id),
  check (live_role is not null or sandbox_role is not null),
  -- An owner is one in both modes, with everything.
  check ((coalesce(live_role, '') = 'OWNER') = (coalesce(sandbox_role, '') = 'OWNER')),
  check (coalesce(live_role, '') <> 'OWNER' or (live_permissions is null and sandbox_permissions is null)),
  check (live_role is not null or live_permissions is null),
  check (sandbox_role is not null or sandbox_permissions is null),
  check ((invited_by is null) = (invited_by_kind is null))
);
create index members_person on members (person_id);

-- Links by which people join. They are kept: who let in whom is part of the merchant's history.
create table member_invitations (
  id uuid primary key,
  -- SHA-256 of the token in the link.
  hash bytea not null unique check (length(hash) = 32),
  merchant_id uuid not null references merchants (id),
  tenant_id uuid not null references tenants (id),
  -- As it is compared: lower case.
  email text not null check (email = lower(email)),
  live_role text check (live_role in ('OWNER', 'ADMINISTRATOR', 'ACCOUNTANT', 'APPROVER', 'DEVELOPER', 'SUPPORT', 'VIEWER')),
  live_permissions text[],
  sandbox_role text check (sandbox_role in ('OWNER', 'ADMINISTRATOR', 'ACCOUNTANT', 'APPROVER', 'DEVELOPER', 'SUPPORT', 'VIEWER')),
  sandbox_permissions text[],
  refund_limits jsonb not null default '{}' check (jsonb_typeof(refund_limits) = 'object'),
  -- Who made the newest link: that account may have read it.
  invited_by_kind text not null check (invited_by_kind in ('key', 'person', 'operator')),
  invited_by uuid not null,
  created_at timestamptz not null,
  -- When the newest link was made.
  issued_at timestamptz not null,
  expires_at timestamptz not null,
  accepted_at timestamptz,
  accepted_by uuid references persons (id),
  revoked_at timestamptz,
  check (live_role is not null or sandbox_role is not null),
  check ((coalesce(live_role, '') = 'OWNER') = (coalesce(sandbox_role, '') = 'OWNER')),
  check ((accepted_at is null) = (accepted_by is null)),
  check (accepted_at is null or revoked_at is null)
);
-- One open invitation for an address: a further one takes its place.
create unique index member_invitations_open on member_invitations (merchant_id, email)
  where accepted_at is null and revoked_at is null;
