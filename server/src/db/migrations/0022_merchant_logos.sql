-- Logos of merchants as the payer's page shows them: fetched once, drawn anew, served from our own address.
set local lock_timeout = '2s';

create table merchant_logos (
  merchant_no int primary key references merchant_numbers (merchant_no),
  -- What the picture was made of, or is to be made of: the merchant's own address of it.
  source_url text not null,
  -- First 16 hex digits of the picture's SHA-256: part of its address, which therefore never changes its bytes.
  digest text check (digest ~ '^[0-9a-f]{16}$'),
  picture bytea check (length(picture) <= 65536),
  width int,
  height int,
  -- Why the last look at the source brought no picture; an earlier picture of the same source stays.
  problem text,
  checked_at timestamptz,
  next_check_at timestamptz not null,
  check ((picture is null) = (digest is null)),
  check ((picture is null) = (width is null)),
  check ((picture is null) = (height is null))
);
create index merchant_logos_due on merchant_logos (next_check_at);
