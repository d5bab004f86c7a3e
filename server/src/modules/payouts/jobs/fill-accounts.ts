import type { Queryable } from "../../../db/database.ts";
import { createLoop, type Loop } from "../../../jobs/loop.ts";
import type { Keyring } from "../../../kit/keyring.ts";
import type { Logger } from "../../../kit/logger.ts";
import { accountMac } from "../account-mac.ts";
import { readWithoutAccount, type WithoutAccount, writeAccount } from "../account-store.ts";
import { detailsContext } from "../beneficiary-store.ts";
import type { PayoutsDeps } from "../deps.ts";
import type { BeneficiaryDetails } from "../types.ts";

/** Beneficiaries per round: unsealing them takes processor time. */
const ROWS_PER_ROUND = 100;
/** During a rollout the previous release may still write some. */
const INTERVAL_MS = 60_000;

/** Writes the account hashes of these beneficiaries. */
export async function fillAccounts(
  db: Queryable,
  keyring: Keyring,
  rows: readonly WithoutAccount[],
): Promise<void> {
  for (const { merchantNo, id, type, details } of rows) {
    const opened = keyring.open(details, detailsContext(merchantNo, id)).toString("utf8");
    const mac = accountMac(keyring, merchantNo, type, JSON.parse(opened) as BeneficiaryDetails);
    await writeAccount(db, { merchantNo, id }, mac);
  }
}

/** Fills in the account hashes of beneficiaries written by a release that did not have them. */
export function createAccountFiller({
  db,
  clock,
  keyring,
  log,
}: Pick<PayoutsDeps, "db" | "clock" | "keyring"> & { readonly log: Logger }): Loop {
  return createLoop({
    name: "beneficiary_accounts",
    intervalMs: INTERVAL_MS,
    clock,
    log,
    run: async () => {
      const rows = await readWithoutAccount(db, ROWS_PER_ROUND);
      await fillAccounts(db, keyring, rows);
      return rows.length;
    },
  });
}
