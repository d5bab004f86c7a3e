import { systemActor } from "../../db/audit.ts";
import type { Database } from "../../db/database.ts";
import { createLoop, type Loop } from "../../jobs/loop.ts";
import type { Clock } from "../../kit/clock.ts";
import type { IdSource, TenantId } from "../../kit/ids.ts";
import type { Keyring } from "../../kit/keyring.ts";
import type { Logger } from "../../kit/logger.ts";
import type { Mode } from "../../kit/payment-terms.ts";
import { lockQueuedCredit, readQueuedCredits } from "../bank-files/index.ts";
import { bookArrival } from "./book-arrival.ts";
import { type MatchedArrival, matchArrivals } from "./match-arrivals.ts";
import { readOpenSettlements, readTransitScopes } from "./settlements-store.ts";
import { lockInTransit } from "./store.ts";

const INTERVAL_MS = 60_000;

export interface ArrivalMatcherDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly keyring: Pick<Keyring, "open">;
  readonly log: Logger;
}

/**
 * Books settlements as arrived when an entry of our bank's statement names them, whichever of the two is told first. It
 * is a loop of its own, so that neither a bank's file nor a provider's statement waits for the other's rows.
 */
export function createArrivalMatcher({ db, clock, ids, keyring, log }: ArrivalMatcherDeps): Loop {
  const book = (
    scope: { readonly tenantId: TenantId; readonly mode: Mode },
    { settlement, credit }: MatchedArrival,
  ): Promise<number> =>
    db.transaction(async (tx) => {
      const locked = await lockQueuedCredit(tx, keyring, scope, credit.id);
      // An operator has decided about it meanwhile.
      if (locked === null) return 0;
      const { providerAccountId, currency, settlementKey, openAmount } = settlement;
      const account = { ...scope, providerAccountId };
      const inTransit = await lockInTransit(tx, account, currency);
      const still = (await readOpenSettlements(tx, account)).find(
        (one) => one.currency === currency && one.settlementKey === settlementKey,
      );
      // Or another process has booked it, or a correction has written a part off.
      if (inTransit === null || inTransit < locked.amount || still?.openAmount !== openAmount) return 0;
      const arrival = {
        ...scope,
        id: ids.next("railArrival"),
        providerAccountId,
        currency,
        amount: locked.amount,
        reference: locked.reference,
        settlementKey,
        bankEntryId: locked.id,
        matchedBy: "REFERENCE",
        bookedBy: null,
      } as const;
      await bookArrival(tx, ids, arrival, systemActor, clock.nowMs());
      return 1;
    });

  return createLoop({
    name: "settlement_arrivals",
    intervalMs: INTERVAL_MS,
    clock,
    log,
    run: async () => {
      let booked = 0;
      for (const scope of await readTransitScopes(db)) {
        const settlements = await readOpenSettlements(db, { ...scope, providerAccountId: null });
        const currencies = [...new Set(settlements.map(({ currency }) => currency))];
        if (currencies.length === 0) continue;
        const credits = await readQueuedCredits(db, keyring, scope, currencies);
        for (const match of matchArrivals(settlements, credits)) booked += await book(scope, match);
      }
      return booked;
    },
  });
}
