-- A gap between what an account holds at its provider and what its book says is told when it stays.
set local lock_timeout = '2s';

-- What was on its way at the moment of a reading: the provider may have moved it, and the book does not have it yet.
alter table provider_balances add column incoming bigint not null default 0 check (incoming >= 0);
alter table provider_balances add column outgoing bigint not null default 0 check (outgoing >= 0);

-- Gaps that operators have decided to live with: [{"currency": "XOF", "amount": "500"}], minor units. No entry: none.
alter table provider_accounts add column balance_tolerances jsonb not null default '[]';
