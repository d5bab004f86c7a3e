import type { Queryable, Transaction } from "../../db/database.ts";
import { type Endpoint, type EndpointKey, endpointColumns, type StoredEndpoint } from "./store.ts";

/** The endpoint, locked until the transaction ends; null when there is none or it was deleted. */
export async function lockEndpoint(
  tx: Transaction,
  { merchantNo, id }: EndpointKey,
): Promise<StoredEndpoint | null> {
  const [row] = await tx.query<StoredEndpoint>({
    text: `select ${endpointColumns} from webhook_endpoints p join merchant_numbers number using (merchant_no)
      where p.merchant_no = $1 and p.id = $2 and p.deleted_at is null for no key update of p`,
    values: [merchantNo, id],
  });
  return row ?? null;
}

/**
 * Writes the fields that a merchant can change. `sealedUrl` is a new address, which is not verified; null keeps the
 * present one. `forgetHealth` clears the endpoint's failures and pauses.
 */
export async function writeEndpoint(
  tx: Transaction,
  endpoint: Omit<Endpoint, "url">,
  sealedUrl: Buffer | null,
  forgetHealth: boolean,
): Promise<void> {
  await tx.query({
    text: `update webhook_endpoints
         set proved_at = case when $3::bytea is null then proved_at end,
             url = case when $3::bytea is null then url end, sealed_url = coalesce($3, sealed_url),
             events = $4::text[], status = $5, disabled_reason = $6, description = $7, ordered = $8,
             version = $9, updated_at = $10,
             failing_since = case when $11 then null else failing_since end,
             failure_streak = case when $11 then 0 else failure_streak end,
             paused_until = case when $11 then null else paused_until end
       where merchant_no = $1 and id = $2`,
    values: [
      endpoint.merchantNo,
      endpoint.id,
      sealedUrl,
      endpoint.events,
      endpoint.status,
      endpoint.disabledReason,
      endpoint.description,
      endpoint.ordered,
      endpoint.version,
      new Date(endpoint.updatedAtMs),
      forgetHealth,
    ],
  });
}

/**
 * Deletes the endpoint permanently from view. It becomes DISABLED too, so that the worker cancels its pending
 * deliveries.
 */
export async function markDeleted(
  tx: Transaction,
  { merchantNo, id }: EndpointKey,
  nowMs: number,
): Promise<void> {
  await tx.query({
    text: `update webhook_endpoints
         set status = 'DISABLED', disabled_reason = coalesce(disabled_reason, 'REQUESTED'), deleted_at = $3,
             previous_secret = null, previous_secret_expires_at = null, version = version + 1, updated_at = $3
       where merchant_no = $1 and id = $2`,
    values: [merchantNo, id, new Date(nowMs)],
  });
}

/** The present secret keeps signing until `overlapEndsAtMs`, together with the new one; null: it stops now. */
export async function writeSecret(
  tx: Transaction,
  { merchantNo, id }: EndpointKey,
  sealed: Buffer,
  overlapEndsAtMs: number | null,
  nowMs: number,
): Promise<void> {
  await tx.query({
    text: `update webhook_endpoints
         set previous_secret = case when $4::timestamptz is null then null else secret end,
             previous_secret_expires_at = $4, secret = $3, version = version + 1, updated_at = $5
       where merchant_no = $1 and id = $2`,
    values: [
      merchantNo,
      id,
      sealed,
      overlapEndsAtMs === null ? null : new Date(overlapEndsAtMs),
      new Date(nowMs),
    ],
  });
}

/** The number of the next event about the endpoint itself. Null when it is no longer ACTIVE. */
export async function nextEventSequence(
  tx: Transaction,
  { merchantNo, id }: EndpointKey,
): Promise<number | null> {
  const [row] = await tx.query<{ sequence: number }>({
    text: `update webhook_endpoints set event_sequence = event_sequence + 1
      where merchant_no = $1 and id = $2 and status = 'ACTIVE' returning event_sequence as sequence`,
    values: [merchantNo, id],
  });
  return row?.sequence ?? null;
}

/** Whether the endpoint takes deliveries at this moment. */
export async function isActive(db: Queryable, { merchantNo, id }: EndpointKey): Promise<boolean> {
  const rows = await db.query({
    text: "select 1 from webhook_endpoints where merchant_no = $1 and id = $2 and status = 'ACTIVE'",
    values: [merchantNo, id],
  });
  return rows.length === 1;
}
