import type { Database } from "../../db/database.ts";
import { createLoop, type Loop } from "../../jobs/loop.ts";
import type { Clock } from "../../kit/clock.ts";
import type { IdSource } from "../../kit/ids.ts";
import type { Keyring } from "../../kit/keyring.ts";
import type { Logger } from "../../kit/logger.ts";
import { openEndpoint, sealAddress } from "./addresses.ts";
import { sendPing } from "./challenge.ts";
import { lockUnsealed, writeSealed } from "./seal-store.ts";

export interface AddressSealingDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly keyring: Keyring;
  readonly log: Logger;
  /** Called after the commit of deliveries that are due at once. */
  readonly notifyNewDeliveries: () => void;
}

const BATCH = 100;
const EVERY_MS = 60_000;

/**
 * Seals the addresses of endpoints that an earlier release registered, and sends a ping to the ones that are not verified, because
 * nothing else is sent to them until they answer one. It runs after a start, in small transactions, so an interrupted run continues
 * with the next start. It repeats once a minute, because processes of the earlier release may still be running.
 */
export function createAddressSealing(deps: AddressSealingDeps): Loop {
  const { db, clock, ids, keyring, log, notifyNewDeliveries } = deps;
  return createLoop({
    name: "webhook_addresses",
    intervalMs: EVERY_MS,
    clock,
    log,
    run: async (nowMs) => {
      const endpoints = await db.transaction(async (tx) => {
        const unsealed = (await lockUnsealed(tx, BATCH)).map((stored) => openEndpoint(keyring, stored));
        if (unsealed.length === 0) return unsealed;
        await writeSealed(
          tx,
          unsealed.map((endpoint) => ({
            merchantNo: endpoint.merchantNo,
            id: endpoint.id,
            sealedUrl: sealAddress(keyring, endpoint, endpoint.url),
          })),
        );
        for (const endpoint of unsealed) {
          if (endpoint.verifiedAtMs === null) await sendPing(tx, ids, endpoint, nowMs);
        }
        return unsealed;
      });
      if (endpoints.length > 0) {
        log.info("webhook.addresses.sealed", { count: endpoints.length });
        notifyNewDeliveries();
      }
      return endpoints.length;
    },
  });
}
