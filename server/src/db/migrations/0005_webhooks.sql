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
  disabled_reason text,
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (merchant_no, id)
);

create table webhook_deliveries (
  merchant_no int not null,
  id uuid not null,
  endpoint_id uuid not null,
  event_id uuid not null,
  event_type text not null,
  subject_id uuid not null,
  sequence int not null,
  status text not null check (status in ('PENDING', 'SUCCEEDED', 'FAILED', 'CANCELLED')),
  attempt_count int not null default 0,
  -- When it is due; while a worker holds it, when that worker's lease ends.
  next_attempt_at timestamptz,
  last_status_code int,
  last_error text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (merchant_no, id)
) with (fillfactor = 60);
create index webhook_deliveries_due on webhook_deliveries (endpoint_id, next_attempt_at) where status = 'PENDING';
create index webhook_deliveries_endpoint on webhook_deliveries (merchant_no, endpoint_id, id);

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
  primary key (merchant_no, id)
);
create index webhook_attempts_delivery on webhook_attempts (merchant_no, delivery_id);
