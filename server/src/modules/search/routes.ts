import type { Permission, TenantPermission } from "../../http/permissions.ts";
import { readerLocale } from "../../http/reader-locale.ts";
import { keyRoute, operatorRoute, type Route } from "../../http/route.ts";
import { searchExample, tenantSearchExample } from "./examples.ts";
import { kindRules } from "./kinds.ts";
import { SearchParams, SearchQuery, SearchView } from "./schemas.ts";
import { createSearch, type SearchDeps } from "./service.ts";

const rules = Object.values(kindRules);
/** Any one is enough to search; what else may be found depends on the others. */
const merchantPermissions = [
  ...new Set(rules.flatMap(({ merchant }) => merchant ?? [])),
] as readonly Permission[];
const tenantPermissions = [...new Set(rules.map(({ tenant }) => tenant))] as readonly TenantPermission[];

const common = {
  method: "GET",
  tag: "Search",
  successStatus: 200,
  idempotency: "none",
  errors: [],
} as const;
const exact =
  "Matches are exact: ids, your references, slugs or addresses of links, a provider's transaction id, a payer's or a beneficiary's phone in any spelling, a beneficiary's IBAN or wallet, and a payer's e-mail address in any capitals, about a minute after it was given. Names of payers are stored sealed and cannot be searched. At most 50 hits, and 20 by one property of one kind. Kinds that you may not read are left out and named in `notSearched`.";

export function createSearchRoutes(deps: SearchDeps): readonly Route[] {
  const search = createSearch(deps);
  return [
    keyRoute({
      ...common,
      path: "/merchant/merchants/:merchantId/search",
      operationId: "search",
      summary: "Search everything of a merchant",
      description: `Finds objects of every kind in the key's mode by what a person has at hand. ${exact}`,
      permission: merchantPermissions,
      examples: { data: searchExample },
      schemas: { params: SearchParams, query: SearchQuery, response: SearchView },
      handle: async ({ caller, query }) => ({ data: await search.ofMerchant(caller, query.q) }),
    }),
    operatorRoute({
      ...common,
      path: "/tenant/search",
      operationId: "searchTenant",
      summary: "Search everything of the tenant",
      description: `Finds objects of every kind, of all merchants in both modes. ${exact} Merchants are also found by a part of their name, colleagues by their e-mail address, operations by our name for them at a provider, and acts in the audit log by the id of their request. Sessions are shown without the secret part of their id.`,
      permission: tenantPermissions,
      examples: { data: tenantSearchExample },
      schemas: { query: SearchQuery, response: SearchView },
      handle: async ({ operator, query, facts }) => ({
        data: await search.ofTenant(operator, query.q, readerLocale(facts)),
      }),
    }),
  ];
}
