-- Events, their deliveries and attempts are kept for as long as RETENTION_EVENTS says. The service may not delete them, so it asks
-- for the old ones by this function, and can do nothing else with it: never for younger ones than 35 days.

-- Of one merchant and mode: at most rows_max old deliveries that have ended, with their attempts, and then at most rows_max old events
-- of which no delivery is left. Ids begin with their time, so old ones are the beginning of the key: no index is needed.
create function forget_webhooks(of_merchant int, before timestamptz, rows_max int, out deliveries int, out attempts int, out events int)
language plpgsql security definer set search_path = pg_catalog, public set lock_timeout = '300ms'
set plan_cache_mode = force_custom_plan as $$
declare
  first_kept constant uuid := (lpad(to_hex((extract(epoch from before) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid;
  ids uuid[];
  places tid[];
begin
  if before > clock_timestamp() - interval '35 days' then
    raise exception 'events of the last 35 days are kept' using errcode = 'check_violation';
  end if;
  -- A failed delivery of an ordered endpoint holds back those behind it, so it stays while one of them waits.
  select array_agg(old.id), array_agg(old.place) into ids, places from (
    select d.id, d.place from webhook_endpoints p cross join lateral (
      select d.id, d.ctid as place from webhook_deliveries d
       where d.merchant_no = of_merchant and d.endpoint_id = p.id and d.id < first_kept and d.status <> 'PENDING'
         and not (d.ordered and d.status = 'FAILED' and exists (
           select from webhook_deliveries behind
            where behind.endpoint_id = d.endpoint_id and behind.subject_id = d.subject_id and behind.ordered
              and behind.sequence > d.sequence and behind.status = 'PENDING' offset 0))
       order by d.id limit rows_max for update skip locked) d
     where p.merchant_no = of_merchant limit rows_max) old;
  delete from webhook_attempts a where a.merchant_no = of_merchant and a.delivery_id = any (ids);
  get diagnostics attempts = row_count;
  delete from webhook_deliveries d where d.ctid = any (places);
  get diagnostics deliveries = row_count;

  -- A delivery's id follows from its event and its endpoint.
  select array_agg(old.place) into places from (
    select e.ctid as place from public.events e
     where e.merchant_no = of_merchant and e.id < first_kept and not exists (
       select from webhook_endpoints p where p.merchant_no = of_merchant and exists (
         select from webhook_deliveries d where d.merchant_no = of_merchant and d.endpoint_id = p.id
            and d.id = encode(substring(uuid_send(e.id) from 1 for 8) || '\x80'::bytea
              || substring(sha256(uuid_send(e.id) || uuid_send(p.id)) from 1 for 7), 'hex')::uuid offset 0) offset 0)
     order by e.id limit rows_max) old;
  delete from public.events e where e.ctid = any (places);
  get diagnostics events = row_count;
end $$;

revoke execute on function forget_webhooks(int, timestamptz, int) from public;
grant execute on function forget_webhooks(int, timestamptz, int) to cauris_app;
