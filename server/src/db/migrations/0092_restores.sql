-- What became of the hours that a restored database has lost. While one is open, no payout and no refund is sent.
set local lock_timeout = '2s';

create table restores (
  id uuid primary key,
  -- The database was restored to this instant, and the former one took writes until the second.
  restored_to timestamptz not null,
  lost_until timestamptz not null check (lost_until >= restored_to),
  declared_at timestamptz not null check (declared_at >= lost_until),
  released_at timestamptz check (released_at >= declared_at),
  -- What was accepted without a provider's book; null while it is open, or when nothing was.
  note text check (released_at is not null or note is null)
);

create unique index restores_open on restores ((true)) where released_at is null;
