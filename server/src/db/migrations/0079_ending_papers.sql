-- Merchants are told of papers that end: 30 days before, 7 days before, and when they have ended.
set local lock_timeout = '2s';

-- The last of these that was told, in days before the end: 30, 7 or 0. Null: nothing was told yet.
alter table kyb_documents add column told_expiry smallint check (told_expiry in (30, 7, 0));

-- Papers that end soon are looked for each hour, and by everybody who opens the work queue.
create index kyb_documents_expiry on kyb_documents (expires_on) where expires_on is not null;
