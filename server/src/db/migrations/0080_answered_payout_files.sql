-- A bank's answer (pain.002) keeps which payment file of ours it is about, so that operators see what it says of each transfer.
set local lock_timeout = '2s';

-- Null: the file is no answer, or was taken before this was kept.
alter table bank_files add column payout_file_id uuid;
alter table bank_files add foreign key (tenant_id, payout_file_id) references payout_files (tenant_id, id);
