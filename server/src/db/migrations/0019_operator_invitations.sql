-- Operators choose their own passwords by a link that works once; nobody is shown another person's password.
set local lock_timeout = '2s';

alter table operators
  -- Null: by a first start, or by the command on the machine.
  add column created_by uuid references operators (id),
  alter column password_hash drop not null,
  -- No longer written: nobody sets a password for somebody else.
  alter column password_is_temporary set default false,
  drop constraint operators_status_check,
  add constraint operators_status_check check (status in ('INVITED', 'ACTIVE', 'DISABLED')),
  -- Disabled accounts may have one or not.
  add constraint operators_password_check check (
    case status when 'INVITED' then password_hash is null when 'ACTIVE' then password_hash is not null else true end);

-- Whoever made these accounts has read their passwords: they wait for a link as well.
delete from operator_sessions s using operators o where o.id = s.operator_id and o.password_is_temporary;
update operators set password_hash = null, password_is_temporary = false,
    status = case status when 'ACTIVE' then 'INVITED' else status end
  where password_is_temporary;

-- Links to choose a password. They are kept: who opened an account for whom is part of its history.
create table operator_invitations (
  -- SHA-256 of the token.
  hash bytea primary key check (length(hash) = 32),
  operator_id uuid not null references operators (id),
  -- Null: by the command on the machine.
  issued_by uuid references operators (id),
  issued_at timestamptz not null,
  expires_at timestamptz not null,
  accepted_at timestamptz,
  -- Taken back, or replaced by a newer one.
  revoked_at timestamptz,
  check (accepted_at is null or revoked_at is null),
  check (issued_by is null or issued_by <> operator_id)
);
create unique index operator_invitations_open on operator_invitations (operator_id)
  where accepted_at is null and revoked_at is null;
