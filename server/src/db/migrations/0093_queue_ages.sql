-- For how long the oldest of each queue had waited, every five minutes of the last two days.
create table queue_ages (
  -- Null: a queue of the whole installation.
  tenant_id uuid references tenants (id),
  mode text check (mode in ('SANDBOX', 'LIVE')),
  queue text not null,
  read_at timestamptz not null,
  oldest_seconds integer not null check (oldest_seconds >= 0),
  unique nulls not distinct (read_at, queue, tenant_id, mode)
);
