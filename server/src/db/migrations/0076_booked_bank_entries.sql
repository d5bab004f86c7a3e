-- Entries of a bank that belong to no operation are booked in the book of the account, once.
set local lock_timeout = '2s';

alter table bank_entries
  drop constraint bank_entries_status_check,
  add constraint bank_entries_status_check
    check (status in ('MATCHED', 'QUEUED', 'ASSIGNED', 'NOT_OURS', 'IGNORED', 'ARRIVED', 'BOOKED')),
  drop constraint bank_entries_check2,
  add constraint bank_entries_check2
    check ((status in ('ASSIGNED', 'NOT_OURS', 'BOOKED')) = (decided_at is not null));

-- The entry that a correction books.
alter table rail_corrections add column bank_entry_id uuid;
create unique index rail_corrections_bank_entry on rail_corrections (tenant_id, bank_entry_id)
  where bank_entry_id is not null;
