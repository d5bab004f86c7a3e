-- run: outside a transaction
-- Of payments that neither succeed nor fail: a list of these statuses reads them, and not whole days of others. A payment that
-- succeeds or fails is never in it, so its writes stay as they were.
create index concurrently if not exists charges_apart on charges (merchant_no, status, id)
  where status in ('CANCELLED', 'IN_RECONCILIATION');
