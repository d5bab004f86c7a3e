import type { Queryable } from "../../db/database.ts";
import { hasPermission } from "../../http/permissions.ts";
import type { Caller, OperatorCaller } from "../../http/route.ts";
import type { Clock } from "../../kit/clock.ts";
import type { Keyring } from "../../kit/keyring.ts";
import type { Locale } from "../../kit/money.ts";
import type { Merchants } from "../merchants/index.ts";
import { type Kind, kindRules, kinds } from "./kinds.ts";
import { merchantsNamed, probesFor, type Searched } from "./named.ts";
import type { SearchView } from "./schemas.ts";
import { readTenantMerchants, runProbes } from "./store.ts";
import { searchView } from "./view.ts";

export interface SearchDeps {
  readonly db: Queryable;
  readonly clock: Clock;
  readonly keyring: Keyring;
  readonly merchants: Pick<Merchants, "record">;
}

/**
 * Finds objects of every kind by what a person has at hand: an id, a reference, a transaction id, a phone. Kinds that the
 * caller may not read are not asked about, so neither their number nor the time of the answer tells of them.
 */
export function createSearch({ db, clock, keyring, merchants }: SearchDeps) {
  const find = async (searched: Searched, all: readonly Kind[], text: string, locale: Locale) => {
    const rows = await runProbes(db, probesFor(searched, text));
    const named = searched.mayFind("merchant") ? merchantsNamed(searched.merchants, text) : [];
    const notSearched = all.filter((kind) => !searched.mayFind(kind));
    return searchView({ keyring, searched, rows, named, notSearched, locale });
  };

  return {
    /** The merchant's own objects in the mode of the key. */
    ofMerchant: async (caller: Caller, query: string): Promise<SearchView> => {
      const record = await merchants.record(db, caller.merchantNo);
      const mayFind = (kind: Kind): boolean => {
        const { merchant } = kindRules[kind];
        return merchant !== null && hasPermission(caller.permissions, merchant);
      };
      const one = { ...record, merchantId: record.id };
      const searched = { keyring, nowMs: clock.nowMs(), merchants: [one], tenantId: null, mayFind };
      const all = kinds.filter((kind) => kindRules[kind].merchant !== null);
      return find(searched, all, query.trim(), record.locale);
    },

    /** Objects of the tenant and of its merchants, in both modes. Amounts are in `locale`. */
    ofTenant: async (operator: OperatorCaller, query: string, locale: Locale): Promise<SearchView> => {
      const { tenantId, permissions } = operator;
      const mayFind = (kind: Kind): boolean => hasPermission(permissions, kindRules[kind].tenant);
      const all = await readTenantMerchants(db, tenantId);
      const searched = { keyring, nowMs: clock.nowMs(), merchants: all, tenantId, mayFind };
      return find(searched, kinds, query.trim(), locale);
    },
  };
}
