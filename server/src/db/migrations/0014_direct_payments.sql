-- Payments that a merchant's server asks for itself, without a checkout session. Each has a guard among checkout_sessions:
-- a row with the intent's id, its highest bit set, that is never shown (kit/guard-id.ts). What merchants say and read
-- stands on the intent and its charges.

alter table payment_intents
  alter column session_id set not null,
  -- The guard counts the events.
  drop column event_sequence,
  add column description text,
  -- When an intent without a session ends by itself. With a session, the session's time counts.
  add column expires_at timestamptz;
alter table charges
  alter column session_id set not null,
  add column description text;

comment on column payment_intents.session_id is 'The row that guards the payment: a session, or a guard that is none.';
comment on column charges.session_id is 'The row that guards the payment: a session, or a guard that is none.';
