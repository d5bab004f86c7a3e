-- Wrong PINs are counted by wallet, whatever the payment: three tries for each payment were as many as there were payments.
set local lock_timeout = '2s';

alter table simulator.wallets
  add column pin_failures smallint not null default 0,
  add column pin_locked_until timestamptz;
