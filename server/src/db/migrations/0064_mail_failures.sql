-- Operators are told how many mails could not be sent. Failures are few among all mails of a month.
set local lock_timeout = '2s';

create index mails_failed on mails (ended_at) where status = 'FAILED';
