-- Who acts for a merchant is a key or a person. Everything that is there was done by keys, and so is what an instance of the
-- version before this one still writes. The kind of the approver says nothing while nobody has approved.
set local lock_timeout = '2s';

alter table payouts
  add column created_by_kind text not null default 'key' check (created_by_kind in ('key', 'person')),
  add column approved_by_kind text not null default 'key' check (approved_by_kind in ('key', 'person'));
alter table payout_batches
  add column created_by_kind text not null default 'key' check (created_by_kind in ('key', 'person'));

-- Which key or account has its secret from which: makers and made count as one person for a time.
create table actor_origins (
  made_kind text not null check (made_kind in ('key', 'person', 'operator')),
  made_id uuid not null,
  maker_kind text not null check (maker_kind in ('key', 'person', 'operator')),
  maker_id uuid not null,
  relation text not null check (relation in ('created', 'replaces')),
  made_at timestamptz not null,
  primary key (made_id, maker_id, relation),
  check (made_id <> maker_id)
);

-- Keys have named the one that they replace since they could be rolled.
insert into actor_origins (made_kind, made_id, maker_kind, maker_id, relation, made_at)
select 'key', id, 'key', replaces, 'replaces', created_at from api_keys where replaces is not null;
