-- As in 0096, but rows are deleted by their keys: a place (ctid) is unknown to who asks another server for the row, as Citus does.
create or replace function forget_webhooks(of_merchant int, before timestamptz, rows_max int, out deliveries int, out attempts int, out events int)
language plpgsql security definer set search_path = pg_catalog, public set lock_timeout = '300ms'
set plan_cache_mode = force_custom_plan set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as $$
declare
  first_kept constant uuid := (lpad(to_hex((extract(epoch from before) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid;
  ids uuid[];
  endpoints uuid[];
begin
  if before > clock_timestamp() - interval '35 days' then
    raise exception 'events of the last 35 days are kept' using errcode = 'check_violation';
  end if;
  -- A failed delivery of an ordered endpoint holds back those behind it, so it stays while one of them waits.
  select array_agg(old.id), array_agg(old.endpoint_id) into ids, endpoints from (
    select d.id, d.endpoint_id from webhook_endpoints p cross join lateral (
      select d.id, d.endpoint_id from webhook_deliveries d
       where d.merchant_no = of_merchant and d.endpoint_id = p.id and d.id < first_kept and d.status <> 'PENDING'
         and not (d.ordered and d.status = 'FAILED' and exists (
           select from webhook_deliveries behind
            where behind.endpoint_id = d.endpoint_id and behind.subject_id = d.subject_id and behind.ordered
              and behind.sequence > d.sequence and behind.status = 'PENDING' offset 0))
       order by d.id limit rows_max for update skip locked) d
     where p.merchant_no = of_merchant limit rows_max) old;
  delete from webhook_attempts a where a.merchant_no = of_merchant and a.delivery_id = any (ids);
  get diagnostics attempts = row_count;
  delete from webhook_deliveries d using unnest(endpoints, ids) as old (endpoint_id, id)
   where d.merchant_no = of_merchant and d.endpoint_id = old.endpoint_id and d.id = old.id;
  get diagnostics deliveries = row_count;

  -- A delivery's id follows from its event and its endpoint.
  select array_agg(old.id) into ids from (
    select e.id from public.events e
     where e.merchant_no = of_merchant and e.id < first_kept and not exists (
       select from webhook_endpoints p where p.merchant_no = of_merchant and exists (
         select from webhook_deliveries d where d.merchant_no = of_merchant and d.endpoint_id = p.id
            and d.id = encode(substring(uuid_send(e.id) from 1 for 8) || '\x80'::bytea
              || substring(sha256(uuid_send(e.id) || uuid_send(p.id)) from 1 for 7), 'hex')::uuid offset 0) offset 0)
     order by e.id limit rows_max) old;
  delete from public.events e where e.merchant_no = of_merchant and e.id = any (ids);
  get diagnostics events = row_count;
end $$;
