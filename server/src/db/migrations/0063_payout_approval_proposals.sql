-- A merchant raises the threshold of its payouts in live mode with two persons: what the first one proposes waits here.
create table payout_approval_proposals (
  merchant_no integer not null,
  wallet_id uuid not null,
  -- Minor units; null: no payout of the wallet needs approval.
  above bigint check (above >= 0),
  proposed_by_kind text not null check (proposed_by_kind in ('key', 'person')),
  proposed_by uuid not null,
  proposed_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (merchant_no, wallet_id),
  foreign key (merchant_no, wallet_id) references wallets (merchant_no, id)
);
