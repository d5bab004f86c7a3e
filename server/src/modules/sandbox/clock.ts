import { writeAudit } from "../../db/audit.ts";
import type { Database, Transaction } from "../../db/database.ts";
import { errors } from "../../http/errors.ts";
import { once } from "../../http/idempotency.ts";
import { type Caller, callerActor, type IdempotencyClaim, type RequestFacts } from "../../http/route.ts";
import type { Clock } from "../../kit/clock.ts";
import type { IdSource, MerchantNo } from "../../kit/ids.ts";
import type { Keyring } from "../../kit/keyring.ts";
import { addToClock, findClock, type SandboxClock, shiftWaiting } from "./clock-store.ts";
import type { AdvancedView, ClockView } from "./schemas.ts";

export interface SandboxClockDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly keyring: Keyring;
  /** Moves the due times of the provider simulator for this merchant; returns the number of rows. */
  readonly shiftProvider: (tx: Transaction, merchantNo: MerchantNo, seconds: number) => Promise<number>;
  /** Called after the commit: work that became due is done at once. */
  readonly wakeWork: () => void;
}

/** Refuses with SANDBOX_ONLY. */
export function requireSandbox({ mode }: Pick<Caller, "mode">): void {
  if (mode !== "SANDBOX") throw errors.SANDBOX_ONLY();
}

/**
 * A merchant's sandbox clock. No clock runs ahead: instead, everything that waits for a time is moved closer, once, in
 * one transaction, so that no other code needs a clock per merchant. See docs/decisions/0008-sandbox-time.md.
 */
export function createSandboxClock(deps: SandboxClockDeps) {
  const { db, clock, ids, keyring, shiftProvider, wakeWork } = deps;
  return {
    /** Refuses with SANDBOX_ONLY. */
    read: async (caller: Caller): Promise<ClockView> => {
      requireSandbox(caller);
      return viewClock(await findClock(db, caller.merchantNo), caller);
    },
    /** Refuses with SANDBOX_ONLY. */
    advance: async (
      caller: Caller,
      seconds: number,
      claim: IdempotencyClaim | null,
      facts: RequestFacts,
    ): Promise<AdvancedView> => {
      requireSandbox(caller);
      const { merchantNo } = caller;
      const nowMs = clock.nowMs();
      const options = { claim, merchantNo, owner: ids.uuid(), nowMs, status: 200 } as const;
      const view = await once(db, keyring, options, async (tx) => {
        const own = await shiftWaiting(tx, merchantNo, seconds, nowMs);
        const providerOperations = await shiftProvider(tx, merchantNo, seconds);
        const advanced = await addToClock(tx, merchantNo, seconds, nowMs);
        const actor = callerActor(caller, facts);
        await writeAudit(tx, ids, nowMs, {
          tenantId: caller.tenantId,
          merchantNo,
          actor,
          action: "sandbox.clock_advanced",
          subject: caller.merchantId,
          after: `${seconds} seconds, ${advanced.advancedSeconds} in all`,
        });
        return {
          ...viewClock(advanced, caller),
          movedSeconds: seconds,
          moved: { ...own, providerOperations },
        };
      });
      wakeWork();
      return view;
    },
  };
}

function viewClock(clock: SandboxClock | null, { mode }: Pick<Caller, "mode">): ClockView {
  const iso = (ms: number) => new Date(ms).toISOString();
  return {
    object: "sandbox.clock",
    mode,
    advancedSeconds: Number(clock?.advancedSeconds ?? 0n),
    version: clock?.version ?? 0,
    createdAt: clock === null ? null : iso(clock.createdAtMs),
    updatedAt: clock === null ? null : iso(clock.updatedAtMs),
  };
}
