import { dayText } from "../server/src/db/list-days.ts";
import { type Id, publicId } from "../server/src/kit/ids.ts";
import { atMost, type Bench, type Ratio } from "./bench.ts";
import { type Cell, measureRun } from "./cell.ts";
import type { MerchantKey } from "./plan.ts";
import { runReads } from "./processes.ts";
import type { Stand } from "./stand.ts";

/** What follows from payments, of one merchant: lists without a total but for refunds and payouts, narrowed as on the screens. */
export interface HistoryCells {
  readonly entries: number;
  readonly pages: readonly { readonly name: string; readonly cell: Cell }[];
}

const DAYS = 12;
const DAY_MS = 86_400_000;
const BATCH = 50_000;
const PAGE_SIZE = 25;
/** Of these many entries one is rare. */
const RARE = 1_000;

/** Fills the lists of a merchant without payments, and reads them. The books do not fit them afterwards: it comes last. */
export async function measureHistories(
  bench: Bench,
  stand: Stand,
  merchant: MerchantKey,
  entries: number,
): Promise<HistoryCells> {
  const endpointId = await fill(stand, merchant, entries, bench.say);
  const base = `/merchant/merchants/${merchant.merchantId}`;
  const deliveries = `${base}/webhook-endpoints/${endpointId}/deliveries`;
  const lists: readonly (readonly [name: string, path: string])[] = [
    ["events", `${base}/events?`],
    ["events of a common type", `${base}/events?type=payment.succeeded`],
    ["events of a rare type", `${base}/events?type=payout.paid`],
    ["events of a type that nobody has", `${base}/events?type=payout.reversed`],
    ["deliveries", `${deliveries}?`],
    ["deliveries that failed, rare", `${deliveries}?status=FAILED`],
    ["deliveries with a rare answer", `${deliveries}?code=418`],
    ["deliveries with an answer that nobody gave", `${deliveries}?code=299`],
    ["requests", `${base}/requests?`],
    ["requests of a rare method", `${base}/requests?method=DELETE`],
    ["requests below a path that nobody asked", `${base}/requests?path=/payments/wallets`],
    ["requests that were refused, rare", `${base}/requests?refused=true`],
    ["requests that were refused with another code", `${base}/requests?refused=true&errorCode=RATE_LIMITED`],
    ["refunds and total", "/payments/refunds?"],
    ["refunds that failed, rare", "/payments/refunds?status=FAILED"],
    ["payouts and total", "/payments/payouts?"],
    ["payouts that were reversed, rare", "/payments/payouts?status=REVERSED"],
  ];
  const pages = [];
  for (const [name, path] of lists) {
    bench.say(`${name}, ${entries} entries …`);
    const cell = await measureRun(`${name}, ${entries}`, 1, stand, () =>
      runReads({
        port: stand.service.port,
        call: "list",
        targets: [{ path: `${path}&pageSize=${PAGE_SIZE}`, apiKey: merchant.apiKey }],
        connections: 1,
        warmUp: bench.warmUp / 4,
        seconds: bench.seconds / 4,
        seed: bench.seed,
      }),
    );
    pages.push({ name, cell });
  }
  return { entries, pages };
}

export function historyRatios(sizes: readonly HistoryCells[]): readonly Ratio[] {
  const [least] = sizes;
  const most = sizes.at(-1);
  if (least === undefined || most === undefined || least === most) return [];
  return most.pages.flatMap(({ name, cell }) => {
    const small = least.pages.find((page) => page.name === name);
    if (small === undefined) return [];
    return [atMost(`${name}: ${most.entries} ÷ ${least.entries}, p50`, p50(cell) / p50(small.cell), 1.5)];
  });
}

const p50 = (cell: Cell): number => cell.calls.list?.p50 ?? 0;

/** Returns the public id of the merchant's endpoint. */
async function fill(
  { db }: Stand,
  { merchantId, walletId }: MerchantKey,
  entries: number,
  say: Bench["say"],
): Promise<string> {
  const [merchant] = await db.query<{ no: number; endpointId: Id<"webhookEndpoint">; accountId: string }>({
    text: `
      select n.merchant_no as no, e.id as "endpointId", (select id from provider_accounts limit 1) as "accountId"
      from merchant_numbers n join webhook_endpoints e on e.merchant_no = n.merchant_no
      where n.merchant_id = $1 and n.mode = 'SANDBOX'`,
    values: [merchantId],
  });
  if (merchant === undefined) throw new Error("the merchant has an endpoint");
  const startMs = Math.floor(Date.now() / DAY_MS) * DAY_MS - DAYS * DAY_MS;
  for (let day = 0; day <= DAYS; day += 1) {
    const text = dayText(startMs + day * DAY_MS);
    await db.query({ text: "select request_log_add_day($1::date)", values: [text] });
  }
  const { no, endpointId, accountId } = merchant;
  await db.query({ text: beneficiarySql, values: [no] });
  for (let from = 1; from <= entries; from += BATCH) {
    const to = Math.min(entries, from + BATCH - 1);
    const made = [no, from, to, startMs, (DAYS * DAY_MS) / entries];
    await Promise.all([
      db.query({ text: eventsSql, values: [...made, endpointId] }),
      db.query({ text: requestsSql, values: made }),
    ]);
    await db.query({ text: refundsSql, values: [...made, walletId, accountId] });
    await db.query({ text: payoutsSql, values: [...made, walletId, accountId] });
    if (from % 200_000 === 1) say(`  ${Math.round((to / entries) * 100)} % of ${entries} entries …`);
  }
  for (const table of ["events", "webhook_deliveries", "request_log", "refunds", "payouts"])
    await db.query({ text: `vacuum (analyze) ${table}` });
  return publicId("webhookEndpoint", endpointId);
}

/** $1 merchant, $2 to $3 the numbers of the entries, $4 epoch ms of the first day, $5 ms between two. */
const madeSql = `(
  select n, (lpad(to_hex(ms), 12, '0') || '70008000' || lpad(to_hex(n), 12, '0'))::uuid as id, to_timestamp(ms / 1000.0) as at,
    n % ${RARE} = 1 as rare
  from (select n, $4::bigint + (n * $5::float8)::bigint as ms from generate_series($2::bigint, $3::bigint) n) numbered) made`;

/** As large as an event of a payment, with its delivery to $6. */
const eventsSql = `
  with made as materialized (select * from ${madeSql}), events as (
    insert into events (merchant_no, id, type, subject_id, sequence, payload, created_at)
    select $1, id, case when rare then 'payout.paid' else 'payment.succeeded' end, id, 1,
      '{"id":"evt_00000000000000000000000000","object":"event","type":"payment.succeeded","timestamp":"2026-11-29T10:00:00.000Z",'
      '"apiVersion":"v1","mode":"SANDBOX","merchantId":"00000000-0000-7000-8000-000000000000","sequence":1,"data":{"text":"'
      || repeat('x', 900) || '"}}', at from made)
  insert into webhook_deliveries (merchant_no, id, endpoint_id, event_id, event_type, subject_id, sequence, status,
    attempt_count, last_status_code, created_at, updated_at)
  select $1, id, $6::uuid, id, 'payment.succeeded', id, 1, case when rare then 'FAILED' else 'SUCCEEDED' end, 1,
    case when rare then 418 else 200 end, at, at from made`;

const requestsSql = `
  insert into request_log (merchant_no, id, operation_id, method, path, status, duration_ms, actor_kind, actor_id, ip,
    is_replay, not_kept, error_code)
  select $1, id, 'createCheckoutSession', case when rare then 'DELETE' else 'POST' end, '/checkout/sessions',
    case when rare then 409 else 201 end, 4, 'key', id, '203.0.113.1', false, 0, case when rare then 'VERSION_CONFLICT' end
  from ${madeSql}`;

const refundsSql = `
  insert into refunds (merchant_no, id, charge_id, payment_intent_id, wallet_id, status, amount, currency, reason, route,
    provider_account_id, source_account, created_at, updated_at)
  select $1, id, id, id, $6::uuid, case when rare then 'FAILED' else 'SUCCEEDED' end, 5000, 'XOF', 'OTHER', 'ORIGINAL_RAIL',
    $7::uuid, 'reserved', at, at from ${madeSql}`;

const BENEFICIARY = "00000000-0000-7000-8000-00000000b0b0";
const beneficiarySql = `
  insert into beneficiaries (merchant_no, id, name, type, details, shown, currency, status, payouts_allowed_from, created_at, updated_at)
  values ($1, '${BENEFICIARY}', 'Awa', 'MOBILE_MONEY', '', '{}', 'XOF', 'ACTIVE', now(), now(), now())`;
const DESTINATION = JSON.stringify({
  ...{ name: "Awa", type: "MOBILE_MONEY", phone: "+225 05 ** ** ** 89", operator: "MTN", countryCode: "CI" },
  ...{ iban: null, bankName: null, walletId: null },
});
const payoutsSql = `
  insert into payouts (merchant_no, id, wallet_id, beneficiary_id, destination, amount, currency, status, approval_required,
    created_by, provider_account_id, created_at, updated_at)
  select $1, id, $6::uuid, '${BENEFICIARY}', '${DESTINATION}', 5000, 'XOF',
    case when rare then 'REVERSED' else 'PAID' end, false, id, $7::uuid, at, at from ${madeSql}`;
