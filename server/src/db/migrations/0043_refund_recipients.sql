-- A refund of a transfer goes to an account. Where the bank did not tell which account paid, the merchant gives one.
set local lock_timeout = '2s';

alter table refunds
  -- Name and account of the recipient as the merchant gave them: sealed JSON.
  add column recipient bytea,
  -- It waits until the merchant gives an account.
  add column account_needed boolean not null default false;
