-- Lists and searches by rare properties read only the rows that have them. A payment that succeeds at once is in none of
-- these indexes, so its writes stay as they were.
set local lock_timeout = '2s';

create index charges_failure on charges (merchant_no, failure_code, id) where failure_code is not null;
create index charges_exceptional on charges (merchant_no, id) where late or duplicate;
create index charges_refunded on charges (merchant_no, id) where amount_refunded > 0;

-- Of these, merchants have hundreds or thousands where they have millions of payments.
create index refunds_transaction on refunds (merchant_no, provider_transaction_id) where provider_transaction_id is not null;
create index payouts_transaction on payouts (merchant_no, provider_transaction_id) where provider_transaction_id is not null;
create index payouts_reference on payouts (merchant_no, reference, id) where reference is not null;
create index payout_batches_reference on payout_batches (merchant_no, reference, id) where reference is not null;
create index beneficiaries_reference on beneficiaries (merchant_no, reference, id) where reference is not null;
create index payment_links_reference on payment_links (merchant_no, reference, id) where reference is not null;
