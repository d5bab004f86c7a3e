-- A search finds payments by the payer's e-mail address. The addresses are sealed in sessions and intents; their keyed
-- hashes stand here, written in the background, so that no payment writes an index entry for them.
set local lock_timeout = '2s';

create table payer_emails (
  merchant_no integer not null,
  -- HMAC of merchant and address in lower case: equal addresses of two merchants differ.
  email_mac bytea not null,
  payment_intent_id uuid not null,
  -- The session, or the guard row of a payment without one.
  session_id uuid not null,
  primary key (merchant_no, email_mac, payment_intent_id)
);

-- How far the sessions and guard rows of a merchant are read.
create table payer_email_progress (
  merchant_no integer primary key references merchant_numbers (merchant_no),
  sessions_through uuid not null,
  guards_through uuid not null
);
