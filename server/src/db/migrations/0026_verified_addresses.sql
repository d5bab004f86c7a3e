-- An endpoint receives only pings until its address has answered one with 2xx. Addresses are stored encrypted, because merchants
-- put tokens into them.
set local lock_timeout = '2s';

alter table webhook_endpoints
  -- The whole address, encrypted. Rows of earlier releases have it in `url` until the service has encrypted it, which SQL cannot do.
  add column sealed_url bytea,
  alter column url drop not null,
  add constraint webhook_endpoints_address_check check (num_nonnulls(url, sealed_url) = 1);

-- The rows that still have to be encrypted: usually none.
create index webhook_endpoints_unsealed on webhook_endpoints (merchant_no, id) where url is not null;

-- Finds due pings without reading the deliveries that are held for the same endpoint.
create index webhook_deliveries_pings on webhook_deliveries (endpoint_id, due_at)
  where due_at is not null and event_type = 'endpoint.ping';

-- An address counts as verified when it has accepted one of the endpoint's last 10 000 deliveries. This reads the addresses of
-- attempts, so it comes before their queries are removed.
update webhook_endpoints p
   set proved_at = accepted.at
  from (select e.merchant_no, e.id, proof.at
          from webhook_endpoints e
         cross join lateral (
           select w.created_at as at
             from (select d.merchant_no, d.id, d.status from webhook_deliveries d
                    where d.merchant_no = e.merchant_no and d.endpoint_id = e.id
                    order by d.merchant_no desc, d.endpoint_id desc, d.id desc limit 10000) d
             join webhook_attempts w on w.merchant_no = d.merchant_no and w.delivery_id = d.id
            where d.status = 'SUCCEEDED' and w.status_code between 200 and 299 and w.url = e.url
            limit 1) proof
         where e.proved_at is null) accepted
 where p.merchant_no = accepted.merchant_no and p.id = accepted.id;

-- Attempts and events keep addresses without their query. Only the events of merchants who have used a query are read.
create temporary table merchants_with_queries on commit drop as
  select merchant_no from webhook_endpoints where url ~ '[?#]'
  union
  select merchant_no from webhook_attempts where url ~ '[?#]';

update events e
   set payload = regexp_replace(e.payload, '("url":"(?:[^"\\?#]|\\.)*)[?#](?:[^"\\]|\\.)*"', '\1"')
  from merchants_with_queries m
 where e.merchant_no = m.merchant_no and e.type in ('endpoint.ping', 'webhook_endpoint.disabled')
   and e.payload ~ '"url":"(?:[^"\\?#]|\\.)*[?#]';

update webhook_attempts set url = regexp_replace(url, '[?#].*$', '') where url ~ '[?#]';
