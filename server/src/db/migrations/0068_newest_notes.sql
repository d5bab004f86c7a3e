-- The newest notes of a merchant or a tenant, for pages that stay open. Ids are in the order of time.
set local lock_timeout = '2s';

create index notes_newest on notes (merchant_no, id);
create index work_notes_newest on work_notes (tenant_id, id);
