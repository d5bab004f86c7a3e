import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Id, MerchantId } from "../../src/kit/ids.ts";
import { eventPayload } from "../../src/modules/webhooks/events.ts";
import { startTestApp, type TestApp } from "../harness/app.ts";

const DAY_MS = 86_400_000;
/** One page looks through 10 000. The first one of all is the only one that fits. */
const ROWS = 10_050;
const PAGE_SIZE = 2;

let test: TestApp;
let base: string;
let endpointId: string;

/** Ids of the year before, one a second. */
const made = `(
  select n, (lpad(to_hex(ms), 12, '0') || '70008000' || lpad(to_hex(n), 12, '0'))::uuid as id, to_timestamp(ms / 1000.0) as at
  from generate_series(1, ${ROWS}) n, lateral (select $2::bigint + n * 1000 as ms) ms) made`;

beforeAll(async () => {
  test = await startTestApp({ seed: 71 });
  base = `/merchant/merchants/${test.merchantId}`;
  const endpoint = await test.request("POST", `${base}/webhook-endpoints`, {
    body: { url: "http://127.0.0.1:9/hooks", events: ["payment.succeeded"] },
  });
  expect(endpoint.status, JSON.stringify(endpoint.body)).toBe(201);
  endpointId = endpoint.body.data.id;
  const values = [test.merchantNo, test.clock.nowMs() - 10 * DAY_MS];
  const [oldest] = await test.owner.query<{ id: Id<"event"> }>({
    text: `select id from ${made} where n = 1 and $1::int is not null`,
    values,
  });
  const payload = eventPayload({
    ...{
      id: oldest?.id as Id<"event">,
      type: "payout.paid",
      timestampMs: test.clock.nowMs(),
      mode: "SANDBOX",
    },
    ...{ merchantId: test.merchantId as MerchantId, sequence: 1, data: {} },
  });
  await test.owner.query({
    text: `insert into events (merchant_no, id, type, subject_id, sequence, payload, created_at)
      select $1, id, case n when 1 then 'payout.paid' else 'payment.succeeded' end, id, 1, $3, at from ${made}`,
    values: [...values, payload],
  });
  await test.owner.query({
    text: `insert into webhook_deliveries (merchant_no, id, endpoint_id, event_id, event_type, subject_id, sequence, status,
        last_status_code, created_at, updated_at)
      select $1, id, (select id from webhook_endpoints where merchant_no = $1), id, 'payment.succeeded', id, 1,
        case n when 1 then 'FAILED' else 'SUCCEEDED' end, case n when 1 then 418 else 200 end, at, at from ${made}`,
    values,
  });
  await test.owner.query({
    text: "select request_log_add_day(day::date) from generate_series(to_timestamp($1::float8), to_timestamp($1::float8) + interval '1 day', '1 day') day",
    values: [(values[1] ?? 0) / 1_000],
  });
  await test.owner.query({
    text: `insert into request_log (merchant_no, id, operation_id, method, path, status, duration_ms, actor_kind, actor_id, ip,
        is_replay, not_kept, error_code)
      select $1, id, 'x', case n when 1 then 'DELETE' else 'GET' end, '/x', case n when 1 then 409 else 200 end, 1, 'key',
        gen_random_uuid(), '203.0.113.1', false, 0, case n when 1 then 'IDEMPOTENCY_CONFLICT' end from ${made}`,
    values,
  });
  await test.owner.query({
    text: `insert into refunds (merchant_no, id, charge_id, payment_intent_id, wallet_id, status, amount, currency, reason, route,
        provider_account_id, source_account, created_at, updated_at)
      select $1, id, id, id, id, case n when 1 then 'FAILED' else 'SUCCEEDED' end, 5000, case n when 1 then 'XAF' else 'XOF' end,
        'OTHER', 'ORIGINAL_RAIL', id, 'reserved', at, at from ${made}`,
    values,
  });
});
afterAll(() => test?.stop());

const read = async (path: string) => {
  const { status, body } = await test.request("GET", path);
  expect(status, JSON.stringify(body)).toBe(200);
  return { rows: body.data.length as number, ...body.meta };
};
const lists = {
  events: () => `${base}/events?type=payout.paid`,
  "deliveries by status": () => `${base}/webhook-endpoints/${endpointId}/deliveries?status=FAILED`,
  "deliveries by code": () => `${base}/webhook-endpoints/${endpointId}/deliveries?code=418`,
  "requests by method": () => `${base}/requests?method=DELETE`,
  "requests by error": () => `${base}/requests?errorCode=IDEMPOTENCY_CONFLICT`,
  "refunds by status": () => "/payments/refunds?status=FAILED",
  "refunds by currency": () => "/payments/refunds?currency=XAF",
};

describe.each(Object.entries(lists))("%s that one of the oldest fits", (_name, pathOf) => {
  it("are looked through by ten thousand, and the page says where to go on", async () => {
    const path = `${pathOf()}&pageSize=${PAGE_SIZE}`;
    const first = await read(path);
    expect(first).toMatchObject({ rows: 0, hasMore: true, total: null });
    expect(await read(`${path}&starting_after=${first.nextCursor}`)).toMatchObject({
      ...{ rows: 1, hasMore: false, nextCursor: null },
    });
  });

  it("are found at once from the other end, and there is more to look through", async () => {
    const oldest = await read(`${pathOf()}&pageSize=${PAGE_SIZE}&sort=createdAt`);
    expect(oldest).toMatchObject({ rows: 1, hasMore: true });
    const rest = await read(
      `${pathOf()}&pageSize=${PAGE_SIZE}&sort=createdAt&starting_after=${oldest.nextCursor}`,
    );
    expect(rest).toMatchObject({ rows: 0, hasMore: false, nextCursor: null });
  });

  it("are found within a period that has fewer than ten thousand", async () => {
    const until = new Date(test.clock.nowMs() - 10 * DAY_MS + 60_000).toISOString();
    expect(await read(`${pathOf()}&createdTo=${until}`)).toMatchObject({ rows: 1, hasMore: false });
  });
});

it("a page that is full before that says where its last entry is, as ever", async () => {
  const page = await read(
    `${base}/webhook-endpoints/${endpointId}/deliveries?code=200&pageSize=${PAGE_SIZE}`,
  );
  expect(page).toMatchObject({ rows: PAGE_SIZE, hasMore: true });
  expect(page.nextCursor).toMatch(/^wd_/);
});

it("refused requests are found by their own index, however old they are", async () => {
  expect(await read(`${base}/requests?refused=true`)).toMatchObject({ rows: 1, hasMore: false });
});
