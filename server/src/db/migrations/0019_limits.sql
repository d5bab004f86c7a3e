-- Limits on how often somebody may call, counted together by all instances.
set local lock_timeout = '2s';

-- Counters of the last minutes, worth nothing after a crash: unlogged, so that counting writes no WAL. A crash or a
-- failover empties them and everybody starts anew.

-- Token buckets, of which instances take tokens a handful at a time.
create unlogged table rate_buckets (
  -- Keyed digest of the limit and of whom it counts: no address and no phone number stands here.
  key bytea primary key,
  -- Below zero when instances let more through on credit than there was.
  tokens double precision not null,
  -- When `tokens` was true; they grow from then on.
  counted_at timestamptz not null,
  -- What the last lease gave: read back by the statement that wrote it.
  granted int not null,
  -- From then on the bucket is full and the row says nothing.
  forget_at timestamptz not null
) with (fillfactor = 50);

-- Sliding windows: the instants of what was let through.
create unlogged table rate_windows (
  key bytea primary key,
  hits timestamptz[] not null,
  -- Whether the last one that asked was let through.
  admitted boolean not null,
  forget_at timestamptz not null
) with (fillfactor = 50);

-- Requests a second of one key; null: what its merchant's keys may do.
alter table api_keys add column requests_per_second int check (requests_per_second between 1 and 10000);
-- What an operator allows each key of the merchant in this mode; null: the service's own limit.
alter table merchant_numbers add column requests_per_second_max int check (requests_per_second_max between 1 and 10000);
