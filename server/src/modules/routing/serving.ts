import type { ProviderCapabilities } from "../../providers/capabilities.ts";
import type { AccountTerms, ServedOperator } from "../../providers/provider.ts";
import type { Offer } from "./offers.ts";
import type { RoutableAccount } from "./snapshot.ts";

/** What the connector of a provider can do; null where this program has none of that name. */
export type CapabilitiesOf = (provider: string) => ProviderCapabilities | null;

/** An account as operators wrote it down, its settings sealed: it may name more than its provider serves. */
export type WrittenAccount = Omit<RoutableAccount, "paysOut" | "serves" | "testPhones"> & {
  readonly settings: Buffer;
};

/** What one account can do: its provider's capabilities, narrowed by its settings. */
export type ServiceTerms = Pick<
  ProviderCapabilities,
  "methods" | "countries" | "currencies" | "refund" | "payout" | "nameCheck"
> &
  Pick<AccountTerms, "operators" | "testPhones">;

/**
 * The account with what its row, its provider and its settings allow, so that nothing is offered that it does not serve.
 * An account with nothing in common has no methods: an empty list of currencies or countries would mean any. Pure.
 */
export function servedAccount(
  { settings: _sealed, ...account }: WrittenAccount,
  can: ServiceTerms | null,
): RoutableAccount {
  const methods = account.methods.filter((method) => can?.methods.some((served) => served === method));
  const currencies = common(account.currencies, can?.currencies ?? []);
  const countries = common(account.countries, can?.countries ?? []);
  const lists = { serves: can?.operators ?? null, testPhones: can?.testPhones ?? [] };
  if (currencies === null || countries === null) return { ...account, methods: [], paysOut: false, ...lists };
  return { ...account, methods, currencies, countries, paysOut: can?.payout ?? false, ...lists };
}

/** Whether an account that lists the operators which it serves has this one. Null country or operator: any. Pure. */
export function servesOperator(
  serves: readonly ServedOperator[] | null,
  way: { readonly method: string; readonly operator: string | null; readonly country: string | null },
): boolean {
  if (serves === null || (way.method !== "MOBILE_MONEY" && way.method !== "QR")) return true;
  return findServed(serves, way) !== undefined;
}

function findServed(
  serves: readonly ServedOperator[],
  { method, operator, country }: Parameters<typeof servesOperator>[1],
): ServedOperator | undefined {
  return serves.find(
    (one) =>
      one.method === method &&
      (operator === null || one.operator === operator) &&
      (country === null || one.countryCode === null || one.countryCode === country),
  );
}

/** The way to pay as the account that serves it asks the payer to approve. Pure. */
export function offerThrough(offer: Offer, serves: readonly ServedOperator[] | null): Offer {
  const { method, operator, countryCode: country } = offer;
  const served = serves === null ? undefined : findServed(serves, { method, operator, country });
  if (served === undefined) return offer;
  const { authFlow = offer.authFlow, prompt = offer.prompt } = served;
  return { ...offer, authFlow, prompt };
}

/** Both lists at once; empty means any, null that nothing is left. */
function common(written: readonly string[], served: readonly string[] | "ANY"): readonly string[] | null {
  if (served === "ANY") return written;
  const both = written.length === 0 ? served : written.filter((one) => served.includes(one));
  return both.length === 0 ? null : both;
}

/** A part of a rule or an account that no provider of it serves. */
export interface Unserved {
  readonly path: "method" | "methods" | "currency" | "currencies" | "country" | "countries";
  /** The end of a sentence that begins with the path. */
  readonly sentence: string;
}

/** A provider behind a rule's sub-tenant, with what it can do. */
export interface Behind {
  readonly provider: string;
  readonly can: ProviderCapabilities;
}

/**
 * Why no payment can ever use the rule, given what the providers of its sub-tenant can do. Null when one of them serves
 * it, or when there is no account yet. Pure.
 */
export function unservedRule(
  rule: { readonly method: string; readonly currency: string | null; readonly country: string | null },
  behind: readonly Behind[],
): Unserved | null {
  if (behind.length === 0) return null;
  const names = behind.map(({ provider }) => provider).join(", ");
  const withMethod = behind.filter(({ can }) => can.methods.some((method) => method === rule.method));
  if (withMethod.length === 0) {
    return { path: "method", sentence: `the sub-tenant's accounts do not serve ${rule.method} (${names})` };
  }
  const withCurrency = withMethod.filter(({ can }) => serves(can.currencies, rule.currency));
  if (withCurrency.length === 0) {
    return {
      path: "currency",
      sentence: `the sub-tenant's accounts do not serve ${rule.method} in ${rule.currency} (${names})`,
    };
  }
  if (withCurrency.some(({ can }) => serves(can.countries, rule.country))) return null;
  return {
    path: "country",
    sentence: `the sub-tenant's accounts do not serve ${rule.method} in ${rule.country} (${names})`,
  };
}

/** What an account names and its provider does not serve, the first of each list; empty when it serves all. Pure. */
export function unservedParts(
  account: Pick<WrittenAccount, "methods" | "currencies" | "countries">,
  { provider, can }: Behind,
): readonly Unserved[] {
  const lists = [
    ["methods", account.methods, can.methods],
    ["currencies", account.currencies, can.currencies],
    ["countries", account.countries, can.countries],
  ] as const;
  return lists.flatMap(([path, named, served]) => {
    const unserved = named.find((one) => !serves(served, one));
    return unserved === undefined ? [] : [{ path, sentence: `${provider} does not serve ${unserved}` }];
  });
}

function serves(served: readonly string[] | "ANY", wanted: string | null): boolean {
  return served === "ANY" || wanted === null || served.includes(wanted);
}
