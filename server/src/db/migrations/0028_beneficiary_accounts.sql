-- Payouts are summed by the account that they go to, whichever beneficiary stands for it.
set local lock_timeout = '2s';

alter table beneficiaries
  -- Keyed hash of merchant, type and account. Null: written by a release that does not know it, and not filled in yet.
  add column account_mac bytea check (length(account_mac) = 32);

create index beneficiaries_account on beneficiaries (merchant_no, account_mac);
create index beneficiaries_without_account on beneficiaries (merchant_no, id) where account_mac is null;
