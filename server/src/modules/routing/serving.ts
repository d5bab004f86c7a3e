import type { ProviderCapabilities } from "../../providers/capabilities.ts";
import type { RoutableAccount } from "./snapshot.ts";

/** What the connector of a provider can do; null where this program has none of that name. */
export type CapabilitiesOf = (provider: string) => ProviderCapabilities | null;

/** An account as operators wrote it down: it may name more than its provider serves. */
export type WrittenAccount = Omit<RoutableAccount, "paysOut">;

/**
 * The account with what both its row and its provider allow, so that nothing is offered that the provider does not serve. An
 * account with nothing in common has no methods: an empty list of currencies or countries would mean any. Pure.
 */
export function servedAccount(account: WrittenAccount, can: ProviderCapabilities | null): RoutableAccount {
  const methods = account.methods.filter((method) => can?.methods.some((served) => served === method));
  const currencies = common(account.currencies, can?.currencies ?? []);
  const countries = common(account.countries, can?.countries ?? []);
  if (currencies === null || countries === null) return { ...account, methods: [], paysOut: false };
  return { ...account, methods, currencies, countries, paysOut: can?.payout ?? false };
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
