-- A provider may know an account and not its holder's name. Then a person vouches for the name, another one than the one who
-- gave it.
set local lock_timeout = '2s';

alter table beneficiaries
  drop constraint beneficiaries_name_check_check,
  add constraint beneficiaries_name_check_check
    check (name_check in ('NOT_CHECKED', 'MATCH', 'CLOSE_MATCH', 'MISMATCH', 'NOT_KNOWN', 'UNAVAILABLE')),
  -- Who gave the name that it has now. Null: it was added before this was kept.
  add column named_by uuid,
  add column named_by_kind text not null default 'key' check (named_by_kind in ('key', 'person')),
  -- Who vouched for that name, where the provider does not know it.
  add column approved_by uuid,
  add column approved_by_kind text not null default 'key' check (approved_by_kind in ('key', 'person')),
  add constraint beneficiaries_second_person check (approved_by is null or approved_by <> named_by),
  add constraint beneficiaries_unknown_name check (
    name_check <> 'NOT_KNOWN' or status <> 'ACTIVE' or (named_by is not null and approved_by is not null));
