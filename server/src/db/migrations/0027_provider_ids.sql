-- What a provider other than the simulator needs of us. Some take ids of their own form only, such as a UUID of version 4: such
-- an id is drawn and stored with the row that it names, before the first call. Null: our own reference, derived from the row's
-- id, is the id there. The handle is what a provider told us and wants to see again, sealed: its own id, a token.
set local lock_timeout = '2s';

alter table charges add column provider_reference text, add column provider_handle bytea;
alter table refunds add column provider_reference text, add column provider_handle bytea;
alter table payouts add column provider_reference text, add column provider_handle bytea;

-- Callbacks name the row by this id. A row without one is in none of these indexes.
create unique index charges_provider_reference on charges (provider_account_id, provider_reference)
  where provider_reference is not null;
create unique index refunds_provider_reference on refunds (provider_account_id, provider_reference)
  where provider_reference is not null;
create unique index payouts_provider_reference on payouts (provider_account_id, provider_reference)
  where provider_reference is not null;
