-- Merchants that leave this cell for another one, or come from one (decision 81). Each cell has its own row of a move, under one id, and
-- it says how far the move is in this cell. Only the command that moves writes here, each step in the transaction of its effects.
create table merchant_moves (
  id uuid not null,
  merchant_id uuid not null,
  direction text not null,
  -- Null: the default cell.
  other_cell text,
  -- The merchant's numbers here and there, in one order.
  numbers integer[] not null,
  other_numbers integer[] not null,
  step text not null,
  -- Rises each time the command begins or goes on: what an earlier run would still write finds another number, and writes nothing.
  attempt integer not null,
  -- SHA-256 of what both cells had of the merchant while nobody wrote it.
  digest text,
  moved_by text not null,
  planned_at timestamptz not null default clock_timestamp(),
  verified_at timestamptz,
  switched_at timestamptz,
  thawed_at timestamptz,
  given_up_at timestamptz,
  constraint merchant_moves_pkey primary key (id),
  constraint merchant_moves_direction_check check (direction in ('OUT', 'IN')),
  constraint merchant_moves_numbers_check check (cardinality(numbers) = cardinality(other_numbers)),
  constraint merchant_moves_digest_check check (digest ~ '^[0-9a-f]{64}$'),
  constraint merchant_moves_step_check check (case step
    when 'PLANNED' then true
    when 'VERIFIED' then direction = 'IN' and digest is not null and verified_at is not null
    when 'SWITCHED' then direction = 'OUT' and digest is not null and switched_at is not null
    when 'THAWED' then digest is not null and thawed_at is not null
    when 'GIVEN_UP' then given_up_at is not null
    else false end)
);
-- One move of a merchant at a time.
create unique index merchant_moves_under_way on merchant_moves (merchant_id) where step in ('PLANNED', 'VERIFIED', 'SWITCHED');
