-- What went to one beneficiary lately is summed before each payout from a wallet with a threshold; lists filter by it too.
set local lock_timeout = '2s';

create index payouts_beneficiary on payouts (merchant_no, beneficiary_id, created_at);
