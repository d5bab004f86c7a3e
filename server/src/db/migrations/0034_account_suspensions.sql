-- An account whose provider fails is taken out of routing by the service, tried again from time to time, and returned when it
-- answers. The row holds the state, so that all processes agree about it, and so that one statement reads everything that routes.
set local lock_timeout = '2s';

alter table provider_accounts
  -- Whether the service may suspend it by itself.
  add column automatic_suspension boolean not null default true,
  -- Since when it is suspended; null: it is in service.
  add column suspended_at timestamptz,
  -- When the provider is tried next; the process that moves it on makes the trial.
  add column next_trial_at timestamptz,
  -- When it was last returned to service: failures from before say nothing about it any more.
  add column returned_at timestamptz,
  add constraint provider_accounts_suspension check ((suspended_at is null) = (next_trial_at is null));

-- The simulator fails on request: what it does to one merchant's test says nothing about the others.
update provider_accounts set automatic_suspension = false where provider = 'simulator';
