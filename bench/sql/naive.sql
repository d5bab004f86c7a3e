-- One payment the usual way: three transactions of single statements, the rows that the service writes.
\set m random(1, :merchants)
\set phone random(10000000, 99999999)
begin;
insert into idempotency_keys (merchant_no, route, key, fingerprint, owner, status, body, created_at)
  values (:m, 'POST /checkout/sessions', gen_random_uuid()::text, sha256('body'), uuidv7(), 201, decode(repeat('ab', 900), 'hex'), now());
insert into checkout_sessions (merchant_no, id, status, amount, currency, title, detail, reference, max_attempts,
    late_payment_policy, payment_intent_id, expires_at, created_at, updated_at)
  values (:m, uuidv7(), 'OPEN', 5000, 'XOF', 'Pagne wax', repeat('d', 150), 'A-1042', 5, 'ACCEPT', uuidv7(),
    now() + interval '30 min', now(), now())
  returning id as sid, payment_intent_id as pid \gset
insert into list_counters as k (merchant_no, day, sessions_open) values (:m, current_date, 1)
  on conflict (merchant_no, day) do update set sessions_open = k.sessions_open + 1;
commit;
begin;
select status, version from checkout_sessions where merchant_no = :m and id = :sid for no key update;
insert into payment_intents (merchant_no, id, session_id, status, amount, currency, charge_ids, reference, metadata,
    created_at, updated_at)
  values (:m, :pid, :sid, 'PROCESSING', 5000, 'XOF', '{}', 'A-1042', '{"orderId":"A-1042"}', now(), now());
insert into charges (merchant_no, id, payment_intent_id, session_id, attempt_number, status, amount, currency, wallet_id,
    payment_method, method_details, payer, payer_phone_mac, request_fingerprint, provider_account_id, provider, reference,
    metadata, created_at, updated_at)
  values (:m, uuidv7(), :pid, :sid, 1, 'PENDING', 5000, 'XOF', :wallet, 'MOBILE_MONEY', repeat('m', 110),
    decode(repeat('ab', 190), 'hex'), sha256(:phone::text::bytea), sha256(:sid::text::bytea), :account, 'simulator', 'A-1042',
    '{"orderId":"A-1042"}', now(), now())
  returning id as cid \gset
update checkout_sessions set status = 'PROCESSING', attempt_count = 1, charge_id = :cid, event_sequence = 1, version = 2,
    updated_at = now() where merchant_no = :m and id = :sid;
insert into charge_checks (merchant_no, charge_id, session_id, next_check_at) values (:m, :cid, :sid, now() + interval '20 s');
insert into events (merchant_no, id, type, subject_id, sequence, payload, created_at)
  values (:m, uuidv7(), 'payment.processing', :pid, 1, repeat('p', 1700), now()) returning id as e1 \gset
insert into webhook_deliveries (merchant_no, id, endpoint_id, event_id, event_type, subject_id, sequence, status,
    next_attempt_at, created_at, updated_at)
  values (:m, uuidv7(), :endpoint, :e1, 'payment.processing', :pid, 1, 'PENDING', now(), now(), now());
insert into list_counters as k (merchant_no, day) values (:m, current_date)
  on conflict (merchant_no, day) do update set sessions_open = k.sessions_open - 1,
    sessions_processing = k.sessions_processing + 1, intents_processing = k.intents_processing + 1,
    charges_pending = k.charges_pending + 1;
commit;
begin;
select status, version from checkout_sessions where merchant_no = :m and id = :sid for no key update;
update checkout_sessions set status = 'SUCCEEDED', event_sequence = 3, version = 3, completed_at = now(), updated_at = now()
  where merchant_no = :m and id = :sid;
update payment_intents set status = 'SUCCEEDED', amount_received = 5000, latest_charge_id = :cid, version = 2,
  succeeded_at = now(), updated_at = now() where merchant_no = :m and id = :pid;
update charges set status = 'SUCCEEDED', fee = 75, pays = true, provider_transaction_id = 'PP' || :cid::text, version = 2,
  succeeded_at = now(), updated_at = now() where merchant_no = :m and id = :cid;
update wallets set available = available + 4925, transfer_count = transfer_count + 2, version = version + 1, updated_at = now()
  where merchant_no = :m returning id as wid, available as balance, transfer_count as place \gset
insert into ledger_transfers (merchant_no, id, transaction_id, wallet_id, position, from_account, to_account, amount, currency, type,
    source_type, source_id, balance_after, created_at)
  values (:m, uuidv7(), :cid, :wid, :place - 1, 'clearing:' || :account::text, 'available', 5000, 'XOF', 'CHARGE', 'charge', :cid,
    :balance + 75, now());
insert into ledger_transfers (merchant_no, id, transaction_id, wallet_id, position, from_account, to_account, amount, currency, type,
    source_type, source_id, balance_after, created_at)
  values (:m, uuidv7(), :cid, :wid, :place, 'available', 'fees', 75, 'XOF', 'FEE', 'charge', :cid, :balance, now());
insert into events (merchant_no, id, type, subject_id, sequence, payload, created_at)
  values (:m, uuidv7(), 'payment.succeeded', :pid, 2, repeat('p', 1800), now()) returning id as e2 \gset
insert into webhook_deliveries (merchant_no, id, endpoint_id, event_id, event_type, subject_id, sequence, status,
    next_attempt_at, created_at, updated_at)
  values (:m, uuidv7(), :endpoint, :e2, 'payment.succeeded', :pid, 2, 'PENDING', now(), now(), now());
insert into events (merchant_no, id, type, subject_id, sequence, payload, created_at)
  values (:m, uuidv7(), 'checkout.session.completed', :pid, 3, repeat('p', 1500), now()) returning id as e3 \gset
insert into webhook_deliveries (merchant_no, id, endpoint_id, event_id, event_type, subject_id, sequence, status,
    next_attempt_at, created_at, updated_at)
  values (:m, uuidv7(), :endpoint, :e3, 'checkout.session.completed', :pid, 3, 'PENDING', now(), now(), now());
delete from charge_checks where merchant_no = :m and charge_id = :cid;
insert into list_counters as k (merchant_no, day) values (:m, current_date)
  on conflict (merchant_no, day) do update set sessions_processing = k.sessions_processing - 1,
    sessions_succeeded = k.sessions_succeeded + 1, intents_processing = k.intents_processing - 1,
    intents_succeeded = k.intents_succeeded + 1, charges_pending = k.charges_pending - 1,
    charges_succeeded = k.charges_succeeded + 1;
commit;
