-- What happened at a merchant, for the mails to its people. An act writes its news in its own transaction; a loop makes
-- mails of them, because who reads them and what they say costs more than an act should wait for.
-- docs/decisions/0036 says why.
set local lock_timeout = '2s';

create table merchant_news (
  merchant_no integer not null references merchant_numbers (merchant_no),
  -- KEY_MADE, PAYOUT_FAILED …
  kind text not null,
  id bigint generated always as identity,
  -- The object: a key, a beneficiary, a payout, an endpoint. Null where it is the merchant itself.
  subject uuid,
  -- What was decided, where the object does not say it.
  detail text check (length(detail) <= 40),
  actor_kind text not null check (actor_kind in ('key', 'person', 'operator', 'system', 'provider')),
  actor_id uuid,
  happened_at timestamptz not null,
  -- When it may be told: later than it happened where its readers were told of the same kind a moment ago.
  due_at timestamptz not null,
  primary key (merchant_no, kind, id),
  check ((actor_id is null) = (actor_kind in ('system', 'provider')))
);
create index merchant_news_due on merchant_news (due_at);

-- When the people of a merchant were last told of a kind: much that happens at once is one mail.
create table merchant_news_told (
  merchant_no integer not null references merchant_numbers (merchant_no),
  kind text not null,
  told_at timestamptz not null,
  primary key (merchant_no, kind)
);

-- What a person has switched on or off. Without a row the kind's own default counts.
create table notification_settings (
  merchant_id uuid not null,
  person_id uuid not null,
  mode text not null check (mode in ('SANDBOX', 'LIVE')),
  kind text not null,
  is_on boolean not null,
  updated_at timestamptz not null,
  primary key (merchant_id, person_id, mode, kind),
  foreign key (merchant_id, person_id) references members (merchant_id, person_id)
);
