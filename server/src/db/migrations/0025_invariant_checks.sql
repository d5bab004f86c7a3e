-- When each invariant was last looked at, so that it is looked at once for all processes, and that a look which was not made is
-- noticed. What was sealed before `proved_before` has been proved; null: nothing has.
create table invariant_checks (
  name text primary key,
  checked_at timestamptz,
  leased_until timestamptz not null,
  proved_before timestamptz
);
