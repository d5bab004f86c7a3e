-- Whoever looks for a delivery knows its endpoint, and for an attempt its delivery: with keys that begin there, each table
-- does with one index less. A payment writes three deliveries twice each and logs three attempts.
set local lock_timeout = '2s';

alter table webhook_deliveries drop constraint webhook_deliveries_pkey, add primary key (merchant_no, endpoint_id, id);
drop index webhook_deliveries_endpoint;

alter table webhook_attempts drop constraint webhook_attempts_pkey,
  add primary key (merchant_no, delivery_id, attempt_number);
drop index webhook_attempts_delivery;
