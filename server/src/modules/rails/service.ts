import type { Database } from "../../db/database.ts";
import { errors } from "../../http/errors.ts";
import { invalidFilter } from "../../http/list-page.ts";
import type { OperatorCaller } from "../../http/route.ts";
import type { Clock } from "../../kit/clock.ts";
import { type IdSource, parsePublicId } from "../../kit/ids.ts";
import type { Keyring } from "../../kit/keyring.ts";
import { exportRailBook } from "./export.ts";
import type { RailExportQuery } from "./export-schemas.ts";
import { hasBook } from "./export-store.ts";
import { readBookViews } from "./read-books.ts";
import type { RailBookQuery, RailTrialBalanceQuery } from "./schemas.ts";
import { readRailTrialBalance } from "./trial-balance.ts";

export interface RailsDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly keyring: Keyring;
}

export type Rails = ReturnType<typeof createRails>;

/** The platform's books of its accounts at providers, for operators. */
export function createRails({ db }: Pick<RailsDeps, "db">) {
  return {
    list: async ({ tenantId }: OperatorCaller, { mode, providerAccountId }: RailBookQuery) => {
      if (providerAccountId === undefined) {
        return readBookViews(db, { tenantId, mode, providerAccountId: null });
      }
      const accountId = parsePublicId("providerAccount", providerAccountId);
      return accountId === null ? [] : readBookViews(db, { tenantId, mode, providerAccountId: accountId });
    },

    /** Of all books of a mode, at an instant; now when it names none. */
    trialBalance: ({ tenantId }: OperatorCaller, { mode, at }: RailTrialBalanceQuery, nowMs: number) =>
      readRailTrialBalance(db, { tenantId, mode, atMs: at === undefined ? nowMs + 1 : instantOf(at) }),

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
  };
}

/** Refuses with VALIDATION_ERROR text that has the form of an instant but is none. */
function instantOf(text: string): number {
  const ms = Date.parse(text);
  if (Number.isNaN(ms)) throw invalidFilter("at", "format", "must be an instant that exists");
  return Math.max(0, ms);
}
