-- Events are written with their effect, deliveries with their event.

create table events (
  merchant_no int not null,
  id uuid not null,
  type text not null,
  -- What `sequence` counts for: the payment intent, or the object itself where there is none.
  subject_id uuid not null,
  sequence int not null,
  -- The whole body, JSON text as it is signed and sent. Session ids in it are kept without their secret part.
  payload text not null,
  created_at timestamptz not null,
  primary key (merchant_no, id)
);

create table webhook_endpoints (
  merchant_no int not null references merchant_numbers (merchant_no),
  id uuid not null,
  url text not null,
  -- Event names, or '*' alone for all.
  events text[] not null,
  status text not null check (status in ('ACTIVE', 'DISABLED')),
  description text,
  ordered boolean not null default false,
  secret bytea not null,
  -- While a rotation overlaps, both secrets sign.
  previous_secret bytea,
  previous_secret_expires_at timestamptz,
  -- The first failure since the last success; null while it works.
  failing_since timestamptz,
  -- Failures since the last success. From a threshold on, `paused_until` holds the endpoint's deliveries back.
  failure_streak int not null default 0,
  paused_until timestamptz,
  disabled_reason text check (disabled_reason in ('REQUESTED', 'GONE', 'FAILING')),
  -- Counts the events about the endpoint itself.
  event_sequence int not null default 0,
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- Deleted endpoints stay for their deliveries, which the worker goes on cancelling; nobody sees them any more.
  deleted_at timestamptz,
  primary key (merchant_no, id)
) with (fillfactor = 60);
create index webhook_endpoints_failing on webhook_endpoints (failing_since)
  where status = 'ACTIVE' and failing_since is not null;

-- A delivery that its writer sends at once comes and goes without a word in any index but its key: written leased it is
-- not in the line of what is due, and its result is an update in place (HOT), which needs every indexed column to stay as
-- it is and room in the page for the second version. So no index names the status, and what they do name is made of it by
-- PostgreSQL.
create table webhook_deliveries (
  merchant_no int not null,
  id uuid not null,
  endpoint_id uuid not null,
  event_id uuid not null,
  event_type text not null,
  subject_id uuid not null,
  sequence int not null,
  -- The endpoint's choice when the event happened: waits for the delivery of the subject's event before it.
  ordered boolean not null default false,
  status text not null check (status in ('PENDING', 'SUCCEEDED', 'FAILED', 'CANCELLED')),
  attempt_count int not null default 0,
  -- Place in the table of retries: attempts since the delivery was made or sent again by hand.
  retry_step smallint not null default 0,
  -- When it is due; while a worker holds it, when that worker's lease ends. Null when nothing more will be tried.
  next_attempt_at timestamptz,
  last_status_code int,
  last_error text,
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- Held since it was written by the process that wrote it, until next_attempt_at.
  leased boolean not null default false,
  -- When a worker's look finds it; null while it is leased, and once it is over.
  due_at timestamptz generated always as
    (case when status = 'PENDING' and not leased then next_attempt_at end) stored,
  unaccepted boolean not null generated always as (status in ('FAILED', 'CANCELLED')) stored,
  -- Whoever looks for a delivery knows its endpoint, so one key serves: a payment writes three deliveries twice each.
  primary key (merchant_no, endpoint_id, id),
  check ((status = 'PENDING') = (next_attempt_at is not null))
) with (fillfactor = 50);
create index webhook_deliveries_due on webhook_deliveries (endpoint_id, due_at) where due_at is not null;
create index webhook_deliveries_ordered on webhook_deliveries (endpoint_id, subject_id, sequence) where ordered;
-- What a replay of the failed ones looks through.
create index webhook_deliveries_unaccepted on webhook_deliveries (merchant_no, endpoint_id, event_id) where unaccepted;
-- Leads to what was written lately: leases that nobody has kept are among it.
create index webhook_deliveries_written on webhook_deliveries using brin (created_at)
  with (autosummarize = on, pages_per_range = 16);

create table webhook_attempts (
  merchant_no int not null,
  id uuid not null,
  delivery_id uuid not null,
  attempt_number int not null,
  status_code int,
  error text,
  -- The first KB of the answer, as text.
  response_excerpt text,
  duration_ms int not null,
  created_at timestamptz not null,
  -- Where it was sent: the address of an endpoint can change.
  url text,
  primary key (merchant_no, delivery_id, attempt_number)
);
