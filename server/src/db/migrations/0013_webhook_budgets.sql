-- What a merchant asks to have sent to an endpoint beside what happens by itself (replays, resends, pings) is bounded, and
-- replays go only to an address that has accepted a delivery.
set local lock_timeout = '2s';

alter table webhook_endpoints
  -- When an accepted delivery to the present address was found; null: none has been looked for or found.
  add column proved_at timestamptz,
  -- When the budget will be full again: each delivery that was asked for moves it on. Null or past: it is full.
  add column budget_full_at timestamptz;
