import type { Database, Transaction } from "../../db/database.ts";
import type { Logger } from "../../kit/logger.ts";
import type { RefusedCredentials } from "../../providers/refused-credentials.ts";

export interface RefusedCredentialsDeps {
  readonly db: Pick<Database, "query">;
  readonly log: Pick<Logger, "error">;
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
  };
}

/** An operator enables the account: its credentials are tried again. */
export async function forgetRefusals(tx: Transaction, accountId: string): Promise<void> {
  await tx.query({
    text: "delete from refused_credentials where provider_account_id = $1",
    values: [accountId],
  });
}
