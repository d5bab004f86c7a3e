-- The same payment as one function call and one transaction: the least that a database can do for a payment of its own.
create or replace function bench_payment(v_m int, v_phone bigint, v_wallet uuid, v_account uuid, v_endpoint uuid) returns void
language plpgsql as $$
declare
  v_sid uuid; v_pid uuid; v_cid uuid; v_wid uuid; v_balance bigint; v_place bigint; v_e1 uuid; v_e2 uuid; v_e3 uuid;
begin
  insert into idempotency_keys (merchant_no, route, key, fingerprint, owner, status, body, created_at)
  values (v_m, 'POST /checkout/sessions', gen_random_uuid()::text, sha256('body'), uuidv7(), 201, decode(repeat('ab', 900), 'hex'), now());
  insert into checkout_sessions (merchant_no, id, status, amount, currency, title, detail, reference, max_attempts,
    late_payment_policy, payment_intent_id, expires_at, created_at, updated_at)
  values (v_m, uuidv7(), 'OPEN', 5000, 'XOF', 'Pagne wax', repeat('d', 150), 'A-1042', 5, 'ACCEPT', uuidv7(),
    now() + interval '30 min', now(), now())
  returning id, payment_intent_id into v_sid, v_pid;
  insert into list_counters as k (merchant_no, day, sessions_open) values (v_m, current_date, 1)
  on conflict (merchant_no, day) do update set sessions_open = k.sessions_open + 1;
  perform 1 from checkout_sessions where merchant_no = v_m and id = v_sid for no key update;
  insert into payment_intents (merchant_no, id, session_id, status, amount, currency, charge_ids, reference, metadata,
    created_at, updated_at)
  values (v_m, v_pid, v_sid, 'PROCESSING', 5000, 'XOF', '{}', 'A-1042', '{"orderId":"A-1042"}', now(), now());
  insert into charges (merchant_no, id, payment_intent_id, session_id, attempt_number, status, amount, currency, wallet_id,
    payment_method, method_details, payer, payer_phone_mac, request_fingerprint, provider_account_id, provider, reference,
    metadata, created_at, updated_at)
  values (v_m, uuidv7(), v_pid, v_sid, 1, 'PENDING', 5000, 'XOF', v_wallet, 'MOBILE_MONEY', repeat('m', 110),
    decode(repeat('ab', 190), 'hex'), sha256(v_phone::text::bytea), sha256(v_sid::text::bytea), v_account, 'simulator', 'A-1042',
    '{"orderId":"A-1042"}', now(), now())
  returning id into v_cid;
  update checkout_sessions set status = 'PROCESSING', attempt_count = 1, charge_id = v_cid, event_sequence = 1, version = 2,
    updated_at = now() where merchant_no = v_m and id = v_sid;
  insert into charge_checks (merchant_no, charge_id, session_id, next_check_at) values (v_m, v_cid, v_sid, now() + interval '20 s');
  insert into events (merchant_no, id, type, subject_id, sequence, payload, created_at)
  values (v_m, uuidv7(), 'payment.processing', v_pid, 1, repeat('p', 1700), now()) returning id into v_e1;
  insert into webhook_deliveries (merchant_no, id, endpoint_id, event_id, event_type, subject_id, sequence, status,
    next_attempt_at, created_at, updated_at)
  values (v_m, uuidv7(), v_endpoint, v_e1, 'payment.processing', v_pid, 1, 'PENDING', now(), now(), now());
  insert into list_counters as k (merchant_no, day) values (v_m, current_date)
  on conflict (merchant_no, day) do update set sessions_open = k.sessions_open - 1,
    sessions_processing = k.sessions_processing + 1, intents_processing = k.intents_processing + 1,
    charges_pending = k.charges_pending + 1;
  perform 1 from checkout_sessions where merchant_no = v_m and id = v_sid for no key update;
  update checkout_sessions set status = 'SUCCEEDED', event_sequence = 3, version = 3, completed_at = now(), updated_at = now()
  where merchant_no = v_m and id = v_sid;
  update payment_intents set status = 'SUCCEEDED', amount_received = 5000, latest_charge_id = v_cid, version = 2,
  succeeded_at = now(), updated_at = now() where merchant_no = v_m and id = v_pid;
  update charges set status = 'SUCCEEDED', fee = 75, pays = true, provider_transaction_id = 'PP' || v_cid::text, version = 2,
  succeeded_at = now(), updated_at = now() where merchant_no = v_m and id = v_cid;
  update wallets set available = available + 4925, transfer_count = transfer_count + 2, version = version + 1, updated_at = now()
  where merchant_no = v_m returning id, available, transfer_count into v_wid, v_balance, v_place;
  insert into ledger_transfers (merchant_no, id, transaction_id, wallet_id, position, from_account, to_account, amount, currency, type,
    source_type, source_id, balance_after, created_at)
  values (v_m, uuidv7(), v_cid, v_wid, v_place - 1, 'clearing:' || v_account::text, 'available', 5000, 'XOF', 'CHARGE', 'charge', v_cid,
    v_balance + 75, now());
  insert into ledger_transfers (merchant_no, id, transaction_id, wallet_id, position, from_account, to_account, amount, currency, type,
    source_type, source_id, balance_after, created_at)
  values (v_m, uuidv7(), v_cid, v_wid, v_place, 'available', 'fees', 75, 'XOF', 'FEE', 'charge', v_cid, v_balance, now());
  insert into events (merchant_no, id, type, subject_id, sequence, payload, created_at)
  values (v_m, uuidv7(), 'payment.succeeded', v_pid, 2, repeat('p', 1800), now()) returning id into v_e2;
  insert into webhook_deliveries (merchant_no, id, endpoint_id, event_id, event_type, subject_id, sequence, status,
    next_attempt_at, created_at, updated_at)
  values (v_m, uuidv7(), v_endpoint, v_e2, 'payment.succeeded', v_pid, 2, 'PENDING', now(), now(), now());
  insert into events (merchant_no, id, type, subject_id, sequence, payload, created_at)
  values (v_m, uuidv7(), 'checkout.session.completed', v_pid, 3, repeat('p', 1500), now()) returning id into v_e3;
  insert into webhook_deliveries (merchant_no, id, endpoint_id, event_id, event_type, subject_id, sequence, status,
    next_attempt_at, created_at, updated_at)
  values (v_m, uuidv7(), v_endpoint, v_e3, 'checkout.session.completed', v_pid, 3, 'PENDING', now(), now(), now());
  delete from charge_checks where merchant_no = v_m and charge_id = v_cid;
  insert into list_counters as k (merchant_no, day) values (v_m, current_date)
  on conflict (merchant_no, day) do update set sessions_processing = k.sessions_processing - 1,
    sessions_succeeded = k.sessions_succeeded + 1, intents_processing = k.intents_processing - 1,
    intents_succeeded = k.intents_succeeded + 1, charges_pending = k.charges_pending - 1,
    charges_succeeded = k.charges_succeeded + 1;
end $$;
