-- The statements of the batch writers as PostgreSQL receives them, and the generic plan of each: they are composed from
-- parts in modules/payments/store, modules/checkout/store and http. Written by server/test/statements; not run from here.

-- checkout.create
with item as materialized (select * from unnest($1::int[], $2::int[], $3::uuid[], $4::bigint[], $5::text[], $6::text[], $7::text[], $8::text[], $9::bytea[], $10::text[], $11::uuid[], $12::smallint[], $13::text[], $14::uuid[], $15::timestamptz[], $16::timestamptz[], $17::date[], $18::text[], $19::text[], $20::bytea[], $21::smallint[], $22::bytea[]) as item (item, merchant_no, id, amount, currency, title, allowed_methods, detail, customer, reference, payment_link_id, max_attempts, late_payment_policy, payment_intent_id, expires_at, created_at, day, key_route, key_text, key_fingerprint, key_status, key_answer)),
  claimed as (
    insert into idempotency_keys (merchant_no, route, key, fingerprint, owner, status, body, created_at)
    select merchant_no, key_route, key_text, key_fingerprint, id, key_status, key_answer, created_at
    from item where key_text is not null order by merchant_no, key_route, key_text
    on conflict do nothing
    returning owner
  ),
  created as (
    insert into checkout_sessions (merchant_no, id, status, amount, currency, title, allowed_methods, detail, customer,
      reference, payment_link_id, max_attempts, late_payment_policy, payment_intent_id, expires_at, created_at, updated_at)
    select merchant_no, id, 'OPEN', amount, currency, title, allowed_methods::text[], detail, customer, reference,
      payment_link_id, max_attempts, late_payment_policy, payment_intent_id, expires_at, created_at, created_at
    from item where key_text is null or id in (select owner from claimed)
    returning merchant_no, id, created_at
  ),
  moves as (
    select merchant_no, (created_at at time zone 'UTC')::date as day, 'sessions:OPEN' as word, 1 as n from created
  ),
  counted as (
  insert into list_counters (merchant_no, day, sessions_open, sessions_processing, sessions_succeeded, sessions_failed, sessions_expired, sessions_cancelled, intents_requires_payment_method, intents_requires_action, intents_processing, intents_succeeded, intents_failed, intents_cancelled, charges_pending, charges_requires_action, charges_processing, charges_in_reconciliation, charges_succeeded, charges_failed, charges_cancelled)
  select merchant_no, day, coalesce(sum(n) filter (where word = 'sessions:OPEN'), 0), coalesce(sum(n) filter (where word = 'sessions:PROCESSING'), 0), coalesce(sum(n) filter (where word = 'sessions:SUCCEEDED'), 0), coalesce(sum(n) filter (where word = 'sessions:FAILED'), 0), coalesce(sum(n) filter (where word = 'sessions:EXPIRED'), 0), coalesce(sum(n) filter (where word = 'sessions:CANCELLED'), 0), coalesce(sum(n) filter (where word = 'intents:REQUIRES_PAYMENT_METHOD'), 0), coalesce(sum(n) filter (where word = 'intents:REQUIRES_ACTION'), 0), coalesce(sum(n) filter (where word = 'intents:PROCESSING'), 0), coalesce(sum(n) filter (where word = 'intents:SUCCEEDED'), 0), coalesce(sum(n) filter (where word = 'intents:FAILED'), 0), coalesce(sum(n) filter (where word = 'intents:CANCELLED'), 0), coalesce(sum(n) filter (where word = 'charges:PENDING'), 0), coalesce(sum(n) filter (where word = 'charges:REQUIRES_ACTION'), 0), coalesce(sum(n) filter (where word = 'charges:PROCESSING'), 0), coalesce(sum(n) filter (where word = 'charges:IN_RECONCILIATION'), 0), coalesce(sum(n) filter (where word = 'charges:SUCCEEDED'), 0), coalesce(sum(n) filter (where word = 'charges:FAILED'), 0), coalesce(sum(n) filter (where word = 'charges:CANCELLED'), 0)
  from moves group by merchant_no, day order by merchant_no, day
  on conflict (merchant_no, day) do update set
    sessions_open = list_counters.sessions_open + excluded.sessions_open, sessions_processing = list_counters.sessions_processing + excluded.sessions_processing, sessions_succeeded = list_counters.sessions_succeeded + excluded.sessions_succeeded, sessions_failed = list_counters.sessions_failed + excluded.sessions_failed, sessions_expired = list_counters.sessions_expired + excluded.sessions_expired, sessions_cancelled = list_counters.sessions_cancelled + excluded.sessions_cancelled, intents_requires_payment_method = list_counters.intents_requires_payment_method + excluded.intents_requires_payment_method, intents_requires_action = list_counters.intents_requires_action + excluded.intents_requires_action, intents_processing = list_counters.intents_processing + excluded.intents_processing, intents_succeeded = list_counters.intents_succeeded + excluded.intents_succeeded, intents_failed = list_counters.intents_failed + excluded.intents_failed, intents_cancelled = list_counters.intents_cancelled + excluded.intents_cancelled, charges_pending = list_counters.charges_pending + excluded.charges_pending, charges_requires_action = list_counters.charges_requires_action + excluded.charges_requires_action, charges_processing = list_counters.charges_processing + excluded.charges_processing, charges_in_reconciliation = list_counters.charges_in_reconciliation + excluded.charges_in_reconciliation, charges_succeeded = list_counters.charges_succeeded + excluded.charges_succeeded, charges_failed = list_counters.charges_failed + excluded.charges_failed, charges_cancelled = list_counters.charges_cancelled + excluded.charges_cancelled)
  select item.item from item where item.id in (select id from created);

--   Nested Loop Semi Join
--     Join Filter: (item.id = created.id)
--     CTE item
--       ->  Function Scan on item_1
--     CTE claimed
--       ->  Insert on idempotency_keys
--             Conflict Resolution: NOTHING
--             ->  Sort
--                   Sort Key: item_2.merchant_no, item_2.key_route, item_2.key_text
--                   ->  CTE Scan on item item_2
--                         Filter: (key_text IS NOT NULL)
--     CTE created
--       ->  Insert on checkout_sessions
--             ->  CTE Scan on item item_3
--                   Filter: ((key_text IS NULL) OR (ANY (id = (hashed SubPlan 3).col1)))
--                   SubPlan 3
--                     ->  CTE Scan on claimed
--     CTE counted
--       ->  Insert on list_counters
--             Conflict Resolution: UPDATE
--             Conflict Arbiter Indexes: list_counters_pkey
--             ->  GroupAggregate
--                   Group Key: created_1.merchant_no, (((created_1.created_at AT TIME ZONE 'UTC'::text))::date)
--                   ->  Sort
--                         Sort Key: created_1.merchant_no, (((created_1.created_at AT TIME ZONE 'UTC'::text))::date)
--                         ->  CTE Scan on created created_1
--     ->  CTE Scan on item
--     ->  CTE Scan on created

-- checkout.start
with found as materialized (
    select item.*, s.payment_link_id,
      row_number() over (partition by item.merchant_no, item.session_id order by item.item) as turn
    from unnest($1::int[], $2::int[], $3::uuid[], $4::int[], $5::text[], $6::text[], $7::date[], $8::text[], $9::timestamptz[], $10::smallint[], $11::int[], $12::text[], $13::date[], $14::text[], $15::int[], $16::timestamptz[], $17::text[], $18::text[], $19::uuid[], $20::text[], $21::text[], $22::date[], $23::uuid[], $24::text[], $25::text[], $26::bytea[], $27::bytea[], $28::bytea[], $29::uuid[], $30::text[], $31::text[], $32::timestamptz[], $33::uuid[], $34::text[], $35::int[], $36::text[], $37::uuid[], $38::text[], $39::int[], $40::text[], $41::timestamptz[]) as item (item, merchant_no, session_id, version, s_status_before, s_status, s_day, i_status_before, now_at, attempt_number, event_sequence_after, i_status, i_day, i_charge_ids, i_version, i_created_at, c_description, c_metadata, c_id, c_status_before, c_status, c_day, c_wallet_id, c_method, c_details, c_payer, c_phone_mac, c_fingerprint, c_account, c_provider, c_own_id, check_at, e0_id, e0_type, e0_sequence, e0_payload, e1_id, e1_type, e1_sequence, e1_payload, lease_at) cross join lateral (select x.payment_link_id from checkout_sessions x
      where x.merchant_no = item.merchant_no and x.id = item.session_id and x.version = item.version
      for no key update offset 0) s
  ),
  locked as materialized (select * from found where turn = 1),
  
  done as (
    update checkout_sessions s set status = a.s_status, attempt_count = a.attempt_number, charge_id = a.c_id,
      failure_code = null, event_sequence = a.event_sequence_after, version = s.version + 1, updated_at = a.now_at
    from locked a where s.merchant_no = a.merchant_no and s.id = a.session_id
    returning a.*, s.payment_intent_id, s.amount, s.currency, s.allowed_methods, s.customer, s.reference, s.updated_at
  ),
  intended as (
    insert into payment_intents (merchant_no, id, session_id, payment_link_id, status, amount, currency, allowed_methods,
      charge_ids, latest_charge_id, customer, reference, description, metadata, version, created_at, updated_at)
    select merchant_no, payment_intent_id, session_id, payment_link_id, i_status, amount, currency, allowed_methods,
      i_charge_ids::uuid[], c_id, customer, reference, c_description, c_metadata, i_version, i_created_at, now_at
    from done
    on conflict (merchant_no, id) do update set status = excluded.status, charge_ids = excluded.charge_ids,
      latest_charge_id = excluded.latest_charge_id, version = excluded.version, updated_at = excluded.updated_at
  ),
  charged as (
    insert into charges (merchant_no, id, payment_intent_id, session_id, payment_link_id, attempt_number, status, amount,
      currency, wallet_id, payment_method, method_details, payer, payer_phone_mac, request_fingerprint,
      provider_account_id, provider, provider_reference, reference, description, metadata, created_at, updated_at)
    select merchant_no, c_id, payment_intent_id, session_id, payment_link_id, attempt_number, c_status, amount,
      currency, c_wallet_id, c_method, c_details, c_payer, c_phone_mac, c_fingerprint,
      c_account, c_provider, c_own_id, reference, c_description, c_metadata, now_at, now_at
    from done
  ),
  watched as (
    insert into charge_checks (merchant_no, charge_id, session_id, next_check_at)
    select merchant_no, c_id, session_id, check_at from done where check_at is not null
  ),
  
  happened as (
    insert into events (merchant_no, id, type, subject_id, sequence, payload, created_at)
    select merchant_no, e0_id, e0_type, payment_intent_id, e0_sequence, e0_payload, updated_at as created_at from done where e0_id is not null
    union all select merchant_no, e1_id, e1_type, payment_intent_id, e1_sequence, e1_payload, updated_at as created_at from done where e1_id is not null
  ),
  fresh as (
    select item, 0 as slot, merchant_no, e0_id as id, e0_type as type, payment_intent_id as subject_id,
      e0_sequence as sequence, updated_at as created_at, lease_at from done where e0_id is not null
    union all select item, 1 as slot, merchant_no, e1_id as id, e1_type as type, payment_intent_id as subject_id,
      e1_sequence as sequence, updated_at as created_at, lease_at from done where e1_id is not null
  ),
  fan as materialized (
    select event.item, event.slot, event.merchant_no, encode(substring(uuid_send(event.id) from 1 for 8) || '\x80'::bytea
             || substring(sha256(uuid_send(event.id) || uuid_send(endpoint.id)) from 1 for 7), 'hex')::uuid as id,
           endpoint.id as endpoint_id, event.id as event_id, event.type as event_type, event.subject_id, event.sequence,
           endpoint.ordered, case when endpoint.plain then event.lease_at end as lease_at, event.created_at,
           endpoint.sealed_url, endpoint.secret, endpoint.previous_secret, endpoint.previous_secret_expires_at
      from fresh event
     cross join lateral (select p.id, p.ordered, p.sealed_url, p.secret, p.previous_secret, p.previous_secret_expires_at,
              not p.ordered and p.failing_since is null and p.paused_until is null and p.sealed_url is not null
                and p.proved_at < event.created_at - interval '2 seconds' as plain
         from webhook_endpoints p
        where p.merchant_no = event.merchant_no and p.status = 'ACTIVE'
          and (p.events @> array['*'] or p.events @> array[event.type]) offset 0) endpoint
  ),
  fanned as (
    insert into webhook_deliveries (merchant_no, id, endpoint_id, event_id, event_type, subject_id, sequence, ordered,
      status, leased, next_attempt_at, created_at, updated_at)
    select merchant_no, id, endpoint_id, event_id, event_type, subject_id, sequence, ordered, 'PENDING',
      lease_at is not null, coalesce(lease_at, created_at), created_at, created_at
    from fan
  ),
  
  counted as (
  insert into list_counters (merchant_no, day, sessions_open, sessions_processing, sessions_succeeded, sessions_failed, sessions_expired, sessions_cancelled, intents_requires_payment_method, intents_requires_action, intents_processing, intents_succeeded, intents_failed, intents_cancelled, charges_pending, charges_requires_action, charges_processing, charges_in_reconciliation, charges_succeeded, charges_failed, charges_cancelled)
  select merchant_no, s_day, coalesce(sum((s_status = 'OPEN')::int - coalesce((s_status_before = 'OPEN')::int, 0)) filter (where session_id < '80000000-0000-0000-0000-000000000000'), 0), coalesce(sum((s_status = 'PROCESSING')::int - coalesce((s_status_before = 'PROCESSING')::int, 0)) filter (where session_id < '80000000-0000-0000-0000-000000000000'), 0), coalesce(sum((s_status = 'SUCCEEDED')::int - coalesce((s_status_before = 'SUCCEEDED')::int, 0)) filter (where session_id < '80000000-0000-0000-0000-000000000000'), 0), coalesce(sum((s_status = 'FAILED')::int - coalesce((s_status_before = 'FAILED')::int, 0)) filter (where session_id < '80000000-0000-0000-0000-000000000000'), 0), coalesce(sum((s_status = 'EXPIRED')::int - coalesce((s_status_before = 'EXPIRED')::int, 0)) filter (where session_id < '80000000-0000-0000-0000-000000000000'), 0), coalesce(sum((s_status = 'CANCELLED')::int - coalesce((s_status_before = 'CANCELLED')::int, 0)) filter (where session_id < '80000000-0000-0000-0000-000000000000'), 0), coalesce(sum((i_status = 'REQUIRES_PAYMENT_METHOD')::int - coalesce((i_status_before = 'REQUIRES_PAYMENT_METHOD')::int, 0)), 0), coalesce(sum((i_status = 'REQUIRES_ACTION')::int - coalesce((i_status_before = 'REQUIRES_ACTION')::int, 0)), 0), coalesce(sum((i_status = 'PROCESSING')::int - coalesce((i_status_before = 'PROCESSING')::int, 0)), 0), coalesce(sum((i_status = 'SUCCEEDED')::int - coalesce((i_status_before = 'SUCCEEDED')::int, 0)), 0), coalesce(sum((i_status = 'FAILED')::int - coalesce((i_status_before = 'FAILED')::int, 0)), 0), coalesce(sum((i_status = 'CANCELLED')::int - coalesce((i_status_before = 'CANCELLED')::int, 0)), 0), coalesce(sum((c_status = 'PENDING')::int - coalesce((c_status_before = 'PENDING')::int, 0)), 0), coalesce(sum((c_status = 'REQUIRES_ACTION')::int - coalesce((c_status_before = 'REQUIRES_ACTION')::int, 0)), 0), coalesce(sum((c_status = 'PROCESSING')::int - coalesce((c_status_before = 'PROCESSING')::int, 0)), 0), coalesce(sum((c_status = 'IN_RECONCILIATION')::int - coalesce((c_status_before = 'IN_RECONCILIATION')::int, 0)), 0), coalesce(sum((c_status = 'SUCCEEDED')::int - coalesce((c_status_before = 'SUCCEEDED')::int, 0)), 0), coalesce(sum((c_status = 'FAILED')::int - coalesce((c_status_before = 'FAILED')::int, 0)), 0), coalesce(sum((c_status = 'CANCELLED')::int - coalesce((c_status_before = 'CANCELLED')::int, 0)), 0)
  from done
  where s_status <> s_status_before or i_status is distinct from i_status_before
    or c_status is distinct from c_status_before
  group by merchant_no, s_day order by merchant_no, s_day
  on conflict (merchant_no, day) do update set
    sessions_open = list_counters.sessions_open + excluded.sessions_open, sessions_processing = list_counters.sessions_processing + excluded.sessions_processing, sessions_succeeded = list_counters.sessions_succeeded + excluded.sessions_succeeded, sessions_failed = list_counters.sessions_failed + excluded.sessions_failed, sessions_expired = list_counters.sessions_expired + excluded.sessions_expired, sessions_cancelled = list_counters.sessions_cancelled + excluded.sessions_cancelled, intents_requires_payment_method = list_counters.intents_requires_payment_method + excluded.intents_requires_payment_method, intents_requires_action = list_counters.intents_requires_action + excluded.intents_requires_action, intents_processing = list_counters.intents_processing + excluded.intents_processing, intents_succeeded = list_counters.intents_succeeded + excluded.intents_succeeded, intents_failed = list_counters.intents_failed + excluded.intents_failed, intents_cancelled = list_counters.intents_cancelled + excluded.intents_cancelled, charges_pending = list_counters.charges_pending + excluded.charges_pending, charges_requires_action = list_counters.charges_requires_action + excluded.charges_requires_action, charges_processing = list_counters.charges_processing + excluded.charges_processing, charges_in_reconciliation = list_counters.charges_in_reconciliation + excluded.charges_in_reconciliation, charges_succeeded = list_counters.charges_succeeded + excluded.charges_succeeded, charges_failed = list_counters.charges_failed + excluded.charges_failed, charges_cancelled = list_counters.charges_cancelled + excluded.charges_cancelled)
  select locked.item, locked.item in (select item from done) as started, (select count(*)::int from fan where lease_at is null) as deliveries, null::int as "fromItem", null::int as slot, null::uuid as "deliveryId",
    null::uuid as "endpointId", null::bytea as "sealedUrl", null::bytea as secret, null::bytea as "previousSecret",
    null::timestamptz as "previousSecretExpiresAtMs" from locked
  union all select -1, null::boolean, null, item, slot, id, endpoint_id, sealed_url, secret, previous_secret, previous_secret_expires_at from fan where lease_at is not null;

--   Append
--     CTE found
--       ->  WindowAgg
--             Window: w1 AS (PARTITION BY item.merchant_no, item.session_id ORDER BY item.item ROWS UNBOUNDED PRECEDING)
--             ->  Sort
--                   Sort Key: item.merchant_no, item.session_id, item.item
--                   ->  Nested Loop
--                         ->  Function Scan on item
--                         ->  Subquery Scan on s
--                               ->  LockRows
--                                     ->  Index Scan using checkout_sessions_pkey on checkout_sessions x
--                                           Index Cond: ((merchant_no = item.merchant_no) AND (id = item.session_id))
--                                           Filter: (version = item.version)
--     CTE locked
--       ->  CTE Scan on found
--             Filter: (turn = 1)
--     CTE done
--       ->  Update on checkout_sessions s_1
--             ->  Nested Loop
--                   ->  CTE Scan on locked a
--                   ->  Index Scan using checkout_sessions_pkey on checkout_sessions s_1
--                         Index Cond: ((merchant_no = a.merchant_no) AND (id = a.session_id))
--     CTE intended
--       ->  Insert on payment_intents
--             Conflict Resolution: UPDATE
--             Conflict Arbiter Indexes: payment_intents_pkey
--             ->  CTE Scan on done
--     CTE charged
--       ->  Insert on charges
--             ->  CTE Scan on done done_1
--     CTE watched
--       ->  Insert on charge_checks
--             ->  CTE Scan on done done_2
--                   Filter: (check_at IS NOT NULL)
--     CTE happened
--       ->  Insert on events
--             ->  Append
--                   ->  CTE Scan on done done_3
--                         Filter: (e0_id IS NOT NULL)
--                   ->  CTE Scan on done done_4
--                         Filter: (e1_id IS NOT NULL)
--     CTE fan
--       ->  Nested Loop
--             ->  Append
--                   ->  Subquery Scan on "*SELECT* 1_1"
--                         ->  CTE Scan on done done_5
--                               Filter: (e0_id IS NOT NULL)
--                   ->  Subquery Scan on "*SELECT* 2"
--                         ->  CTE Scan on done done_6
--                               Filter: (e1_id IS NOT NULL)
--             ->  Index Scan using webhook_endpoints_pkey on webhook_endpoints p
--                   Index Cond: (merchant_no = "*SELECT* 1_1".merchant_no)
--                   Filter: ((status = 'ACTIVE'::text) AND ((events @> '{*}'::text[]) OR (events @> ARRAY["*SELECT* 1_1".type])))
--     CTE fanned
--       ->  Insert on webhook_deliveries
--             ->  CTE Scan on fan fan_1
--     CTE counted
--       ->  Insert on list_counters
--             Conflict Resolution: UPDATE
--             Conflict Arbiter Indexes: list_counters_pkey
--             ->  GroupAggregate
--                   Group Key: done_7.merchant_no, done_7.s_day
--                   ->  Sort
--                         Sort Key: done_7.merchant_no, done_7.s_day
--                         ->  CTE Scan on done done_7
--                               Filter: ((s_status <> s_status_before) OR (i_status IS DISTINCT FROM i_status_before) OR (c_status IS DISTINCT FROM c_status_before))
--     InitPlan 12
--       ->  Aggregate
--             ->  CTE Scan on fan fan_2
--                   Filter: (lease_at IS NULL)
--     ->  CTE Scan on locked
--           SubPlan 11
--             ->  CTE Scan on done done_8
--     ->  CTE Scan on fan
--           Filter: (lease_at IS NOT NULL)

-- checkout.change
with done as materialized (
    update checkout_sessions s set status = h.s_status, charge_id = h.s_charge_id, failure_code = null::text,
      retryable = false::boolean, paid_late = false::boolean, event_sequence = h.s_event_sequence,
      completed_at = h.s_completed_at, version = s.version + 1, updated_at = h.now_at
    from (select * from unnest($1::int[], $2::int[], $3::uuid[], $4::int[], $5::text[], $6::text[], $7::date[], $8::text[], $9::timestamptz[], $10::uuid[], $11::int[], $12::timestamptz[], $13::text[], $14::bigint[], $15::uuid[], $16::int[], $17::timestamptz[], $18::uuid[], $19::text[], $20::text[], $21::bigint[], $22::text[], $23::text[], $24::text[], $25::boolean[], $26::int[], $27::timestamptz[], $28::uuid[], $29::bigint[], $30::bigint[], $31::uuid[], $32::int[], $33::text[], $34::uuid[], $35::uuid[], $36::text[], $37::text[], $38::bigint[], $39::text[], $40::bigint[], $41::uuid[], $42::text[], $43::text[], $44::bigint[], $45::text[], $46::bigint[], $47::boolean[], $48::uuid[], $49::text[], $50::int[], $51::text[], $52::uuid[], $53::text[], $54::int[], $55::text[], $56::timestamptz[]) as item (item, merchant_no, session_id, version, s_status_before, s_status, s_day, i_status_before, now_at, s_charge_id, s_event_sequence, s_completed_at, i_status, i_received, i_latest, i_version, i_succeeded_at, c_id, c_status_before, c_status, c_fee, c_details, c_transaction, c_provider_code, c_pays, c_version, c_succeeded_at, w_id, w_available, w_pending, t_transaction, t_count, t_source_type, t_source, t0_id, t0_from, t0_to, t0_amount, t0_type, t0_delta, t1_id, t1_from, t1_to, t1_amount, t1_type, t1_delta, check_drop, e0_id, e0_type, e0_sequence, e0_payload, e1_id, e1_type, e1_sequence, e1_payload, lease_at)) h
    where s.merchant_no = h.merchant_no and s.id = h.session_id and s.version = h.version
    returning h.*, s.payment_intent_id, s.payment_link_id, s.currency, s.updated_at
  ),
  intended as (
    update payment_intents i set status = h.i_status, amount_received = h.i_received, latest_charge_id = h.i_latest,
      failure_code = null::text, version = h.i_version, succeeded_at = h.i_succeeded_at,
      cancelled_at = null::timestamptz, updated_at = h.now_at
    from done h
    where h.i_status is not null and i.merchant_no = h.merchant_no and i.id = h.payment_intent_id
  ),
  charged as (
    update charges c set status = h.c_status, amount_confirmed = null::bigint, fee = h.c_fee, method_details = h.c_details,
      provider_transaction_id = h.c_transaction, provider_code = h.c_provider_code,
      provider_handle = coalesce(null::bytea, c.provider_handle), next_step = null::text,
      failure_code = null::text, late = false::boolean, duplicate = false::boolean, pays = h.c_pays,
      review_reason = null::text, unknown_since = null::timestamptz, version = h.c_version,
      succeeded_at = h.c_succeeded_at, failed_at = null::timestamptz, updated_at = h.now_at
    from done h
    where c.merchant_no = h.merchant_no and c.id = h.c_id
  ),
  credited as (
    insert into wallets (merchant_no, id, label, currency, available, pending, held, reserved, transfer_count, created_at,
      updated_at)
    select merchant_no, w_id, '', max(currency), sum(w_available), sum(w_pending), sum(0::bigint), sum(0::bigint),
      sum(t_count), max(now_at), max(now_at)
    from done where w_id is not null group by merchant_no, w_id order by merchant_no, w_id
    on conflict (merchant_no, id) do update set available = wallets.available + excluded.available,
      pending = wallets.pending + excluded.pending, held = wallets.held + excluded.held,
      reserved = wallets.reserved + excluded.reserved, version = wallets.version + 1,
      transfer_count = wallets.transfer_count + excluded.transfer_count,
      updated_at = greatest(wallets.updated_at, excluded.updated_at)
    returning merchant_no, id as w_id, available + pending + held + reserved as balance, transfer_count,
      updated_at as booked_at
  ),
  line as (
    
    select merchant_no, w_id, item, 0 as slot, t0_id as id, t_transaction, t0_from as from_account,
      t0_to as to_account, t0_amount as amount, t0_type as type, t0_delta as delta, currency,
      t_source_type, t_source, now_at
    from done where t0_amount is not null union all 
    select merchant_no, w_id, item, 1 as slot, t1_id as id, t_transaction, t1_from as from_account,
      t1_to as to_account, t1_amount as amount, t1_type as type, t1_delta as delta, currency,
      t_source_type, t_source, now_at
    from done where t1_amount is not null
  ),
  running as (
    select *, sum(delta) over from_end as balance_from_end, sum(step) over from_end as places_from_end,
      max(now_at) over from_end as booked_at
    from (
      select merchant_no, w_id, 2147483647 as item, 9 as slot, null::uuid as id, null::uuid as t_transaction,
        null as from_account, null as to_account, null::bigint as amount, null as type, balance as delta,
        transfer_count as step, null as currency, null as t_source_type, null::uuid as t_source, booked_at as now_at
      from credited
      union all
      select merchant_no, w_id, item, slot, id, t_transaction, from_account, to_account, amount, type, -delta, -1, currency,
        t_source_type, t_source, now_at
      from line
    ) both_kinds
    window from_end as (partition by merchant_no, w_id order by item desc, slot desc)
  ),
  booked as (
    insert into ledger_transfers (merchant_no, id, transaction_id, wallet_id, position, from_account, to_account, amount,
      currency, type, source_type, source_id, balance_after, created_at)
    -- The sums from the end have this row taken off already: its own place and balance are one step back. The times of a
    -- wallet's transfers never go backwards, so that a period is a range of positions.
    select merchant_no, id, t_transaction, w_id, places_from_end + 1, from_account, to_account, amount, currency, type,
      t_source_type, t_source, balance_from_end - delta, booked_at
    from running where id is not null
  ),
  
  unwatched as (
    delete from charge_checks k using done h
    where h.check_drop and k.merchant_no = h.merchant_no and k.charge_id = h.c_id
  ),
  
  happened as (
    insert into events (merchant_no, id, type, subject_id, sequence, payload, created_at)
    select merchant_no, e0_id, e0_type, payment_intent_id, e0_sequence, e0_payload, updated_at as created_at from done where e0_id is not null
    union all select merchant_no, e1_id, e1_type, payment_intent_id, e1_sequence, e1_payload, updated_at as created_at from done where e1_id is not null
  ),
  fresh as (
    select item, 0 as slot, merchant_no, e0_id as id, e0_type as type, payment_intent_id as subject_id,
      e0_sequence as sequence, updated_at as created_at, lease_at from done where e0_id is not null
    union all select item, 1 as slot, merchant_no, e1_id as id, e1_type as type, payment_intent_id as subject_id,
      e1_sequence as sequence, updated_at as created_at, lease_at from done where e1_id is not null
  ),
  fan as materialized (
    select event.item, event.slot, event.merchant_no, encode(substring(uuid_send(event.id) from 1 for 8) || '\x80'::bytea
             || substring(sha256(uuid_send(event.id) || uuid_send(endpoint.id)) from 1 for 7), 'hex')::uuid as id,
           endpoint.id as endpoint_id, event.id as event_id, event.type as event_type, event.subject_id, event.sequence,
           endpoint.ordered, case when endpoint.plain then event.lease_at end as lease_at, event.created_at,
           endpoint.sealed_url, endpoint.secret, endpoint.previous_secret, endpoint.previous_secret_expires_at
      from fresh event
     cross join lateral (select p.id, p.ordered, p.sealed_url, p.secret, p.previous_secret, p.previous_secret_expires_at,
              not p.ordered and p.failing_since is null and p.paused_until is null and p.sealed_url is not null
                and p.proved_at < event.created_at - interval '2 seconds' as plain
         from webhook_endpoints p
        where p.merchant_no = event.merchant_no and p.status = 'ACTIVE'
          and (p.events @> array['*'] or p.events @> array[event.type]) offset 0) endpoint
  ),
  fanned as (
    insert into webhook_deliveries (merchant_no, id, endpoint_id, event_id, event_type, subject_id, sequence, ordered,
      status, leased, next_attempt_at, created_at, updated_at)
    select merchant_no, id, endpoint_id, event_id, event_type, subject_id, sequence, ordered, 'PENDING',
      lease_at is not null, coalesce(lease_at, created_at), created_at, created_at
    from fan
  ),
  
  counted as (
  insert into list_counters (merchant_no, day, sessions_open, sessions_processing, sessions_succeeded, sessions_failed, sessions_expired, sessions_cancelled, intents_requires_payment_method, intents_requires_action, intents_processing, intents_succeeded, intents_failed, intents_cancelled, charges_pending, charges_requires_action, charges_processing, charges_in_reconciliation, charges_succeeded, charges_failed, charges_cancelled)
  select merchant_no, s_day, coalesce(sum((s_status = 'OPEN')::int - coalesce((s_status_before = 'OPEN')::int, 0)) filter (where session_id < '80000000-0000-0000-0000-000000000000'), 0), coalesce(sum((s_status = 'PROCESSING')::int - coalesce((s_status_before = 'PROCESSING')::int, 0)) filter (where session_id < '80000000-0000-0000-0000-000000000000'), 0), coalesce(sum((s_status = 'SUCCEEDED')::int - coalesce((s_status_before = 'SUCCEEDED')::int, 0)) filter (where session_id < '80000000-0000-0000-0000-000000000000'), 0), coalesce(sum((s_status = 'FAILED')::int - coalesce((s_status_before = 'FAILED')::int, 0)) filter (where session_id < '80000000-0000-0000-0000-000000000000'), 0), coalesce(sum((s_status = 'EXPIRED')::int - coalesce((s_status_before = 'EXPIRED')::int, 0)) filter (where session_id < '80000000-0000-0000-0000-000000000000'), 0), coalesce(sum((s_status = 'CANCELLED')::int - coalesce((s_status_before = 'CANCELLED')::int, 0)) filter (where session_id < '80000000-0000-0000-0000-000000000000'), 0), coalesce(sum((i_status = 'REQUIRES_PAYMENT_METHOD')::int - coalesce((i_status_before = 'REQUIRES_PAYMENT_METHOD')::int, 0)), 0), coalesce(sum((i_status = 'REQUIRES_ACTION')::int - coalesce((i_status_before = 'REQUIRES_ACTION')::int, 0)), 0), coalesce(sum((i_status = 'PROCESSING')::int - coalesce((i_status_before = 'PROCESSING')::int, 0)), 0), coalesce(sum((i_status = 'SUCCEEDED')::int - coalesce((i_status_before = 'SUCCEEDED')::int, 0)), 0), coalesce(sum((i_status = 'FAILED')::int - coalesce((i_status_before = 'FAILED')::int, 0)), 0), coalesce(sum((i_status = 'CANCELLED')::int - coalesce((i_status_before = 'CANCELLED')::int, 0)), 0), coalesce(sum((c_status = 'PENDING')::int - coalesce((c_status_before = 'PENDING')::int, 0)), 0), coalesce(sum((c_status = 'REQUIRES_ACTION')::int - coalesce((c_status_before = 'REQUIRES_ACTION')::int, 0)), 0), coalesce(sum((c_status = 'PROCESSING')::int - coalesce((c_status_before = 'PROCESSING')::int, 0)), 0), coalesce(sum((c_status = 'IN_RECONCILIATION')::int - coalesce((c_status_before = 'IN_RECONCILIATION')::int, 0)), 0), coalesce(sum((c_status = 'SUCCEEDED')::int - coalesce((c_status_before = 'SUCCEEDED')::int, 0)), 0), coalesce(sum((c_status = 'FAILED')::int - coalesce((c_status_before = 'FAILED')::int, 0)), 0), coalesce(sum((c_status = 'CANCELLED')::int - coalesce((c_status_before = 'CANCELLED')::int, 0)), 0)
  from done
  where s_status <> s_status_before or i_status is distinct from i_status_before
    or c_status is distinct from c_status_before
  group by merchant_no, s_day order by merchant_no, s_day
  on conflict (merchant_no, day) do update set
    sessions_open = list_counters.sessions_open + excluded.sessions_open, sessions_processing = list_counters.sessions_processing + excluded.sessions_processing, sessions_succeeded = list_counters.sessions_succeeded + excluded.sessions_succeeded, sessions_failed = list_counters.sessions_failed + excluded.sessions_failed, sessions_expired = list_counters.sessions_expired + excluded.sessions_expired, sessions_cancelled = list_counters.sessions_cancelled + excluded.sessions_cancelled, intents_requires_payment_method = list_counters.intents_requires_payment_method + excluded.intents_requires_payment_method, intents_requires_action = list_counters.intents_requires_action + excluded.intents_requires_action, intents_processing = list_counters.intents_processing + excluded.intents_processing, intents_succeeded = list_counters.intents_succeeded + excluded.intents_succeeded, intents_failed = list_counters.intents_failed + excluded.intents_failed, intents_cancelled = list_counters.intents_cancelled + excluded.intents_cancelled, charges_pending = list_counters.charges_pending + excluded.charges_pending, charges_requires_action = list_counters.charges_requires_action + excluded.charges_requires_action, charges_processing = list_counters.charges_processing + excluded.charges_processing, charges_in_reconciliation = list_counters.charges_in_reconciliation + excluded.charges_in_reconciliation, charges_succeeded = list_counters.charges_succeeded + excluded.charges_succeeded, charges_failed = list_counters.charges_failed + excluded.charges_failed, charges_cancelled = list_counters.charges_cancelled + excluded.charges_cancelled)
  select item, (select count(*)::int from fan where lease_at is null) as deliveries, null::int as "fromItem", null::int as slot, null::uuid as "deliveryId",
    null::uuid as "endpointId", null::bytea as "sealedUrl", null::bytea as secret, null::bytea as "previousSecret",
    null::timestamptz as "previousSecretExpiresAtMs" from done
  union all select -1, null, item, slot, id, endpoint_id, sealed_url, secret, previous_secret, previous_secret_expires_at from fan where lease_at is not null;

--   Append
--     CTE done
--       ->  Update on checkout_sessions s
--             ->  Nested Loop
--                   ->  Function Scan on item
--                   ->  Index Scan using checkout_sessions_pkey on checkout_sessions s
--                         Index Cond: ((merchant_no = item.merchant_no) AND (id = item.session_id))
--                         Filter: (item.version = version)
--     CTE intended
--       ->  Update on payment_intents i
--             ->  Nested Loop
--                   ->  CTE Scan on done h
--                         Filter: (i_status IS NOT NULL)
--                   ->  Index Scan using payment_intents_pkey on payment_intents i
--                         Index Cond: ((merchant_no = h.merchant_no) AND (id = h.payment_intent_id))
--     CTE charged
--       ->  Update on charges c
--             ->  Nested Loop
--                   ->  CTE Scan on done h_1
--                   ->  Index Scan using charges_pkey on charges c
--                         Index Cond: ((merchant_no = h_1.merchant_no) AND (id = h_1.c_id))
--     CTE credited
--       ->  Insert on wallets
--             Conflict Resolution: UPDATE
--             Conflict Arbiter Indexes: wallets_pkey
--             ->  Subquery Scan on "*SELECT*"
--                   ->  GroupAggregate
--                         Group Key: done_1.merchant_no, done_1.w_id
--                         ->  Sort
--                               Sort Key: done_1.merchant_no, done_1.w_id
--                               ->  CTE Scan on done done_1
--                                     Filter: (w_id IS NOT NULL)
--     CTE booked
--       ->  Insert on ledger_transfers
--             ->  Subquery Scan on running
--                   Filter: (running.id IS NOT NULL)
--                   ->  WindowAgg
--                         Window: from_end AS (PARTITION BY both_kinds.merchant_no, both_kinds.w_id ORDER BY both_kinds.item, both_kinds.slot)
--                         ->  Sort
--                               Sort Key: both_kinds.merchant_no, both_kinds.w_id, both_kinds.item DESC, both_kinds.slot DESC
--                               ->  Subquery Scan on both_kinds
--                                     ->  Append
--                                           ->  CTE Scan on credited
--                                           ->  Subquery Scan on "*SELECT* 2"
--                                                 ->  Result
--                                                       ->  Append
--                                                             ->  CTE Scan on done done_2
--                                                                   Filter: (t0_amount IS NOT NULL)
--                                                             ->  CTE Scan on done done_3
--                                                                   Filter: (t1_amount IS NOT NULL)
--     CTE unwatched
--       ->  Delete on charge_checks k
--             ->  Nested Loop
--                   ->  CTE Scan on done h_2
--                         Filter: check_drop
--                   ->  Index Scan using charge_checks_pkey on charge_checks k
--                         Index Cond: ((merchant_no = h_2.merchant_no) AND (charge_id = h_2.c_id))
--     CTE happened
--       ->  Insert on events
--             ->  Append
--                   ->  CTE Scan on done done_4
--                         Filter: (e0_id IS NOT NULL)
--                   ->  CTE Scan on done done_5
--                         Filter: (e1_id IS NOT NULL)
--     CTE fan
--       ->  Nested Loop
--             ->  Append
--                   ->  Subquery Scan on "*SELECT* 1_2"
--                         ->  CTE Scan on done done_6
--                               Filter: (e0_id IS NOT NULL)
--                   ->  Subquery Scan on "*SELECT* 2_1"
--                         ->  CTE Scan on done done_7
--                               Filter: (e1_id IS NOT NULL)
--             ->  Index Scan using webhook_endpoints_pkey on webhook_endpoints p
--                   Index Cond: (merchant_no = "*SELECT* 1_2".merchant_no)
--                   Filter: ((status = 'ACTIVE'::text) AND ((events @> '{*}'::text[]) OR (events @> ARRAY["*SELECT* 1_2".type])))
--     CTE fanned
--       ->  Insert on webhook_deliveries
--             ->  CTE Scan on fan fan_1
--     CTE counted
--       ->  Insert on list_counters
--             Conflict Resolution: UPDATE
--             Conflict Arbiter Indexes: list_counters_pkey
--             ->  GroupAggregate
--                   Group Key: done_8.merchant_no, done_8.s_day
--                   ->  Sort
--                         Sort Key: done_8.merchant_no, done_8.s_day
--                         ->  CTE Scan on done done_8
--                               Filter: ((s_status <> s_status_before) OR (i_status IS DISTINCT FROM i_status_before) OR (c_status IS DISTINCT FROM c_status_before))
--     InitPlan 11
--       ->  Aggregate
--             ->  CTE Scan on fan fan_2
--                   Filter: (lease_at IS NULL)
--     ->  CTE Scan on done
--     ->  CTE Scan on fan
--           Filter: (lease_at IS NOT NULL)

-- checkout.create_payment
with item as materialized (select * from unnest($1::int[], $2::int[], $3::uuid[], $4::text[], $5::bigint[], $6::text[], $7::text[], $8::text[], $9::text[], $10::bytea[], $11::text[], $12::text[], $13::text[], $14::smallint[], $15::smallint[], $16::text[], $17::int[], $18::int[], $19::timestamptz[], $20::timestamptz[], $21::uuid[], $22::text[], $23::text[], $24::date[], $25::text[], $26::uuid[], $27::text[], $28::text[], $29::date[], $30::uuid[], $31::text[], $32::text[], $33::bytea[], $34::bytea[], $35::bytea[], $36::uuid[], $37::text[], $38::text[], $39::timestamptz[], $40::text[], $41::text[], $42::bytea[], $43::smallint[], $44::bytea[], $45::uuid[], $46::text[], $47::int[], $48::text[], $49::uuid[], $50::text[], $51::int[], $52::text[], $53::timestamptz[]) as item (item, merchant_no, guard_id, s_status, amount, currency, title, allowed_methods, detail, customer, reference, description, metadata, max_attempts, attempt_count, late_policy, event_sequence, s_version, expires_at, now_at, payment_intent_id, i_status_before, i_status, i_day, i_charge_ids, c_id, c_status_before, c_status, c_day, c_wallet_id, c_method, c_details, c_payer, c_phone_mac, c_fingerprint, c_account, c_provider, c_own_id, check_at, key_route, key_text, key_fingerprint, key_status, key_answer, e0_id, e0_type, e0_sequence, e0_payload, e1_id, e1_type, e1_sequence, e1_payload, lease_at)),
  claimed as (
    insert into idempotency_keys (merchant_no, route, key, fingerprint, owner, status, body, created_at)
    select merchant_no, key_route, key_text, key_fingerprint, guard_id, key_status, key_answer, now_at
    from item where key_text is not null order by merchant_no, key_route, key_text
    on conflict do nothing
    returning owner
  ),
  done as materialized (
    select item.*, now_at as updated_at from item where key_text is null or guard_id in (select owner from claimed)
  ),
  guarded as (
    insert into checkout_sessions (merchant_no, id, status, amount, currency, title, allowed_methods, detail, customer,
      reference, max_attempts, attempt_count, late_payment_policy, payment_intent_id, charge_id, event_sequence, version,
      expires_at, created_at, updated_at)
    select merchant_no, guard_id, s_status, amount, currency, title, allowed_methods::text[], detail, customer, reference,
      max_attempts, attempt_count, late_policy, payment_intent_id, c_id, event_sequence, s_version, expires_at, now_at,
      now_at
    from done
  ),
  intended as (
    insert into payment_intents (merchant_no, id, session_id, status, amount, currency, allowed_methods, charge_ids,
      latest_charge_id, customer, reference, description, metadata, expires_at, created_at, updated_at)
    select merchant_no, payment_intent_id, guard_id, i_status, amount, currency, allowed_methods::text[],
      i_charge_ids::uuid[], c_id, customer, reference, description, metadata, expires_at, now_at, now_at
    from done
  ),
  charged as (
    insert into charges (merchant_no, id, payment_intent_id, session_id, attempt_number, status, amount, currency,
      wallet_id, payment_method, method_details, payer, payer_phone_mac, request_fingerprint, provider_account_id,
      provider, provider_reference, reference, description, metadata, created_at, updated_at)
    select merchant_no, c_id, payment_intent_id, guard_id, attempt_count, c_status, amount, currency, c_wallet_id,
      c_method, c_details, c_payer, c_phone_mac, c_fingerprint, c_account, c_provider, c_own_id, reference, description,
      metadata, now_at, now_at
    from done where c_id is not null
  ),
  watched as (
    insert into charge_checks (merchant_no, charge_id, session_id, next_check_at)
    select merchant_no, c_id, guard_id, check_at from done where check_at is not null
  ),
  
  happened as (
    insert into events (merchant_no, id, type, subject_id, sequence, payload, created_at)
    select merchant_no, e0_id, e0_type, payment_intent_id, e0_sequence, e0_payload, updated_at as created_at from done where e0_id is not null
    union all select merchant_no, e1_id, e1_type, payment_intent_id, e1_sequence, e1_payload, updated_at as created_at from done where e1_id is not null
  ),
  fresh as (
    select item, 0 as slot, merchant_no, e0_id as id, e0_type as type, payment_intent_id as subject_id,
      e0_sequence as sequence, updated_at as created_at, lease_at from done where e0_id is not null
    union all select item, 1 as slot, merchant_no, e1_id as id, e1_type as type, payment_intent_id as subject_id,
      e1_sequence as sequence, updated_at as created_at, lease_at from done where e1_id is not null
  ),
  fan as materialized (
    select event.item, event.slot, event.merchant_no, encode(substring(uuid_send(event.id) from 1 for 8) || '\x80'::bytea
             || substring(sha256(uuid_send(event.id) || uuid_send(endpoint.id)) from 1 for 7), 'hex')::uuid as id,
           endpoint.id as endpoint_id, event.id as event_id, event.type as event_type, event.subject_id, event.sequence,
           endpoint.ordered, case when endpoint.plain then event.lease_at end as lease_at, event.created_at,
           endpoint.sealed_url, endpoint.secret, endpoint.previous_secret, endpoint.previous_secret_expires_at
      from fresh event
     cross join lateral (select p.id, p.ordered, p.sealed_url, p.secret, p.previous_secret, p.previous_secret_expires_at,
              not p.ordered and p.failing_since is null and p.paused_until is null and p.sealed_url is not null
                and p.proved_at < event.created_at - interval '2 seconds' as plain
         from webhook_endpoints p
        where p.merchant_no = event.merchant_no and p.status = 'ACTIVE'
          and (p.events @> array['*'] or p.events @> array[event.type]) offset 0) endpoint
  ),
  fanned as (
    insert into webhook_deliveries (merchant_no, id, endpoint_id, event_id, event_type, subject_id, sequence, ordered,
      status, leased, next_attempt_at, created_at, updated_at)
    select merchant_no, id, endpoint_id, event_id, event_type, subject_id, sequence, ordered, 'PENDING',
      lease_at is not null, coalesce(lease_at, created_at), created_at, created_at
    from fan
  ),
  moves as (
    
    select merchant_no, i_day as day, 'intents:' || i_status as word, 1 as n from done
      where i_status is distinct from i_status_before and i_status is not null and true
    union all
    select merchant_no, i_day, 'intents:' || i_status_before, -1 from done
      where i_status is distinct from i_status_before and i_status_before is not null
        and i_status is not null and true
    union all 
    select merchant_no, c_day as day, 'charges:' || c_status as word, 1 as n from done
      where c_status is distinct from c_status_before and c_status is not null and true
    union all
    select merchant_no, c_day, 'charges:' || c_status_before, -1 from done
      where c_status is distinct from c_status_before and c_status_before is not null
        and c_status is not null and true
  ),
  counted as (
  insert into list_counters (merchant_no, day, sessions_open, sessions_processing, sessions_succeeded, sessions_failed, sessions_expired, sessions_cancelled, intents_requires_payment_method, intents_requires_action, intents_processing, intents_succeeded, intents_failed, intents_cancelled, charges_pending, charges_requires_action, charges_processing, charges_in_reconciliation, charges_succeeded, charges_failed, charges_cancelled)
  select merchant_no, day, coalesce(sum(n) filter (where word = 'sessions:OPEN'), 0), coalesce(sum(n) filter (where word = 'sessions:PROCESSING'), 0), coalesce(sum(n) filter (where word = 'sessions:SUCCEEDED'), 0), coalesce(sum(n) filter (where word = 'sessions:FAILED'), 0), coalesce(sum(n) filter (where word = 'sessions:EXPIRED'), 0), coalesce(sum(n) filter (where word = 'sessions:CANCELLED'), 0), coalesce(sum(n) filter (where word = 'intents:REQUIRES_PAYMENT_METHOD'), 0), coalesce(sum(n) filter (where word = 'intents:REQUIRES_ACTION'), 0), coalesce(sum(n) filter (where word = 'intents:PROCESSING'), 0), coalesce(sum(n) filter (where word = 'intents:SUCCEEDED'), 0), coalesce(sum(n) filter (where word = 'intents:FAILED'), 0), coalesce(sum(n) filter (where word = 'intents:CANCELLED'), 0), coalesce(sum(n) filter (where word = 'charges:PENDING'), 0), coalesce(sum(n) filter (where word = 'charges:REQUIRES_ACTION'), 0), coalesce(sum(n) filter (where word = 'charges:PROCESSING'), 0), coalesce(sum(n) filter (where word = 'charges:IN_RECONCILIATION'), 0), coalesce(sum(n) filter (where word = 'charges:SUCCEEDED'), 0), coalesce(sum(n) filter (where word = 'charges:FAILED'), 0), coalesce(sum(n) filter (where word = 'charges:CANCELLED'), 0)
  from moves group by merchant_no, day order by merchant_no, day
  on conflict (merchant_no, day) do update set
    sessions_open = list_counters.sessions_open + excluded.sessions_open, sessions_processing = list_counters.sessions_processing + excluded.sessions_processing, sessions_succeeded = list_counters.sessions_succeeded + excluded.sessions_succeeded, sessions_failed = list_counters.sessions_failed + excluded.sessions_failed, sessions_expired = list_counters.sessions_expired + excluded.sessions_expired, sessions_cancelled = list_counters.sessions_cancelled + excluded.sessions_cancelled, intents_requires_payment_method = list_counters.intents_requires_payment_method + excluded.intents_requires_payment_method, intents_requires_action = list_counters.intents_requires_action + excluded.intents_requires_action, intents_processing = list_counters.intents_processing + excluded.intents_processing, intents_succeeded = list_counters.intents_succeeded + excluded.intents_succeeded, intents_failed = list_counters.intents_failed + excluded.intents_failed, intents_cancelled = list_counters.intents_cancelled + excluded.intents_cancelled, charges_pending = list_counters.charges_pending + excluded.charges_pending, charges_requires_action = list_counters.charges_requires_action + excluded.charges_requires_action, charges_processing = list_counters.charges_processing + excluded.charges_processing, charges_in_reconciliation = list_counters.charges_in_reconciliation + excluded.charges_in_reconciliation, charges_succeeded = list_counters.charges_succeeded + excluded.charges_succeeded, charges_failed = list_counters.charges_failed + excluded.charges_failed, charges_cancelled = list_counters.charges_cancelled + excluded.charges_cancelled)
  select item, (select count(*)::int from fan where lease_at is null) as deliveries, null::int as "fromItem", null::int as slot, null::uuid as "deliveryId",
    null::uuid as "endpointId", null::bytea as "sealedUrl", null::bytea as secret, null::bytea as "previousSecret",
    null::timestamptz as "previousSecretExpiresAtMs" from done
  union all select -1, null, item, slot, id, endpoint_id, sealed_url, secret, previous_secret, previous_secret_expires_at from fan where lease_at is not null;

--   Append
--     CTE item
--       ->  Function Scan on item
--     CTE claimed
--       ->  Insert on idempotency_keys
--             Conflict Resolution: NOTHING
--             ->  Sort
--                   Sort Key: item_1.merchant_no, item_1.key_route, item_1.key_text
--                   ->  CTE Scan on item item_1
--                         Filter: (key_text IS NOT NULL)
--     CTE done
--       ->  CTE Scan on item item_2
--             Filter: ((key_text IS NULL) OR (ANY (guard_id = (hashed SubPlan 3).col1)))
--             SubPlan 3
--               ->  CTE Scan on claimed
--     CTE guarded
--       ->  Insert on checkout_sessions
--             ->  CTE Scan on done done_1
--     CTE intended
--       ->  Insert on payment_intents
--             ->  CTE Scan on done done_2
--     CTE charged
--       ->  Insert on charges
--             ->  CTE Scan on done done_3
--                   Filter: (c_id IS NOT NULL)
--     CTE watched
--       ->  Insert on charge_checks
--             ->  CTE Scan on done done_4
--                   Filter: (check_at IS NOT NULL)
--     CTE happened
--       ->  Insert on events
--             ->  Append
--                   ->  CTE Scan on done done_5
--                         Filter: (e0_id IS NOT NULL)
--                   ->  CTE Scan on done done_6
--                         Filter: (e1_id IS NOT NULL)
--     CTE fan
--       ->  Nested Loop
--             ->  Append
--                   ->  Subquery Scan on "*SELECT* 1_1"
--                         ->  CTE Scan on done done_7
--                               Filter: (e0_id IS NOT NULL)
--                   ->  Subquery Scan on "*SELECT* 2"
--                         ->  CTE Scan on done done_8
--                               Filter: (e1_id IS NOT NULL)
--             ->  Index Scan using webhook_endpoints_pkey on webhook_endpoints p
--                   Index Cond: (merchant_no = "*SELECT* 1_1".merchant_no)
--                   Filter: ((status = 'ACTIVE'::text) AND ((events @> '{*}'::text[]) OR (events @> ARRAY["*SELECT* 1_1".type])))
--     CTE fanned
--       ->  Insert on webhook_deliveries
--             ->  CTE Scan on fan fan_1
--     CTE counted
--       ->  Insert on list_counters
--             Conflict Resolution: UPDATE
--             Conflict Arbiter Indexes: list_counters_pkey
--             ->  GroupAggregate
--                   Group Key: "*SELECT* 1_2".merchant_no, "*SELECT* 1_2".day
--                   ->  Sort
--                         Sort Key: "*SELECT* 1_2".merchant_no, "*SELECT* 1_2".day
--                         ->  Append
--                               ->  Subquery Scan on "*SELECT* 1_2"
--                                     ->  CTE Scan on done done_9
--                                           Filter: ((i_status IS NOT NULL) AND (i_status IS DISTINCT FROM i_status_before))
--                               ->  Subquery Scan on "*SELECT* 2_1"
--                                     ->  CTE Scan on done done_10
--                                           Filter: ((i_status_before IS NOT NULL) AND (i_status IS NOT NULL) AND (i_status IS DISTINCT FROM i_status_before))
--                               ->  Subquery Scan on "*SELECT* 3"
--                                     ->  CTE Scan on done done_11
--                                           Filter: ((c_status IS NOT NULL) AND (c_status IS DISTINCT FROM c_status_before))
--                               ->  Subquery Scan on "*SELECT* 4"
--                                     ->  CTE Scan on done done_12
--                                           Filter: ((c_status_before IS NOT NULL) AND (c_status IS NOT NULL) AND (c_status IS DISTINCT FROM c_status_before))
--     InitPlan 13
--       ->  Aggregate
--             ->  CTE Scan on fan fan_2
--                   Filter: (lease_at IS NULL)
--     ->  CTE Scan on done
--     ->  CTE Scan on fan
--           Filter: (lease_at IS NOT NULL)

-- checkout.read
select item.item, s.merchant_no as "session.merchantNo", s.id as "session.id", s.status as "session.status", s.amount as "session.amount", s.currency as "session.currency", s.title as "session.title", s.allowed_methods as "session.allowedMethods", s.detail as "session.detail", s.customer as "session.customer", s.reference as "session.reference", s.payment_link_id as "session.paymentLinkId", s.max_attempts as "session.maxAttempts", s.attempt_count as "session.attemptCount", s.late_payment_policy as "session.latePaymentPolicy", s.payment_intent_id as "session.paymentIntentId", s.charge_id as "session.chargeId", s.failure_code as "session.failureCode", s.retryable as "session.retryable", s.paid_late as "session.paidLate", s.event_sequence as "session.eventSequence", s.version as "session.version", s.expires_at as "session.expiresAtMs", s.completed_at as "session.completedAtMs", s.created_at as "session.createdAtMs", s.updated_at as "session.updatedAtMs", i.merchant_no as "intent.merchantNo", i.id as "intent.id", i.session_id as "intent.sessionId", i.payment_link_id as "intent.paymentLinkId", i.status as "intent.status", i.amount as "intent.amount", i.amount_received as "intent.amountReceived", i.amount_refunded as "intent.amountRefunded", i.currency as "intent.currency", i.allowed_methods as "intent.allowedMethods", i.charge_ids as "intent.chargeIds", i.latest_charge_id as "intent.latestChargeId", i.failure_code as "intent.failureCode", i.customer as "intent.customer", i.reference as "intent.reference", i.description as "intent.description", i.metadata as "intent.metadata", i.version as "intent.version", i.expires_at as "intent.expiresAtMs", i.succeeded_at as "intent.succeededAtMs", i.cancelled_at as "intent.cancelledAtMs", i.created_at as "intent.createdAtMs", i.updated_at as "intent.updatedAtMs", c.merchant_no as "charge.merchantNo", c.id as "charge.id", c.payment_intent_id as "charge.paymentIntentId", c.session_id as "charge.sessionId", c.payment_link_id as "charge.paymentLinkId", c.attempt_number as "charge.attemptNumber", c.status as "charge.status", c.amount as "charge.amount", c.amount_confirmed as "charge.amountConfirmed", c.fee as "charge.fee", c.amount_refunded as "charge.amountRefunded", c.currency as "charge.currency", c.wallet_id as "charge.walletId", c.payment_method as "charge.paymentMethod", c.method_details as "charge.methodDetails", c.payer as "charge.payer", c.payer_phone_mac as "charge.payerPhoneMac", c.request_fingerprint as "charge.requestFingerprint", c.provider_account_id as "charge.providerAccountId", c.provider as "charge.provider", c.provider_reference as "charge.providerReference", c.provider_handle as "charge.providerHandle", c.provider_transaction_id as "charge.providerTransactionId", c.provider_code as "charge.providerCode", c.next_step as "charge.nextStep", c.failure_code as "charge.failureCode", c.late as "charge.late", c.duplicate as "charge.duplicate", c.pays as "charge.pays", c.review_reason as "charge.reviewReason", c.reference as "charge.reference", c.description as "charge.description", c.metadata as "charge.metadata", c.unknown_since as "charge.unknownSinceMs", c.superseded_at as "charge.supersededAtMs", c.version as "charge.version", c.succeeded_at as "charge.succeededAtMs", c.failed_at as "charge.failedAtMs", c.created_at as "charge.createdAtMs", c.updated_at as "charge.updatedAtMs"
  from unnest($1::int[], $2::int[], $3::uuid[], $4::uuid[]) as item (item, merchant_no, session_id, charge_id)
  cross join lateral (select * from checkout_sessions x where x.merchant_no = item.merchant_no and x.id = item.session_id offset 0) s
  left join lateral (select * from payment_intents x where x.merchant_no = s.merchant_no and x.id = s.payment_intent_id offset 0) i on true
  left join lateral (select * from charges x
    where x.merchant_no = s.merchant_no and x.id = coalesce(item.charge_id, s.charge_id) and x.session_id = s.id offset 0) c on true;

--   Nested Loop Left Join
--     ->  Nested Loop Left Join
--           ->  Nested Loop
--                 ->  Function Scan on item
--                 ->  Index Scan using checkout_sessions_pkey on checkout_sessions x
--                       Index Cond: ((merchant_no = item.merchant_no) AND (id = item.session_id))
--           ->  Memoize
--                 Cache Key: x.merchant_no, x.payment_intent_id
--                 Cache Mode: binary
--                 ->  Subquery Scan on i
--                       ->  Index Scan using payment_intents_pkey on payment_intents x_1
--                             Index Cond: ((merchant_no = x.merchant_no) AND (id = x.payment_intent_id))
--     ->  Index Scan using charges_pkey on charges x_2
--           Index Cond: ((merchant_no = x.merchant_no) AND (id = COALESCE(item.charge_id, x.charge_id)))
--           Filter: (session_id = x.id)

-- checkout.state
select item.item, s.status as "status", s.version as "version", s.retryable as "retryable", s.failure_code as "failureCode", s.max_attempts as "maxAttempts", s.attempt_count as "attemptCount", s.payment_intent_id as "paymentIntentId", s.charge_id as "chargeId", s.paid_late as "paidLate", s.expires_at as "expiresAtMs",
    case when s.status in ('FAILED', 'SUCCEEDED') then s.detail end as detail,
    c.status as "chargeStatus", c.review_reason as "reviewReason", c.next_step as "nextStep"
  from unnest($1::int[], $2::int[], $3::uuid[]) as item (item, merchant_no, session_id)
  cross join lateral (select * from checkout_sessions x where x.merchant_no = item.merchant_no and x.id = item.session_id offset 0) s
  left join lateral (select x.status, x.review_reason, x.next_step from charges x
    where s.status = 'PROCESSING' and x.merchant_no = s.merchant_no and x.id = s.charge_id offset 0) c on true;

--   Nested Loop Left Join
--     ->  Nested Loop
--           ->  Function Scan on item
--           ->  Index Scan using checkout_sessions_pkey on checkout_sessions x
--                 Index Cond: ((merchant_no = item.merchant_no) AND (id = item.session_id))
--     ->  Memoize
--           Cache Key: x.status, x.merchant_no, x.charge_id
--           Cache Mode: binary
--           ->  Result
--                 One-Time Filter: (x.status = 'PROCESSING'::text)
--                 ->  Index Scan using charges_pkey on charges x_1
--                       Index Cond: ((merchant_no = x.merchant_no) AND (id = x.charge_id))

-- checkout.moved
select item.item
  from unnest($1::int[], $2::int[], $3::uuid[], $4::int[]) as item (item, merchant_no, session_id, version)
  cross join lateral (select x.version from checkout_sessions x
    where x.merchant_no = item.merchant_no and x.id = item.session_id offset 0) s
  where s.version <> item.version;

--   Nested Loop
--     ->  Function Scan on item
--     ->  Subquery Scan on s
--           Filter: (s.version <> item.version)
--           ->  Index Scan using checkout_sessions_pkey on checkout_sessions x
--                 Index Cond: ((merchant_no = item.merchant_no) AND (id = item.session_id))

-- http.find_keys
select item.item, k.fingerprint, k.status, k.body, k.created_at as "createdAtMs" from unnest($1::int[], $2::int[], $3::text[], $4::text[]) as item (item, merchant_no, route, key)
      cross join lateral (select fingerprint, status, body, created_at from idempotency_keys x
        where x.merchant_no = item.merchant_no and x.route = item.route and x.key = item.key offset 0) k;

--   Nested Loop
--     ->  Function Scan on item
--     ->  Index Scan using idempotency_keys_pkey on idempotency_keys x
--           Index Cond: ((merchant_no = item.merchant_no) AND (route = item.route) AND (key = item.key))

-- limits.lease
with item as (select * from unnest($1::int[], $2::bytea[], $3::int[], $4::float8[], $5::int[], $6::int[], $7::timestamptz[], $8::timestamptz[]) as item (item, key, burst, per_second, wanted, debt, now, forget_at)),
  written as (
    insert into rate_buckets as b (key, tokens, counted_at, granted, forget_at)
    select key, burst - debt - least(wanted, greatest(0, floor(burst - debt)))::int, now, least(wanted, greatest(0, floor(burst - debt)))::int, forget_at from item
    on conflict (key) do update set (tokens, granted, counted_at, forget_at) = (
      select there - least(wanted, greatest(0, floor(there)))::int, least(wanted, greatest(0, floor(there)))::int, greatest(b.counted_at, now), forget_at
        from (select item.*, least(burst, b.tokens + per_second * greatest(0, extract(epoch from now - b.counted_at)))
                     - debt as there
                from unnest($1::int[], $2::bytea[], $3::int[], $4::float8[], $5::int[], $6::int[], $7::timestamptz[], $8::timestamptz[]) as item (item, key, burst, per_second, wanted, debt, now, forget_at) where item.key = b.key) x
    )
    returning key, tokens, counted_at, granted
  )
  select item.item, written.granted, written.tokens, written.counted_at as "countedAtMs"
    from item join written on written.key = item.key;

--   Nested Loop
--     Join Filter: (item.key = written.key)
--     CTE item
--       ->  Function Scan on item_1
--     CTE written
--       ->  Insert on rate_buckets b
--             Conflict Resolution: UPDATE
--             Conflict Arbiter Indexes: rate_buckets_pkey
--             ->  CTE Scan on item item_3
--             SubPlan 2
--               ->  Function Scan on item_2
--                     Filter: (key = b.key)
--     ->  CTE Scan on item
--     ->  CTE Scan on written

-- limits.hit
with item as (select * from unnest($1::int[], $2::bytea[], $3::int[], $4::timestamptz[], $5::timestamptz[], $6::timestamptz[]) as item (item, key, most, now, since, forget_at)),
  written as (
    insert into rate_windows as w (key, hits, admitted, forget_at)
    select key, array[now], true, forget_at from item
    on conflict (key) do update set (hits, admitted, forget_at) = (
      select case when free then recent || now else recent end, free,
             case when free then forget_at else w.forget_at end
        from (select now, forget_at, recent, cardinality(recent) < most as free
                from (select item.*, array(select h from unnest(w.hits) h where h > since order by h) as recent
                        from unnest($1::int[], $2::bytea[], $3::int[], $4::timestamptz[], $5::timestamptz[], $6::timestamptz[]) as item (item, key, most, now, since, forget_at) where item.key = w.key) y) x
    )
    returning key, hits, admitted
  )
  select item.item, written.admitted, written.hits as "hitsMs"
    from item join written on written.key = item.key;

--   Nested Loop
--     Join Filter: (item.key = written.key)
--     CTE item
--       ->  Function Scan on item_1
--     CTE written
--       ->  Insert on rate_windows w
--             Conflict Resolution: UPDATE
--             Conflict Arbiter Indexes: rate_windows_pkey
--             ->  CTE Scan on item item_3
--             SubPlan 7
--               ->  Function Scan on item_2
--                     Filter: (key = w.key)
--                     SubPlan 2
--                       ->  Sort
--                             Sort Key: h.h
--                             ->  Function Scan on unnest h
--                                   Filter: (h > item_2.since)
--                     SubPlan 3
--                       ->  Sort
--                             Sort Key: h_1.h
--                             ->  Function Scan on unnest h_1
--                                   Filter: (h > item_2.since)
--                     SubPlan 4
--                       ->  Sort
--                             Sort Key: h_2.h
--                             ->  Function Scan on unnest h_2
--                                   Filter: (h > item_2.since)
--                     SubPlan 5
--                       ->  Sort
--                             Sort Key: h_3.h
--                             ->  Function Scan on unnest h_3
--                                   Filter: (h > item_2.since)
--                     SubPlan 6
--                       ->  Sort
--                             Sort Key: h_4.h
--                             ->  Function Scan on unnest h_4
--                                   Filter: (h > item_2.since)
--     ->  CTE Scan on item
--     ->  CTE Scan on written
