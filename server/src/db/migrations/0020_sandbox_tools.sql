-- What merchants try things out with. None of it exists in live mode.
set local lock_timeout = '2s';

-- What the provider simulator is to do, by name; null: what the digits say. A charge keeps it with its payer.
alter table refunds add column scenario text;
alter table payouts add column scenario text;

-- How far a merchant has moved its sandbox on: everything that waits was moved, and this only tells of it.
create table sandbox_clocks (
  merchant_no int primary key references merchant_numbers (merchant_no),
  advanced_seconds bigint not null check (advanced_seconds >= 0),
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null
);

-- A reset gives the sandbox a new number; the old one, with its books, goes to a closed merchant that stands for it.
alter table merchants add column archive_of uuid references merchants (id);
-- Whose number it was before: the audit log goes on to name that merchant, since its hashes do.
alter table merchant_numbers add column archived_from uuid references merchants (id);
