-- What an operator wants the merchant to read about its present status; null: nothing. Why it was really done stays in the
-- audit log.
set local lock_timeout = '2s';

alter table merchants add column message_to_merchant text;
