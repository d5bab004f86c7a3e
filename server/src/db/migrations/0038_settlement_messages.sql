-- What banks say about payments in verified messages. Where a provider cannot be asked, the message is the outcome: it is
-- committed here before it is answered.
set local lock_timeout = '2s';

create table settlement_messages (
  provider_account_id uuid not null references provider_accounts (id),
  -- The bank's id: the same message twice is one row.
  message_id text not null check (length(message_id) between 1 and 100),
  -- The payment's id in the provider's own form.
  own_id text not null,
  status text not null check (status in ('SETTLED', 'REJECTED')),
  amount bigint not null check (amount > 0),
  currency char(3) not null,
  transaction_id text check (length(transaction_id) between 1 and 100),
  -- By the bank's clock.
  occurred_at timestamptz not null,
  created_at timestamptz not null,
  primary key (provider_account_id, message_id),
  check (status = 'REJECTED' or transaction_id is not null)
);
create index settlement_messages_payment on settlement_messages (provider_account_id, own_id);
