-- The last session is taken out of its array before the update: Citus 13.2.2 crashes when an update does that.
create or replace function forget_sessions(of_merchant int, before timestamptz, rows_max int, out seen int, out sessions int)
language plpgsql security definer set search_path = pg_catalog, public set lock_timeout = '300ms'
set plan_cache_mode = force_custom_plan as $$
declare
  first_kept constant uuid := (lpad(to_hex((extract(epoch from before) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid;
  after uuid;
  judged uuid[];
  ended uuid[];
  last_judged uuid;
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
  last_judged := judged[array_length(judged, 1)];
  update public.session_retention r set through = last_judged where r.merchant_no = of_merchant;
  seen := array_length(judged, 1);
end $$;
