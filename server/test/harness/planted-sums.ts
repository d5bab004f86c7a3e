import type { MerchantNo } from "../../src/kit/ids.ts";
import type { TestApp } from "./app.ts";

const HOUR_MS = 3_600_000;
const OPERATORS = ["MTN", "ORANGE", "WAVE"] as const;
/** In the ranges of `truth-buckets.ts`: some seconds, with a long tail. */
const BUCKETS = [9, 11, 12, 14, 17, 20] as const;

/** How many attempts of an hour succeed, and how many fail: more by day than by night, and a bad hour now and then. */
function attemptsOf(hour: number, operator: number): readonly [succeeded: number, failed: number] {
  const busy = 4 + Math.round(4 * Math.sin(((hour % 24) / 24) * Math.PI)) + ((hour * 7 + operator * 3) % 5);
  const failed = (hour * 5 + operator) % 37 === 0 ? busy : Math.floor(busy / 6);
  return [busy, failed];
}

/** Sums of the hours before now, as weeks of payments would have left them: for charts that are looked at. */
export async function plantSums(test: TestApp, merchantNo: MerchantNo, days: number): Promise<void> {
  const endMs = Math.floor(test.clock.nowMs() / HOUR_MS) * HOUR_MS;
  const [wallet] = await test.owner.query<{ id: string }>({
    text: "select id from wallets where merchant_no = $1 and currency = 'XOF'",
    values: [merchantNo],
  });
  const hours = Array.from({ length: days * 24 }, (_none, back) => endMs - back * HOUR_MS);
  const rows = hours.flatMap((ms) =>
    OPERATORS.map((operator, index) => {
      const [succeeded, failed] = attemptsOf(ms / HOUR_MS, index);
      return {
        hour: new Date(ms),
        operator,
        succeeded,
        failed,
        bucket: BUCKETS[(ms / HOUR_MS + index) % BUCKETS.length],
      };
    }),
  );
  const columns = [
    rows.map(({ hour }) => hour),
    rows.map(({ operator }) => operator),
    rows.map(({ succeeded }) => succeeded),
    rows.map(({ failed }) => failed),
    rows.map(({ bucket }) => bucket),
  ];
  const from = `unnest($2::timestamptz[], $3::text[], $4::int[], $5::int[], $6::int[]) as r (hour, operator, succeeded, failed, bucket)`;
  await test.owner.query({
    text: `insert into report_attempts (merchant_no, hour, currency, status, payment_method, operator, country,
        provider_account_id, failure_code, truth_bucket, n, first_count, paid_count, amount)
      select $1::int, hour, 'XOF', 'SUCCEEDED', 'MOBILE_MONEY', operator, 'CI', null::uuid, null, bucket::smallint, succeeded, succeeded, succeeded,
        succeeded * 5000 from ${from}
      union all
      select $1::int, hour, 'XOF', 'FAILED', 'MOBILE_MONEY', operator, 'CI', null::uuid,
        case when operator = 'WAVE' then 'PAYMENT_NOT_CONFIRMED' else 'INSUFFICIENT_FUNDS' end, bucket::smallint, failed, failed, 0,
        failed * 5000 from ${from} where failed > 0
      on conflict do nothing`,
    values: [merchantNo, ...columns],
  });
  await test.owner.query({
    text: `insert into report_bookings (merchant_no, wallet_id, hour, currency, type, source_type, from_account, to_account,
        provider_account_id, payment_method, operator, country, n, amount)
      select $1::int, $7::uuid, hour, 'XOF', 'CHARGE', 'charge', 'clearing', 'available', null::uuid, 'MOBILE_MONEY', operator, 'CI', succeeded,
        succeeded * 5000 from ${from}
      union all
      select $1::int, $7::uuid, hour, 'XOF', 'FEE', 'charge', 'available', 'fees', null::uuid, 'MOBILE_MONEY', operator, 'CI', succeeded,
        succeeded * 75 from ${from}
      on conflict do nothing`,
    values: [merchantNo, ...columns, wallet?.id],
  });
}
