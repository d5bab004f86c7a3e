import { writeAudit } from "../../db/audit.ts";
import type { Database, Queryable } from "../../db/database.ts";
import { errors } from "../../http/errors.ts";
import { once } from "../../http/idempotency.ts";
import type { OperatorRequest } from "../../http/operator-request.ts";
import type { OperatorCaller } from "../../http/route.ts";
import type { Clock } from "../../kit/clock.ts";
import { type IdSource, parsePublicId, publicId } from "../../kit/ids.ts";
import type { Keyring } from "../../kit/keyring.ts";
import { bookArrival } from "./book-arrival.ts";
import { exportRailBook } from "./export.ts";
import type { RailExportQuery } from "./export-schemas.ts";
import { hasBook } from "./export-store.ts";
import { readRailBooks, sumMerchantClearing } from "./read-store.ts";
import type { ArrivalBody, RailBookQuery } from "./schemas.ts";
import type { RailScope } from "./store.ts";
import { railBookView } from "./view.ts";

export interface RailsDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly keyring: Keyring;
}

export type Rails = ReturnType<typeof createRails>;

/** The platform's books of its accounts at providers, for operators. */
export function createRails({ db, clock, ids, keyring }: RailsDeps) {
  /** The account's books, each with what the merchants' books say. */
  const booksOf = async (
    queryable: Queryable,
    scope: Omit<RailScope, "providerAccountId">,
    accountId: string | null,
  ) => {
    const books = await readRailBooks(queryable, { ...scope, providerAccountId: accountId });
    const booked = new Map<string, ReadonlyMap<string, bigint>>();
    for (const providerAccountId of new Set(books.map((book) => book.providerAccountId))) {
      booked.set(providerAccountId, await sumMerchantClearing(queryable, { ...scope, providerAccountId }));
    }
    return books.map((book) =>
      railBookView(book, booked.get(book.providerAccountId)?.get(book.currency) ?? 0n),
    );
  };

  return {
    list: async ({ tenantId }: OperatorCaller, { mode, providerAccountId }: RailBookQuery) => {
      if (providerAccountId === undefined) return booksOf(db, { tenantId, mode }, null);
      const accountId = parsePublicId("providerAccount", providerAccountId);
      return accountId === null ? [] : booksOf(db, { tenantId, mode }, accountId);
    },

    /**
     * A book as a file of JSON lines, from one seal on. Refuses with RESOURCE_NOT_FOUND an account that is not the
     * tenant's, or that has no book in this currency.
     */
    export: async (
      { tenantId }: OperatorCaller,
      text: string,
      { mode, currency, fromSeal = 1 }: RailExportQuery,
    ) => {
      const providerAccountId = parsePublicId("providerAccount", text);
      if (providerAccountId === null) throw errors.RESOURCE_NOT_FOUND();
      const scope = { tenantId, mode, providerAccountId };
      if (!(await hasBook(db, scope, currency))) throw errors.RESOURCE_NOT_FOUND();
      return exportRailBook(db, scope, currency, fromSeal);
    },

    /**
     * Books that a settlement has arrived at our bank. Refuses with RESOURCE_NOT_FOUND an account without a book in this
     * currency, with ARRIVAL_ALREADY_BOOKED, and with ARRIVAL_EXCEEDS_TRANSIT.
     */
    arrive: async ({ operator, actor, claim }: OperatorRequest, body: ArrivalBody) => {
      const { tenantId, scopeNo } = operator;
      const { mode, currency, reference } = body;
      const accountId = parsePublicId("providerAccount", body.providerAccountId);
      if (accountId === null) throw errors.RESOURCE_NOT_FOUND({ field: "providerAccountId" });
      const scope = { tenantId, mode, providerAccountId: accountId };
      const amount = BigInt(body.amount);
      const nowMs = clock.nowMs();
      const id = ids.uuid();
      const options = { claim, merchantNo: scopeNo, owner: id, nowMs, status: 201 } as const;
      return once(db, keyring, options, async (tx) => {
        await bookArrival(tx, ids, scope, { id, currency, amount, reference }, nowMs);
        await writeAudit(tx, ids, nowMs, {
          tenantId,
          merchantNo: null,
          actor,
          action: "provider_settlement.arrived",
          subject: publicId("providerAccount", accountId),
          before: null,
          after: { amount: body.amount, currency, reference },
        });
        const [book] = (await booksOf(tx, { tenantId, mode }, accountId)).filter(
          (one) => one.currency === currency,
        );
        if (book === undefined) throw new Error("a book that was booked in is there");
        return book;
      });
    },
  };
}
