import { systemActor, writeAudit } from "../../db/audit.ts";
import type { Database, Transaction } from "../../db/database.ts";
import { notify } from "../../db/notify.ts";
import { type Id, type IdSource, publicId, type TenantId } from "../../kit/ids.ts";
import type { Routing } from "./service.ts";
import { ROUTING_CHANGED } from "./store.ts";

/** An account whose state has just changed. */
export interface SuspendedAccount {
  readonly id: Id<"providerAccount">;
  readonly tenantId: TenantId;
  readonly provider: string;
  readonly name: string;
}

/** How the service takes accounts out of routing, tries them and returns them. All processes share the account's row. */
export interface Suspensions {
  /**
   * Takes it out of routing. Null when it is suspended already, when another process was faster, or when its setting
   * forbids it. `facts`: why, for the audit log. `within` runs in the same transaction.
   */
  suspend(
    id: string,
    change: { readonly nowMs: number; readonly nextTrialAtMs: number; readonly facts: object },
    within: (tx: Transaction, account: SuspendedAccount) => Promise<void>,
  ): Promise<SuspendedAccount | null>;
  /**
   * Accounts whose trial is due. Each is returned to one process only, because its next trial is moved on first; that
   * must be longer than a trial lasts.
   */
  claimTrials(nowMs: number, nextTrialAtMs: number): Promise<readonly Id<"providerAccount">[]>;
  /** Returns it to service. Null when it was not suspended any more. */
  restore(id: string, nowMs: number): Promise<SuspendedAccount | null>;
}

/** More than these cannot be tried at the same time without delaying each other. */
const TRIALS_CLAIMED_MAX = 20;
const columns = `id, tenant_id as "tenantId", provider, name`;

export function createSuspensions({
  db,
  ids,
  routing,
}: {
  readonly db: Database;
  readonly ids: IdSource;
  readonly routing: Pick<Routing, "forget">;
}): Suspensions {
  /** Writes the audit entry and announces the change to all instances, in its transaction. */
  const record = async (
    tx: Transaction,
    { id, tenantId }: SuspendedAccount,
    nowMs: number,
    action: string,
    facts: object,
  ): Promise<void> => {
    await writeAudit(tx, ids, nowMs, {
      tenantId,
      actor: systemActor,
      action,
      subject: publicId("providerAccount", id),
      after: facts,
    });
    await notify(tx, ROUTING_CHANGED, tenantId);
  };

  return {
    suspend: async (id, { nowMs, nextTrialAtMs, facts }, within) => {
      const suspended = await db.transaction(async (tx) => {
        const [account] = await tx.query<SuspendedAccount>({
          text: `update provider_accounts set suspended_at = $2, next_trial_at = $3
                  where id = $1 and suspended_at is null and automatic_suspension returning ${columns}`,
          values: [id, new Date(nowMs), new Date(nextTrialAtMs)],
        });
        if (account === undefined) return null;
        await record(tx, account, nowMs, "provider_account.suspended", facts);
        await within(tx, account);
        return account;
      });
      if (suspended !== null) routing.forget();
      return suspended;
    },

    claimTrials: async (nowMs, nextTrialAtMs) => {
      const rows = await db.query<{ id: Id<"providerAccount"> }>({
        text: `update provider_accounts set next_trial_at = $2
                where id in (select id from provider_accounts
                              where next_trial_at <= $1 and status = 'ENABLED'
                              order by next_trial_at limit $3 for update skip locked)
                returning id`,
        values: [new Date(nowMs), new Date(nextTrialAtMs), TRIALS_CLAIMED_MAX],
      });
      return rows.map(({ id }) => id);
    },

    restore: async (id, nowMs) => {
      const restored = await db.transaction(async (tx) => {
        const [account] = await tx.query<SuspendedAccount & { readonly suspendedAtMs: number }>({
          text: `with was as (select suspended_at from provider_accounts where id = $1 for no key update)
                 update provider_accounts set suspended_at = null, next_trial_at = null, returned_at = $2 from was
                  where id = $1 and was.suspended_at is not null
                  returning ${columns}, was.suspended_at as "suspendedAtMs"`,
          values: [id, new Date(nowMs)],
        });
        if (account === undefined) return null;
        const facts = { suspendedSeconds: Math.round((nowMs - account.suspendedAtMs) / 1_000) };
        await record(tx, account, nowMs, "provider_account.returned", facts);
        return account;
      });
      if (restored !== null) routing.forget();
      return restored;
    },
  };
}
