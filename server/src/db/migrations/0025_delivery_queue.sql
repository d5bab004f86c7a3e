-- A delivery that its writer sends at once comes and goes without a word in any index but its key: written leased it is
-- not in the line of what is due, and its result is an update in place (HOT), which needs every indexed column to stay as
-- it is. So no index names the status any more, and what they do name is made of it by PostgreSQL.
set local lock_timeout = '2s';

drop index webhook_deliveries_due, webhook_deliveries_ordered, webhook_deliveries_unaccepted;

alter table webhook_deliveries
  -- Held since it was written by the process that wrote it, until next_attempt_at.
  add column leased boolean not null default false,
  -- When a worker's look finds it; null while it is leased, and once it is over.
  add column due_at timestamptz generated always as
    (case when status = 'PENDING' and not leased then next_attempt_at end) stored,
  add column unaccepted boolean not null generated always as (status in ('FAILED', 'CANCELLED')) stored,
  -- Room in each page for the second version of its rows.
  set (fillfactor = 50);

create index webhook_deliveries_due on webhook_deliveries (endpoint_id, due_at) where due_at is not null;
create index webhook_deliveries_ordered on webhook_deliveries (endpoint_id, subject_id, sequence) where ordered;
create index webhook_deliveries_unaccepted on webhook_deliveries (merchant_no, endpoint_id, event_id) where unaccepted;
-- Leads to what was written lately: leases that nobody has kept are among it.
create index webhook_deliveries_written on webhook_deliveries using brin (created_at)
  with (autosummarize = on, pages_per_range = 16);

-- Nothing that is there is leased in this sense: the first look for lost leases need not read all of it.
insert into sweeps (name, swept_until)
select 'webhook_deliveries.leases', max(created_at) - interval '1 hour' from webhook_deliveries
having max(created_at) is not null;
