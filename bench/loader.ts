import type { Database } from "../server/src/db/database.ts";
import type { Bench } from "./bench.ts";
import type { MerchantKey } from "./plan.ts";

/** A year: merchants differ by how much they sell, not by how long they have existed. */
const DAYS = 365;
const DAY_MS = 86_400_000;
const BATCH = 20_000;
const SEALS_WAIT_MS = 600_000;

/**
 * Gives a merchant this many paid charges, spread evenly over the last year and consistent with every invariant:
 * sessions, intents, charges, transfers with their chain of balances, counters. Without events, which are only
 * temporary, and without fees. The merchant must not have been paid before: balances are a chain in time.
 */
export async function fillCharges(
  db: Database,
  { merchantId, walletId }: MerchantKey,
  count: number,
  say: Bench["say"],
): Promise<void> {
  const [merchant] = await db.query<{ merchantNo: number; accountId: string; transfers: bigint }>({
    text: `
      select n.merchant_no as "merchantNo", w.transfer_count as transfers,
        (select id from provider_accounts limit 1) as "accountId"
      from merchant_numbers n join wallets w on w.merchant_no = n.merchant_no and w.id = $2
      where n.merchant_id = $1 and n.mode = 'SANDBOX'`,
    values: [merchantId, walletId],
  });
  if (merchant === undefined || merchant.transfers > 0n) throw new Error("a merchant without payments");
  const endMs = Math.floor(Date.now() / DAY_MS) * DAY_MS;
  const stepMs = (DAYS * DAY_MS) / count;
  let saidAt = performance.now();
  for (let from = 1; from <= count; from += BATCH) {
    const to = Math.min(count, from + BATCH - 1);
    const values = [
      merchant.merchantNo,
      walletId,
      merchant.accountId,
      from,
      to,
      endMs - DAYS * DAY_MS,
      stepMs,
    ];
    // On two connections: each keeps a core busy.
    await Promise.all([db.query({ text: sessionsSql, values }), db.query({ text: chargesSql, values })]);
    if (performance.now() - saidAt > 10_000) {
      saidAt = performance.now();
      say(`  ${Math.round((to / count) * 100)} % of ${count} charges …`);
    }
  }
  await awaitSeals(db, walletId, say);
  // Otherwise autovacuum would do it during the measurement.
  for (const table of [
    "checkout_sessions",
    "payment_intents",
    "charges",
    "ledger_transfers",
    "list_counters",
  ]) {
    await db.query({ text: `vacuum (analyze) ${table}` });
  }
  await db.query({ text: "checkpoint" });
}

/** The service seals booked transfers in the background: wait until that is done before measuring. */
async function awaitSeals(db: Database, walletId: string, say: Bench["say"]): Promise<void> {
  const until = performance.now() + SEALS_WAIT_MS;
  for (let told = false; performance.now() < until; told = true) {
    const [row] = await db.query<{ left: bigint }>({
      text: `
        select w.transfer_count - coalesce((
          select max(last_position) from ledger_seals s where s.merchant_no = w.merchant_no and s.wallet_id = w.id), 0) as left
        from wallets w where w.id = $1`,
      values: [walletId],
    });
    if (row?.left === 0n) return;
    if (!told) say(`  The service seals ${row?.left} transfers …`);
    await new Promise((resolve) => setTimeout(resolve, 1_000));
  }
  throw new Error("the transfers were not sealed in time");
}

/** Version 7: made at `ms`, the `n`th of its kind. */
const idSql = (kind: number): string =>
  `(lpad(to_hex(ms), 12, '0') || '70008${kind}' || lpad(to_hex(n), 14, '0'))::uuid`;
const AMOUNT = 5_000;
const DETAIL = JSON.stringify({
  description: "Six yards of printed cotton",
  successUrl: "https://shop.example/thanks?session={CHECKOUT_SESSION_ID}",
  cancelUrl: null,
  locale: "fr",
  customFields: [],
  successMessage: null,
  primaryColor: null,
  metadata: { orderId: "A-1042" },
});
/** Of a thousand charges one is a bank transfer, 99 are by card, one is by the operator FREE, and the others by three operators. */
const METHOD_SQL =
  "case n % 1000 when 0 then 'BANK_TRANSFER' else case n % 10 when 0 then 'CARD' else 'MOBILE_MONEY' end end";
const OPERATOR_SQL =
  "case n % 1000 when 501 then 'FREE' else (array['ORANGE', 'MTN', 'WAVE'])[1 + n % 3] end";
const DETAILS_SQL = `case n % 10 when 0 then '{"countryCode":"CI"}'
  else '{"phone":"+225 07 ** ** ** 89","operator":"' || ${OPERATOR_SQL} || '","countryCode":"CI"}' end`;

/**
 * $1 merchant, $2 wallet, $3 account at the provider, $4 to $5 the numbers of the charges, $6 epoch ms of the first
 * day, $7 ms between two.
 */
const madeSql = `
  made as materialized (
    select n, $1::int as no, $2::uuid as wid, $3::uuid as aid, ${idSql(0)} as sid, ${idSql(1)} as pid, ${idSql(2)} as cid,
      ${idSql(3)} as tid, to_timestamp(ms / 1000.0) as at, 'A-' || n as reference
    from (select n, $6::bigint + (n * $7::float8)::bigint as ms from generate_series($4::bigint, $5::bigint) n) numbered
  )`;

const sessionsSql = `
  with ${madeSql},
  sessions as (
    insert into checkout_sessions (merchant_no, id, status, amount, currency, title, detail, reference, max_attempts,
      attempt_count, late_payment_policy, payment_intent_id, charge_id, version, expires_at, completed_at, created_at, updated_at)
    select no, sid, 'SUCCEEDED', ${AMOUNT}, 'XOF', 'Pagne wax', '${DETAIL}', reference, 5, 1, 'ACCEPT', pid, cid, 3,
      at + interval '30 min', at, at, at from made
  )
  insert into payment_intents (merchant_no, id, session_id, status, amount, amount_received, currency, charge_ids,
    latest_charge_id, reference, metadata, version, succeeded_at, created_at, updated_at)
  select no, pid, sid, 'SUCCEEDED', ${AMOUNT}, ${AMOUNT}, 'XOF', array[cid], cid, reference, '{"orderId":"A-1042"}', 2,
    at, at, at from made`;

const chargesSql = `
  with ${madeSql},
  charges as (
    insert into charges (merchant_no, id, payment_intent_id, session_id, attempt_number, status, amount, currency, wallet_id,
      payment_method, method_details, payer, payer_phone_mac, request_fingerprint, provider_account_id, provider,
      provider_transaction_id, pays, reference, metadata, version, succeeded_at, created_at, updated_at)
    select no, cid, pid, sid, 1, 'SUCCEEDED', ${AMOUNT}, 'XOF', wid, ${METHOD_SQL}, ${DETAILS_SQL},
      decode(repeat('ab', 190), 'hex'), sha256(int8send(n % 200000)), sha256(int8send(n)), aid, 'simulator',
      'PP' || n, true, reference, '{"orderId":"A-1042"}', 2, at, at, at from made
  ),
  transfers as (
    insert into ledger_transfers (merchant_no, id, transaction_id, wallet_id, position, from_account, to_account, amount,
      currency, type, source_type, source_id, balance_after, created_at)
    select no, tid, tid, wid, n, 'clearing:' || aid, 'available', ${AMOUNT}, 'XOF', 'CHARGE', 'charge', cid,
      n * ${AMOUNT}, at from made
  ),
  counted as (
    insert into list_counters as k (merchant_no, day, sessions_succeeded, intents_succeeded, charges_succeeded)
    select no, (at at time zone 'UTC')::date, count(*), count(*), count(*) from made group by 1, 2
    on conflict (merchant_no, day) do update set sessions_succeeded = k.sessions_succeeded + excluded.sessions_succeeded,
      intents_succeeded = k.intents_succeeded + excluded.intents_succeeded,
      charges_succeeded = k.charges_succeeded + excluded.charges_succeeded
  )
  update wallets set available = $5::bigint * ${AMOUNT}, transfer_count = $5::bigint, version = version + 1, updated_at = now()
  where merchant_no = $1 and id = $2`;
