-- Refunds that merchants ask for, beside those of late and double money.
set local lock_timeout = '2s';

-- Where the money waits until the payer has it: 'held' for money that was never the merchant's (the refund is ours, and
-- nobody cancels it), 'reserved' for what a merchant gives back out of its own.
alter table refunds add column source_account text not null default 'held' check (source_account in ('held', 'reserved'));
alter table refunds alter column source_account drop default;

-- Minor units of the charge's fee that the merchant got back with this refund.
alter table refunds add column fee_refunded bigint not null default 0 check (fee_refunded >= 0);
alter table refunds add column cancelled_at timestamptz;

-- What becomes of a charge's fee when the charge is refunded: the platform keeps it, or gives it back pro rata.
alter table tenants add column refund_fee_policy text not null default 'KEEP'
  check (refund_fee_policy in ('KEEP', 'RETURN'));
