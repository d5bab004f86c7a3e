-- What merchants' keys and people asked of the API, and how it was answered. No bodies, no queries, no headers.
set local lock_timeout = '2s';

-- Written in batches, beside the requests. An id begins with its time, so a day of rows is a range of ids: a day is dropped as a
-- whole after 14 days.
create table request_log (
  merchant_no int not null,
  -- The id of the request, which its answer names.
  id uuid not null,
  operation_id text not null,
  method text not null,
  -- Below /api/v1, with ids and without other values.
  path text not null,
  status int not null,
  duration_ms int not null,
  -- The API key or person.
  actor_kind text not null check (actor_kind in ('key', 'person')),
  actor_id uuid not null,
  ip text not null,
  -- The answer is the kept one of an Idempotency-Key.
  is_replay boolean not null,
  error_code text,
  -- JSON: which fields broke which rule, which permissions were needed. Text, because it is only ever read as a whole.
  refusal text,
  -- Further requests of the merchant within the same two seconds of which nothing is kept.
  not_kept int not null default 0,
  primary key (merchant_no, id)
) partition by range (id);

-- Refused requests are few among many, and what people look for.
create index request_log_refused on request_log (merchant_no, id) where status >= 400;

-- Out of reach of the service's role: it uses the days through their table.
create schema request_log_days;

-- The service may not change the schema, so it asks for days by these two functions, and can do nothing else with them.
create function request_log_add_day(day date) returns void
language plpgsql security definer set search_path = pg_catalog, public set lock_timeout = '1s' as $$
declare
  name constant text := 'd' || to_char(day, 'YYYYMMDD');
  first_hex constant text := lpad(to_hex((extract(epoch from day) * 1000)::bigint), 12, '0');
  end_hex constant text := lpad(to_hex((extract(epoch from day + 1) * 1000)::bigint), 12, '0');
begin
  if to_regclass('request_log_days.' || name) is not null then return; end if;
  -- Several processes see a new day at the same moment.
  perform pg_advisory_xact_lock(hashtext('request_log_add_day'));
  if to_regclass('request_log_days.' || name) is not null then return; end if;
  -- Made empty and then attached: readers and writers of other days go on meanwhile.
  execute format('create table request_log_days.%I (like public.request_log including all)', name);
  execute format('alter table public.request_log attach partition request_log_days.%I for values from (%L) to (%L)',
    name, rpad(first_hex, 32, '0'), rpad(end_hex, 32, '0'));
end $$;

-- Drops the days before this one; returns how many. One that is being read is left for the next time.
create function request_log_drop_days(before date) returns int
language plpgsql security definer set search_path = pg_catalog, public set lock_timeout = '1s' as $$
declare
  old record;
  dropped int := 0;
begin
  for old in
    select c.relname from pg_class c
     where c.relnamespace = 'request_log_days'::regnamespace and c.relkind = 'r'
       and c.relname < 'd' || to_char(before, 'YYYYMMDD')
     order by c.relname limit 10
  loop
    execute format('drop table request_log_days.%I', old.relname);
    dropped := dropped + 1;
  end loop;
  return dropped;
end $$;

revoke execute on function request_log_add_day(date), request_log_drop_days(date) from public;
grant execute on function request_log_add_day(date), request_log_drop_days(date) to cauris_app;
