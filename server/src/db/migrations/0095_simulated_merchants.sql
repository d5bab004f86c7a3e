-- The simulator's pages name who is paid, as those of a real operator do.
set local lock_timeout = '2s';

alter table simulator.operations add column merchant_name text not null default '';
