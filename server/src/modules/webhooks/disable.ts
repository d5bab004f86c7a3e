import { systemActor } from "../../db/audit.ts";
import type { Transaction } from "../../db/database.ts";
import { recordNews } from "../../db/merchant-news.ts";
import type { IdSource } from "../../kit/ids.ts";
import type { Keyring } from "../../kit/keyring.ts";
import type { Logger } from "../../kit/logger.ts";
import { openEndpoint } from "./addresses.ts";
import { emitEvents } from "./event-store.ts";
import type { DisabledReason } from "./states.ts";
import { disableActive, type EndpointKey } from "./store.ts";
import { tellEndpoint } from "./view.ts";

export interface DisableDeps {
  readonly ids: IdSource;
  readonly keyring: Keyring;
  readonly log: Logger;
}

export interface Disabling {
  readonly reason: DisabledReason;
  readonly nowMs: number;
  /** When given, only endpoints that have been failing since then or earlier. */
  readonly failingBeforeMs: number | null;
}

/**
 * Disables the ACTIVE ones of these endpoints and informs the merchant's other endpoints and its people. The worker's
 * next rounds cancel their pending deliveries. Returns how many were disabled.
 */
export async function disableEndpoints(
  tx: Transaction,
  { ids, keyring, log }: DisableDeps,
  keys: readonly EndpointKey[],
  { reason, nowMs, failingBeforeMs }: Disabling,
): Promise<number> {
  const disabled = await disableActive(tx, keys, reason, nowMs, failingBeforeMs);
  await emitEvents(
    tx,
    disabled.map((endpoint) => ({
      id: ids.next("event"),
      type: "webhook_endpoint.disabled" as const,
      timestampMs: nowMs,
      mode: endpoint.mode,
      merchantNo: endpoint.merchantNo,
      merchantId: endpoint.merchantId,
      subjectId: endpoint.id,
      sequence: endpoint.eventSequence,
      data: tellEndpoint(openEndpoint(keyring, endpoint)),
    })),
  );
  await recordNews(
    tx,
    disabled.map(({ merchantNo, id }) => ({
      merchantNo,
      kind: "ENDPOINT_DISABLED" as const,
      subject: id,
      actor: systemActor,
      atMs: nowMs,
    })),
  );
  for (const { id } of disabled) log.warn("webhook.endpoint.disabled", { endpointId: id, reason });
  return disabled.length;
}
