-- The key that the old cell makes ids of sessions and receipts with, sealed: the new cell checks the ids of before with it, and only those of
-- merchants that came from there (decision 81).
alter table merchant_moves add column id_key bytea;
