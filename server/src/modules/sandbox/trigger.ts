import type { Database } from "../../db/database.ts";
import { once } from "../../http/idempotency.ts";
import type { Caller, IdempotencyClaim } from "../../http/route.ts";
import type { Clock } from "../../kit/clock.ts";
import { type Id, type IdKind, type IdSource, prefixes, publicId } from "../../kit/ids.ts";
import type { Keyring } from "../../kit/keyring.ts";
import { formatSessionId } from "../../kit/session-id.ts";
import { type EventType, emitEvents } from "../webhooks/index.ts";
import { asSample, type NewId } from "./as-sample.ts";
import { requireSandbox } from "./clock.ts";
import { samples } from "./samples.ts";
import type { TriggeredView } from "./schemas.ts";

export interface TriggerDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly keyring: Keyring;
  readonly wakeWebhooks: () => void;
}

const kindOf = new Map(Object.entries(prefixes).map(([kind, prefix]) => [prefix as string, kind as IdKind]));

/**
 * Sends a sample of an event through the real path: written, listed, delivered, signed, retried. Its `data` is the
 * object of the documentation with new ids and today's times, and `test: true`, which no real event has. The ids refer
 * to nothing.
 */
export function createTrigger({ db, clock, ids, keyring, wakeWebhooks }: TriggerDeps) {
  /** Refuses with SANDBOX_ONLY. */
  return async (caller: Caller, type: EventType, claim: IdempotencyClaim | null): Promise<TriggeredView> => {
    requireSandbox(caller);
    const { merchantNo, merchantId, mode } = caller;
    const nowMs = clock.nowMs();
    const id = ids.next("event");
    const newId: NewId = (prefix) => {
      if (prefix === "cs") return formatSessionId(keyring, { merchantNo, id: ids.next("checkoutSession") });
      const kind = kindOf.get(prefix);
      if (kind === undefined) throw new Error(`no kind of id begins with ${prefix}`);
      return publicId(kind, ids.uuid() as Id<typeof kind>);
    };
    const sample = asSample(samples[type], { merchantId, nowMs, newId });
    const data = { ...sample, ...(sample.object === "merchant" ? { id: merchantId } : {}), test: true };
    const options = { claim, merchantNo, owner: id, nowMs, status: 201 } as const;
    const view = await once(db, keyring, options, async (tx) => {
      const deliveries = await emitEvents(tx, [
        // Its own subject, so that it is the first event and a receiver cannot miss an earlier one.
        {
          id,
          type,
          timestampMs: nowMs,
          mode,
          merchantId,
          merchantNo,
          subjectId: ids.uuid(),
          sequence: 1,
          data,
        },
      ]);
      return {
        object: "sandbox.event" as const,
        id: publicId("event", id),
        mode,
        type,
        deliveries,
        createdAt: new Date(nowMs).toISOString(),
      };
    });
    wakeWebhooks();
    return view;
  };
}
