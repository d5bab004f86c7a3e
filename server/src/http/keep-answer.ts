import type { Database } from "../db/database.ts";
import type { Clock } from "../kit/clock.ts";
import type { MerchantNo } from "../kit/ids.ts";
import type { Keyring } from "../kit/keyring.ts";
import { once } from "./idempotency.ts";
import type { IdempotencyClaim } from "./route.ts";

/** Keeps the answer of an act under its key. The act is guarded by the state that it changes: a repeat finds it done. */
export type KeepAnswer = <Data extends { readonly object: string }>(
  subject: { readonly merchantNo: MerchantNo; readonly id: string },
  claim: IdempotencyClaim | null,
  data: Data,
) => Promise<Data>;

export function createKeepAnswer({
  db,
  keyring,
  clock,
}: {
  readonly db: Database;
  readonly keyring: Keyring;
  readonly clock: Clock;
}): KeepAnswer {
  return async ({ merchantNo, id }, claim, data) =>
    claim === null
      ? data
      : once(
          db,
          keyring,
          { claim, merchantNo, owner: id, nowMs: clock.nowMs(), status: 200 },
          async () => data,
        );
}
