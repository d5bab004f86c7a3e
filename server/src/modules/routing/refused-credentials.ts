import type { Database, Transaction } from "../../db/database.ts";
import type { Logger } from "../../kit/logger.ts";
import type { Credential, RefusedCredentials } from "../../providers/refused-credentials.ts";

export interface RefusedCredentialsDeps {
  readonly db: Pick<Database, "query" | "transaction">;
  readonly log: Pick<Logger, "error">;
}

/** Longer than a call to a provider: the wait for another process, and the open transaction of the one that calls. */
const ALONE_MS_MAX = 30_000;

/**
 * A lock of the database, in a transaction that stays open during `work`. It is rare: a credential is tried alone only
 * until its provider has accepted it.
 */
async function alone<Result>(
  db: RefusedCredentialsDeps["db"],
  { accountId, fingerprint }: Credential,
  work: () => Promise<Result>,
): Promise<Result> {
  let begun: Promise<Result> | null = null;
  const locked = db.transaction(async (tx) => {
    const max = `${ALONE_MS_MAX}`;
    await tx.query({
      text: `select set_config('idle_in_transaction_session_timeout', $1, true), set_config('lock_timeout', $1, true),
        set_config('statement_timeout', $1, true)`,
      values: [max],
    });
    await tx.query({
      text: "select pg_advisory_xact_lock(hashtextextended('credential ' || $1 || ' ' || $2, 0))",
      values: [accountId, fingerprint],
    });
    // A transaction that is run again must not call the provider again.
    begun ??= work();
    await begun.catch(() => {});
  });
  await locked.catch((error: unknown) => {
    // What the provider has answered counts, whatever became of the lock.
    if (begun === null) throw error;
  });
  if (begun === null) throw new Error("a transaction that ended has begun the work");
  return begun;
}

/** Kept until the account is enabled anew: see `forgetRefusals`. */
export function createRefusedCredentials({ db, log }: RefusedCredentialsDeps): RefusedCredentials {
  return {
    remember: async ({ accountId, fingerprint }, nowMs) => {
      const stored = db.query({
        text: `insert into refused_credentials (provider_account_id, fingerprint, refused_at) values ($1, $2, $3)
          on conflict do nothing`,
        values: [accountId, fingerprint, new Date(nowMs)],
      });
      await stored.catch((error: unknown) =>
        log.error("provider_account.refusal.not_stored", { accountId, error }),
      );
    },
    has: async ({ accountId, fingerprint }) => {
      const rows = await db.query({
        text: "select 1 from refused_credentials where provider_account_id = $1 and fingerprint = $2",
        values: [accountId, fingerprint],
      });
      return rows.length > 0;
    },
    alone: (credential, work) => alone(db, credential, work),
  };
}

/** An operator enables the account: its credentials are tried again. */
export async function forgetRefusals(tx: Transaction, accountId: string): Promise<void> {
  await tx.query({
    text: "delete from refused_credentials where provider_account_id = $1",
    values: [accountId],
  });
}
