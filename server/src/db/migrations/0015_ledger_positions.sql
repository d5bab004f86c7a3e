-- Each wallet's transfers are numbered from 1 without a gap, in the order of their commits: the number is given under the
-- lock of the wallet's row. It is the order of statements, pages and seals, and it shows whether a row is missing.
set local lock_timeout = '2s';

alter table wallets add column transfer_count bigint not null default 0 check (transfer_count >= 0);
alter table ledger_transfers add column position bigint check (position > 0);

-- What is there already is numbered by time. The balances after each transfer are restated in that order; the last one,
-- and so every balance of a wallet, stays what it was.
update ledger_transfers t set position = numbered.position, balance_after = numbered.balance_after
from (
  select merchant_no, id, row_number() over wallet as position,
    sum(amount * ((to_account in ('available', 'pending', 'held', 'reserved'))::int
      - (from_account in ('available', 'pending', 'held', 'reserved'))::int)) over wallet as balance_after
  from ledger_transfers
  window wallet as (partition by merchant_no, wallet_id order by created_at, id rows unbounded preceding)
) numbered
where t.merchant_no = numbered.merchant_no and t.id = numbered.id;
update wallets w set transfer_count = counted.n
from (select merchant_no, wallet_id, count(*) as n from ledger_transfers group by 1, 2) counted
where w.merchant_no = counted.merchant_no and w.id = counted.wallet_id;

-- One key in place of another: a second index over all rows would cost a third more WAL for each payment.
alter table ledger_transfers alter column position set not null, drop constraint ledger_transfers_pkey,
  add primary key (merchant_no, wallet_id, position);
-- What is not part of a payment is rare among what is, so that looking for it needs an index, and keeping one costs little.
create index ledger_transfers_rare on ledger_transfers (merchant_no, wallet_id, source_type, type, position)
  where not (source_type = 'charge' and type in ('CHARGE', 'FEE'));
-- Why money is held, and since when: found by its charge.
create index ledger_transfers_held on ledger_transfers (merchant_no, source_id)
  where from_account = 'held' or to_account = 'held';
create index refunds_from_held on refunds (merchant_no, charge_id)
  where source_account = 'held' and status in ('PENDING', 'PROCESSING', 'IN_RECONCILIATION');
-- For the checks that look at all merchants' last day.
create index ledger_transfers_time on ledger_transfers using brin (id, created_at)
  with (autosummarize = on, pages_per_range = 16);

-- A chain over each wallet's transfers. A seal covers the positions behind its predecessor's; that no two begin at the same
-- position means that the chain cannot fork, whoever seals at the same time.
create table ledger_seals (
  merchant_no int not null,
  wallet_id uuid not null,
  first_position bigint not null check (first_position > 0),
  last_position bigint not null check (last_position >= first_position),
  number int not null check (number > 0),
  -- The sum of each account from the first transfer to the last one sealed: JSON text, part of what is hashed.
  balances text not null,
  -- SHA-256 of the predecessor's hash, the rows and the balances: docs/concepts/ledger.md.
  hash bytea not null check (length(hash) = 32),
  created_at timestamptz not null,
  primary key (merchant_no, wallet_id, first_position)
);
