import type { Transaction } from "../../db/database.ts";
import type { IdSource, MerchantNo } from "../../kit/ids.ts";
import type { Keyring } from "../../kit/keyring.ts";
import { openEndpoint } from "./addresses.ts";
import { PING } from "./events.ts";
import type { Delivery } from "./history-store.ts";
import { nextEventSequence } from "./manage-store.ts";
import { emitToOne } from "./replay-store.ts";
import { type Endpoint, readEndpoints } from "./store.ts";
import { tellEndpoint } from "./view.ts";

/**
 * Writes an `endpoint.ping` for this endpoint only, whatever it subscribed to. A 2xx to it verifies the address. Returns null
 * when the endpoint is no longer ACTIVE. After the commit, call the worker's `notifyNewDeliveries`.
 * Source: docs/concepts/webhooks.md.
 */
export async function sendPing(
  tx: Transaction,
  ids: IdSource,
  endpoint: Endpoint,
  nowMs: number,
): Promise<Delivery | null> {
  const sequence = await nextEventSequence(tx, endpoint);
  if (sequence === null) return null;
  return emitToOne(tx, endpoint, {
    id: ids.next("event"),
    type: PING,
    timestampMs: nowMs,
    mode: endpoint.mode,
    merchantNo: endpoint.merchantNo,
    merchantId: endpoint.merchantId,
    subjectId: endpoint.id,
    sequence,
    data: tellEndpoint(endpoint),
  });
}

/** Writes a ping for each ACTIVE endpoint of the merchant that is not verified. Returns the number of pings. */
export async function challengeUnverified(
  tx: Transaction,
  { ids, keyring }: { readonly ids: IdSource; readonly keyring: Keyring },
  merchantNo: MerchantNo,
  nowMs: number,
): Promise<number> {
  let count = 0;
  for (const stored of await readEndpoints(tx, merchantNo)) {
    if (stored.verifiedAtMs !== null) continue;
    if ((await sendPing(tx, ids, openEndpoint(keyring, stored), nowMs)) !== null) count += 1;
  }
  return count;
}
