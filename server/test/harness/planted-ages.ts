import type { TestApp } from "./app.ts";

const EVERY_MS = 300_000;
const READINGS = 48 * 12;

/** Readings of queues as two days would have left them: for lines that are looked at. */
export async function plantAges(test: TestApp): Promise<void> {
  const endMs = Math.floor(test.clock.nowMs() / EVERY_MS) * EVERY_MS;
  const [{ tenantId } = { tenantId: "" }] = await test.owner.query<{ tenantId: string }>({
    text: 'select tenant_id as "tenantId" from merchants where id = $1',
    values: [test.merchantId],
  });
  await test.owner.query({
    text: `
      insert into queue_ages (tenant_id, mode, queue, read_at, oldest_seconds)
      select q.tenant_id, q.mode, q.queue, $1::timestamptz - n * interval '5 minutes',
        (q.seconds * (1 + sin(n / 40.0 + length(q.queue))) / 2)::int
      from generate_series(0, ${READINGS - 1}) n, (values
        (null::uuid, null, 'READ', 0), (null, null, 'WEBHOOKS', 240), (null, null, 'BACKGROUND', 45),
        ($2::uuid, 'SANDBOX', 'HELD_MONEY', 90000)) q (tenant_id, mode, queue, seconds)
      on conflict do nothing`,
    values: [new Date(endMs), tenantId],
  });
}
