-- Sessions that ended without an attempt to pay, and what the simulated provider remembers, are kept for as long as RETENTION_SESSIONS
-- and RETENTION_SIMULATOR say. As with events, the service may delete neither, and asks for the old ones by functions that never
-- take anything of the last 35 days.

-- Up to which session of a merchant and mode all are judged: the paid ones before it are not read again.
create table session_retention (
  merchant_no int primary key references merchant_numbers (merchant_no),
  through uuid not null
);

-- Looks at the next rows_max old sessions of one merchant and mode, and deletes those that nobody tried to pay.
-- The day's counters follow in the same transaction. seen = 0: there is none left, or another process is at this merchant.
create function forget_sessions(of_merchant int, before timestamptz, rows_max int, out seen int, out sessions int)
language plpgsql security definer set search_path = pg_catalog, public set lock_timeout = '300ms'
set plan_cache_mode = force_custom_plan as $$
declare
  first_kept constant uuid := (lpad(to_hex((extract(epoch from before) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid;
  after uuid;
  judged uuid[];
  ended uuid[];
begin
  if before > clock_timestamp() - interval '35 days' then
    raise exception 'sessions of the last 35 days are kept' using errcode = 'check_violation';
  end if;
  seen := 0;
  sessions := 0;
  insert into public.session_retention (merchant_no, through) values (of_merchant, '00000000-0000-0000-0000-000000000000')
    on conflict do nothing;
  select r.through into after from public.session_retention r where r.merchant_no = of_merchant for update skip locked;
  if not found then return; end if;

  -- One that could still be paid would be passed by for ever: nothing behind it is judged before it has ended.
  select array_agg(s.id order by s.id), array_agg(s.id order by s.id) filter (where s.never_tried) into judged, ended from (
    select old.id, old.never_tried, bool_or(old.is_open) over (order by old.id) as behind_open from (
      select s.id, s.attempt_count = 0 and s.status in ('EXPIRED', 'CANCELLED') as never_tried,
        s.attempt_count = 0 and s.status not in ('EXPIRED', 'CANCELLED') as is_open
        from public.checkout_sessions s
       where s.merchant_no = of_merchant and s.id > after and s.id < first_kept
       order by s.id limit rows_max) old) s
   where not s.behind_open;
  if judged is null then return; end if;

  -- An intent is written with the first attempt.
  with gone as (
    delete from public.checkout_sessions s where s.merchant_no = of_merchant and s.id = any (ended) and not exists (
      select from public.payment_intents i where i.merchant_no = of_merchant and i.id = s.payment_intent_id offset 0)
    returning s.status, (s.created_at at time zone 'UTC')::date as day),
  by_day as (
    select day, count(*) filter (where status = 'EXPIRED') as expired, count(*) filter (where status = 'CANCELLED') as cancelled
      from gone group by day),
  counted as (
    update public.list_counters c set sessions_expired = c.sessions_expired - d.expired,
        sessions_cancelled = c.sessions_cancelled - d.cancelled
      from by_day d where c.merchant_no = of_merchant and c.day = d.day)
  select count(*) into sessions from gone;
  update public.session_retention r set through = judged[array_length(judged, 1)] where r.merchant_no = of_merchant;
  seen := array_length(judged, 1);
end $$;

revoke execute on function forget_sessions(int, timestamptz, int) from public;
grant execute on function forget_sessions(int, timestamptz, int) to cauris_app;

-- At most rows_max old operations that have ended, with their lines in the book; and as many reports that nobody took, and entries of
-- the simulated bank.
create function forget_simulated(before timestamptz, rows_max int, out operations int, out others int)
language plpgsql security definer set search_path = pg_catalog, public set lock_timeout = '300ms'
set plan_cache_mode = force_custom_plan as $$
declare
  first_kept constant uuid := (lpad(to_hex((extract(epoch from before) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid;
  n int;
begin
  if before > clock_timestamp() - interval '35 days' then
    raise exception 'operations of the last 35 days are kept' using errcode = 'check_violation';
  end if;
  with old as (
    select o.id from simulator.operations o where o.id < first_kept and o.next_step_at is null
     order by o.id limit rows_max for update skip locked),
  gone as (
    delete from simulator.operations o using old where o.id = old.id returning o.account_id, o.kind, o.reference),
  lines as (
    delete from simulator.book b using gone g where b.account_id = g.account_id and b.kind = g.kind and b.reference = g.reference)
  select count(*) into operations from gone;
  delete from simulator.callbacks c where c.id in (
    select old.id from simulator.callbacks old where old.id < first_kept and old.due_at is null order by old.id limit rows_max);
  get diagnostics others = row_count;
  delete from simulator.bank_entries e where (e.account_id, e.servicer_reference, e.reversal) in (
    select old.account_id, old.servicer_reference, old.reversal from simulator.bank_entries old where old.booked_at < before limit rows_max);
  get diagnostics n = row_count;
  others := others + n;
end $$;

revoke execute on function forget_simulated(timestamptz, int) from public;
grant execute on function forget_simulated(timestamptz, int) to cauris_app;
