-- The summary of yesterday for a merchant's people, and the digest of the work queue for operators: once a day each, to
-- those who want it. docs/concepts/people.md says what they hold.
set local lock_timeout = '2s';

-- Those who want the summary are looked for every minute.
create index notification_settings_daily on notification_settings (merchant_id, mode)
  where kind = 'DAILY_SUMMARY' and is_on;

-- The last day that was summed up for a merchant in a mode: none is told twice.
create table daily_summaries (
  merchant_no integer primary key references merchant_numbers (merchant_no),
  day date not null
);

create table operator_digests (
  operator_id uuid primary key references operators (id),
  is_on boolean not null,
  chosen_at timestamptz not null,
  -- The operator's own day on which the last one was written; null before the first.
  told_on date
);
create index operator_digests_on on operator_digests (operator_id) where is_on;
