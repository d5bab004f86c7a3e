-- The demonstration of a sandbox: a merchant with a past, made in the background after the first start.
set local lock_timeout = '2s';

create table demonstrations (
  tenant_id uuid primary key references tenants,
  -- Null until its merchant is made.
  merchant_id uuid unique references merchants,
  -- What is played: this period, so many payments.
  begins_at timestamptz not null,
  ends_at timestamptz not null check (ends_at > begins_at),
  payments integer not null check (payments > 0),
  -- Parts that were begun. One in whose middle the process died is not played again.
  parts_begun integer not null default 0 check (parts_begun >= 0),
  finished_at timestamptz
);
