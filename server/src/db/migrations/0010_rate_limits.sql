-- Limits on how often somebody may call, counted together by all instances.
--
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
