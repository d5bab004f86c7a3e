import { ledgerUnsealed, sealAge, webhookEndpoints } from "../metrics/database-table.ts";
import { endpointStateSql } from "../modules/webhooks/index.ts";
import type { Reading } from "./reading.ts";

/** Webhook endpoints by state. */
export const readEndpoints: Reading = async (db, nowMs) => {
  webhookEndpoints.clear();
  const rows = await db.query<{ state: string; n: number }>({
    text: `select ${endpointStateSql} as state, count(*)::int as n
      from webhook_endpoints e where e.deleted_at is null group by 1`,
    values: [new Date(nowMs)],
  });
  for (const { state, n } of rows) webhookEndpoints.set({ state }, n);
};

/**
 * Transfers that no seal covers yet. The sealer visits the same rows every ten seconds. While a demonstration's past is
 * being made its transfers are dated weeks back, which says nothing of the sealer: they count, without an age.
 */
export const readSeals: Reading = async (db, nowMs) => {
  ledgerUnsealed.clear();
  sealAge.clear();
  const [row] = await db.query<{ unsealed: number; oldestMs: number | null }>({
    text: `
      select coalesce(sum(w.transfer_count - coalesce(s.last_position, 0)), 0)::float8 as unsealed,
        min(t.created_at) filter (where w.merchant_no not in (
          select n.merchant_no from demonstrations d join merchant_numbers n on n.merchant_id = d.merchant_id
           where d.finished_at is null)) as "oldestMs"
      from wallets w
      left join lateral (
        select last_position from ledger_seals l where l.merchant_no = w.merchant_no and l.wallet_id = w.id
        order by first_position desc limit 1) s on true
      left join ledger_transfers t on t.merchant_no = w.merchant_no and t.wallet_id = w.id
        and t.position = coalesce(s.last_position, 0) + 1
      where w.transfer_count > coalesce(s.last_position, 0)`,
  });
  if (row === undefined) return;
  ledgerUnsealed.set({}, row.unsealed);
  sealAge.set({}, row.oldestMs === null ? 0 : Math.max(0, (nowMs - row.oldestMs) / 1_000));
};
