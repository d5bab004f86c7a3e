-- When the payer left a started attempt for another way. It stays watched, and no longer counts as the one live attempt.
alter table charges add column superseded_at timestamptz;
create unique index charges_one_current on charges (merchant_no, payment_intent_id)
  where status in ('PENDING', 'REQUIRES_ACTION', 'PROCESSING', 'IN_RECONCILIATION') and superseded_at is null;
drop index charges_one_alive;
