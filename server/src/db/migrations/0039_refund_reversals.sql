-- A provider may say that a refund succeeded, and days later that it did not, for example because the card was closed. It is
-- booked back and waits for an operator.
set local lock_timeout = '2s';

alter table refunds
  -- Why an operator must look at it; null: nobody must.
  add column review_reason text constraint refunds_review_reason_check check (review_reason = 'REVERSED');

create index refunds_under_review on refunds (merchant_no, id) where review_reason is not null;
