import type { Transaction } from "../../db/database.ts";
import { errors } from "../../http/errors.ts";
import { once } from "../../http/idempotency.ts";
import type { OperatorRequest } from "../../http/operator-request.ts";
import type { OperatorCaller } from "../../http/route.ts";
import { parsePublicId } from "../../kit/ids.ts";
import { lockQueuedCredit, readQueuedCredits } from "../bank-files/index.ts";
import { bookArrival } from "./book-arrival.ts";
import { railErrors } from "./errors.ts";
import { suggestArrivals } from "./match-arrivals.ts";
import { readBookViews } from "./read-books.ts";
import type { ArrivalBody, RailBookQuery } from "./schemas.ts";
import type { RailsDeps } from "./service.ts";
import { type OpenSettlement, readOpenSettlements } from "./settlements-store.ts";
import { lockInTransit, type RailScope } from "./store.ts";
import { settlementView } from "./view.ts";

export type Arrivals = ReturnType<typeof createArrivals>;

/** What providers sent to our bank: operators see what is on its way, and book what was not matched by itself. */
export function createArrivals({ db, clock, ids, keyring }: RailsDeps) {
  /** Refuses with RESOURCE_NOT_FOUND and ARRIVAL_DIFFERS_FROM_ENTRY. */
  const lockCredit = async (tx: Transaction, scope: RailScope, body: ArrivalBody) => {
    if (body.bankEntryId === undefined) return null;
    const id = parsePublicId("bankEntry", body.bankEntryId);
    const credit = id === null ? null : await lockQueuedCredit(tx, keyring, scope, id);
    if (credit === null) throw errors.RESOURCE_NOT_FOUND({ field: "bankEntryId" });
    if (credit.currency !== body.currency || credit.amount !== BigInt(body.amount)) {
      throw railErrors.ARRIVAL_DIFFERS_FROM_ENTRY({
        amount: credit.amount.toString(),
        currency: credit.currency,
      });
    }
    return credit;
  };

  return {
    /** What is on its way to our bank, each with the entries there that it may be. */
    settlements: async ({ tenantId }: OperatorCaller, { mode, providerAccountId }: RailBookQuery) => {
      const accountId =
        providerAccountId === undefined ? null : parsePublicId("providerAccount", providerAccountId);
      if (providerAccountId !== undefined && accountId === null) return [];
      const open = await readOpenSettlements(db, { tenantId, mode, providerAccountId: accountId });
      const currencies = [...new Set(open.map(({ currency }) => currency))];
      const credits =
        open.length === 0 ? [] : await readQueuedCredits(db, keyring, { tenantId, mode }, currencies);
      return open.map((settlement) => settlementView(mode, settlement, suggestArrivals(settlement, credits)));
    },

    /**
     * Books that a settlement has arrived at our bank. Refuses with RESOURCE_NOT_FOUND an account without a book in this
     * currency, a settlement that is not on its way and an entry that does not wait, with ARRIVAL_DIFFERS_FROM_ENTRY,
     * ARRIVAL_ALREADY_BOOKED, and ARRIVAL_EXCEEDS_TRANSIT.
     */
    arrive: async ({ operator, actor, claim }: OperatorRequest, body: ArrivalBody) => {
      const { tenantId, scopeNo, operatorId } = operator;
      const { mode, currency, reference } = body;
      const providerAccountId = parsePublicId("providerAccount", body.providerAccountId);
      if (providerAccountId === null) throw errors.RESOURCE_NOT_FOUND({ field: "providerAccountId" });
      const scope = { tenantId, mode, providerAccountId };
      const amount = BigInt(body.amount);
      const nowMs = clock.nowMs();
      const id = ids.next("railArrival");
      const options = { claim, merchantNo: scopeNo, owner: id, nowMs, status: 201 } as const;
      return once(db, keyring, options, async (tx) => {
        const credit = await lockCredit(tx, scope, body);
        await lockInTransit(tx, scope, currency);
        const settlement = settlementOf(await readOpenSettlements(tx, scope), body);
        const arrival = {
          ...scope,
          id,
          currency,
          amount,
          reference,
          settlementKey: settlement?.settlementKey ?? null,
          bankEntryId: credit?.id ?? null,
          matchedBy: "OPERATOR",
          bookedBy: operatorId,
        } as const;
        await bookArrival(tx, ids, arrival, actor, nowMs);
        const [book] = (await readBookViews(tx, scope)).filter((one) => one.currency === currency);
        if (book === undefined) throw new Error("a book that was booked in is there");
        return book;
      });
    },
  };
}

/**
 * The settlement that an operator names; without a name the only one of this amount, if there is just one. Refuses with
 * RESOURCE_NOT_FOUND a name that nothing on its way has. Pure.
 */
function settlementOf(
  open: readonly OpenSettlement[],
  { currency, amount, settlement: name }: Pick<ArrivalBody, "currency" | "amount" | "settlement">,
): OpenSettlement | null {
  const same = open.filter((one) => one.currency === currency);
  if (name === undefined) {
    const [only, ...others] = same.filter(({ openAmount }) => openAmount === BigInt(amount));
    return only === undefined || others.length > 0 ? null : only;
  }
  const named = findSettlement(same, name);
  if (named === null) throw errors.RESOURCE_NOT_FOUND({ field: "settlement" });
  return named;
}

/** By the provider's number or reference; null when none or several have it. Pure. */
export function findSettlement(open: readonly OpenSettlement[], name: string): OpenSettlement | null {
  const [named, ...others] = open.filter(
    ({ transactionId, reference }) => transactionId === name || reference === name,
  );
  return named === undefined || others.length > 0 ? null : named;
}
