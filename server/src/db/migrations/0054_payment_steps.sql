-- What happened around a payment and is stored nowhere else: who asked for it, the page that was opened, the route that was
-- chosen and why, where each outcome came from, the callbacks. Provider calls have their own table.
set local lock_timeout = '2s';

-- One row per stretch of steps that a process has seen of a payment; written in batches, beside the payment. An id begins with its
-- time, so a day of rows is a range of ids: a day is dropped as a whole after 90 days.
create table payment_steps (
  merchant_no int not null,
  -- The payment intent, also of refunds; of a payout its own id.
  payment_intent_id uuid not null,
  id uuid not null,
  -- JSON, oldest first. Text, because it is only ever read as a whole.
  steps text not null,
  primary key (merchant_no, payment_intent_id, id)
) partition by range (id);

-- Out of reach of the service's role: it uses the days through their table.
create schema payment_step_days;

-- The service may not change the schema, so it asks for days by these two functions, and can do nothing else with them.
create function payment_steps_add_day(day date) returns void
language plpgsql security definer set search_path = pg_catalog, public set lock_timeout = '1s' as $$
declare
  name constant text := 'd' || to_char(day, 'YYYYMMDD');
  first_hex constant text := lpad(to_hex((extract(epoch from day) * 1000)::bigint), 12, '0');
  end_hex constant text := lpad(to_hex((extract(epoch from day + 1) * 1000)::bigint), 12, '0');
begin
  if to_regclass('payment_step_days.' || name) is not null then return; end if;
  -- Several processes see a new day at the same moment.
  perform pg_advisory_xact_lock(hashtext('payment_steps_add_day'));
  if to_regclass('payment_step_days.' || name) is not null then return; end if;
  -- Made empty and then attached: readers and writers of other days go on meanwhile.
  execute format('create table payment_step_days.%I (like public.payment_steps including all)', name);
  execute format('alter table public.payment_steps attach partition payment_step_days.%I for values from (%L) to (%L)',
    name, rpad(first_hex, 32, '0'), rpad(end_hex, 32, '0'));
end $$;

-- Drops the days before this one; returns how many. One that is being read is left for the next time.
create function payment_steps_drop_days(before date) returns int
language plpgsql security definer set search_path = pg_catalog, public set lock_timeout = '1s' as $$
declare
  old record;
  dropped int := 0;
begin
  for old in
    select c.relname from pg_class c
     where c.relnamespace = 'payment_step_days'::regnamespace and c.relkind = 'r'
       and c.relname < 'd' || to_char(before, 'YYYYMMDD')
     order by c.relname limit 10
  loop
    execute format('drop table payment_step_days.%I', old.relname);
    dropped := dropped + 1;
  end loop;
  return dropped;
end $$;

revoke execute on function payment_steps_add_day(date), payment_steps_drop_days(date) from public;
grant execute on function payment_steps_add_day(date), payment_steps_drop_days(date) to cauris_app;
