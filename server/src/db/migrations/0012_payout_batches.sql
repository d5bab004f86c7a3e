-- Many payouts asked for at once, each judged by itself.
set local lock_timeout = '2s';

create table payout_batches (
  merchant_no int not null references merchant_numbers (merchant_no),
  id uuid not null,
  wallet_id uuid not null,
  currency char(3) not null,
  status text not null check (status in ('PROCESSING', 'COMPLETED')),
  reference text,
  row_count int not null check (row_count between 1 and 1000),
  accepted_count int not null default 0,
  refused_count int not null default 0,
  created_by uuid not null,
  -- When the worker takes it up next; null once all rows are judged.
  next_check_at timestamptz,
  version int not null default 1,
  completed_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (merchant_no, id),
  check (accepted_count + refused_count <= row_count),
  check ((status = 'COMPLETED') = (accepted_count + refused_count = row_count))
);
create index payout_batches_due on payout_batches (next_check_at) where next_check_at is not null;

create table payout_batch_rows (
  merchant_no int not null,
  batch_id uuid not null,
  -- From 0, in the order of the request.
  index int not null,
  -- Made with the batch: however often the row is tried, it is one payout.
  payout_id uuid not null,
  -- The row as it was asked: JSON text.
  request text not null,
  status text not null default 'WAITING' check (status in ('WAITING', 'ACCEPTED', 'REFUSED')),
  -- Why it was refused: code, message and details as a single payout would have answered, JSON text.
  error text check ((error is not null) = (status = 'REFUSED')),
  primary key (merchant_no, batch_id, index),
  foreign key (merchant_no, batch_id) references payout_batches (merchant_no, id)
);
