-- Log-ins that end when nobody uses them, are listed and ended one by one; wrong passwords counted per account as well.
set local lock_timeout = '2s';

alter table operator_sessions
  -- Named in lists: the hash is the token's.
  add column id uuid not null unique default gen_random_uuid(),
  -- Written once a minute at most.
  add column last_seen_at timestamptz;
-- Those of before end half an hour after they began: their holders log in again.
update operator_sessions set last_seen_at = created_at;
alter table operator_sessions alter column id drop default, alter column last_seen_at set not null;

alter table operators
  -- A colleague has unlocked the account: until then it waits for nothing but wrong passwords of one address.
  add column unlocked_until timestamptz;

-- What was counted until now is of no more use after 15 minutes.
delete from operator_login_attempts;
alter table operator_login_attempts
  -- SHA-256 of the e-mail address: what a colleague unlocks.
  add column account bytea not null check (length(account) = 32);
create index operator_login_attempts_account on operator_login_attempts (account);

-- Where somebody has logged in before: strangers who try the account elsewhere do not shut it there.
create table operator_known_addresses (
  operator_id uuid not null references operators (id),
  -- An IPv4 address, or a /64 of IPv6.
  address text not null,
  last_at timestamptz not null,
  primary key (operator_id, address)
);
create index operator_known_addresses_age on operator_known_addresses (last_at);
