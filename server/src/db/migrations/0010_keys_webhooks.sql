-- What managing keys and webhook endpoints needs.

-- Deleted endpoints stay for their deliveries, which the worker goes on cancelling; nobody sees them any more.
alter table webhook_endpoints add column deleted_at timestamptz;

-- Where an attempt was sent: the address of an endpoint can change. Null before this migration.
alter table webhook_attempts add column url text;

-- What a replay of the failed ones looks through.
create index webhook_deliveries_unaccepted on webhook_deliveries (merchant_no, endpoint_id, event_id)
  where status in ('FAILED', 'CANCELLED');

-- The key that a rolled one stands in for.
alter table api_keys add column replaces uuid references api_keys (id);

drop index api_keys_merchant;
create index api_keys_merchant on api_keys (merchant_no, id);
