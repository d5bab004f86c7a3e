-- When the merchant was last told that somebody uses a link to ask strangers' phones.
set local lock_timeout = '2s';

alter table payment_links add column abused_at timestamptz;
