-- The tables of a cell may lie in a schema of its own (decision 82). There the days of the two logs lie beside their tables, because
-- Citus distributes a schema only with all that hangs together in it. In `public` they stay where they are.

create or replace function payment_steps_add_day(day date) returns void
language plpgsql security definer set search_path = pg_catalog, public set lock_timeout = '1s' as $$
declare
  own constant text := (select relnamespace::regnamespace::text from pg_class where oid = 'payment_steps'::regclass);
  place constant text := case own when 'public' then 'payment_step_days' else own end;
  name constant text := case own when 'public' then 'd' else 'payment_steps_d' end || to_char(day, 'YYYYMMDD');
  first_hex constant text := lpad(to_hex((extract(epoch from day) * 1000)::bigint), 12, '0');
  end_hex constant text := lpad(to_hex((extract(epoch from day + 1) * 1000)::bigint), 12, '0');
begin
  if to_regclass(place || '.' || name) is not null then return; end if;
  -- Several processes see a new day at the same moment.
  perform pg_advisory_xact_lock(hashtext('payment_steps_add_day'));
  if to_regclass(place || '.' || name) is not null then return; end if;
  -- Made empty and then attached: readers and writers of other days go on meanwhile.
  execute format('create table %s.%I (like payment_steps including all)', place, name);
  -- Beside its table it would be in the service's reach.
  execute format('revoke all on %s.%I from cauris_app', place, name);
  execute format('alter table payment_steps attach partition %s.%I for values from (%L) to (%L)',
    place, name, rpad(first_hex, 32, '0'), rpad(end_hex, 32, '0'));
end $$;

create or replace function payment_steps_drop_days(before date) returns int
language plpgsql security definer set search_path = pg_catalog, public set lock_timeout = '1s' as $$
declare
  old record;
  dropped int := 0;
begin
  for old in
    select c.oid::regclass::text as day from pg_inherits i join pg_class c on c.oid = i.inhrelid
     where i.inhparent = 'payment_steps'::regclass and right(c.relname, 8) < to_char(before, 'YYYYMMDD')
     order by right(c.relname, 8) limit 10
  loop
    execute 'drop table ' || old.day;
    dropped := dropped + 1;
  end loop;
  return dropped;
end $$;

create or replace function request_log_add_day(day date) returns void
language plpgsql security definer set search_path = pg_catalog, public set lock_timeout = '1s' as $$
declare
  own constant text := (select relnamespace::regnamespace::text from pg_class where oid = 'request_log'::regclass);
  place constant text := case own when 'public' then 'request_log_days' else own end;
  name constant text := case own when 'public' then 'd' else 'request_log_d' end || to_char(day, 'YYYYMMDD');
  first_hex constant text := lpad(to_hex((extract(epoch from day) * 1000)::bigint), 12, '0');
  end_hex constant text := lpad(to_hex((extract(epoch from day + 1) * 1000)::bigint), 12, '0');
begin
  if to_regclass(place || '.' || name) is not null then return; end if;
  -- Several processes see a new day at the same moment.
  perform pg_advisory_xact_lock(hashtext('request_log_add_day'));
  if to_regclass(place || '.' || name) is not null then return; end if;
  -- Made empty and then attached: readers and writers of other days go on meanwhile.
  execute format('create table %s.%I (like request_log including all)', place, name);
  -- Beside its table it would be in the service's reach.
  execute format('revoke all on %s.%I from cauris_app', place, name);
  execute format('alter table request_log attach partition %s.%I for values from (%L) to (%L)',
    place, name, rpad(first_hex, 32, '0'), rpad(end_hex, 32, '0'));
end $$;

create or replace function request_log_drop_days(before date) returns int
language plpgsql security definer set search_path = pg_catalog, public set lock_timeout = '1s' as $$
declare
  old record;
  dropped int := 0;
begin
  for old in
    select c.oid::regclass::text as day from pg_inherits i join pg_class c on c.oid = i.inhrelid
     where i.inhparent = 'request_log'::regclass and right(c.relname, 8) < to_char(before, 'YYYYMMDD')
     order by right(c.relname, 8) limit 10
  loop
    execute 'drop table ' || old.day;
    dropped := dropped + 1;
  end loop;
  return dropped;
end $$;
