import { type AccountCalls, type CallDeps, createAccountCalls } from "./calls.ts";
import type { ProviderCapabilities } from "./capabilities.ts";
import { createPauses } from "./pauses.ts";
import type { PemContent } from "./pem.ts";
import type { AccountTerms, Provider, ProviderAccount, ProviderTerms } from "./provider.ts";
import { commonSettings } from "./settings.ts";

export interface Providers {
  readonly names: readonly string[];
  /** Throws on an unknown name: accounts are checked against `names` when they are written. */
  terms(name: string): ProviderTerms;
  /** What a connector can do; null for a name that is not in the program, as that of an account which outlived its connector. */
  capabilitiesOf(name: string): ProviderCapabilities | null;
  /** How an account's settings narrow its provider's capabilities; null where they do not. */
  accountTermsOf(
    name: string,
  ): ((account: Pick<ProviderAccount, "mode" | "settings">) => AccountTerms) | null;
  /**
   * The calls that can be made through an account, and what it can do. Throws as `terms` does. The same account object,
   * which routing keeps for two seconds, gets the same calls.
   */
  of(account: ProviderAccount): AccountCalls;
}

/** Connectors by name. A duplicate name, or a connector that contradicts its capabilities, is a programming error. */
export function createProviders(list: readonly Provider[], deps: Omit<CallDeps, "pauses">): Providers {
  const callDeps: CallDeps = { ...deps, pauses: createPauses() };
  const byName = new Map(list.map((provider) => [provider.name, provider]));
  if (byName.size !== list.length) throw new Error("two providers share a name");
  for (const provider of list) {
    const faults = capabilityFaults(provider);
    if (faults.length > 0) throw new Error(`the connector ${provider.name}: ${faults.join("; ")}`);
  }
  const get = (name: string): Provider => {
    const provider = byName.get(name);
    if (provider === undefined) throw new Error(`no provider is named ${name}`);
    return provider;
  };
  const termsOf = (provider: Provider, account: ProviderAccount): AccountTerms => {
    try {
      return provider.accountTerms?.(account) ?? {};
    } catch (error) {
      // The calls with these settings fail, are logged, and tell nothing: what was started before stays unknown.
      callDeps.log.error("provider_account.settings.unreadable", { accountId: account.id, error });
      return {};
    }
  };
  const known = new WeakMap<ProviderAccount, AccountCalls>();
  const callsOf = (account: ProviderAccount): AccountCalls => {
    const provider = get(account.provider);
    const { operators: _routed, testPhones: _typed, ...narrower } = termsOf(provider, account);
    const capabilities = { ...provider.capabilities, ...narrower };
    return { ...createAccountCalls(callDeps, provider, account), provider: { ...provider, capabilities } };
  };
  return {
    names: [...byName.keys()],
    terms: (name) => {
      const provider = get(name);
      return { ...provider, settings: [...provider.settings, ...commonSettings] };
    },
    capabilitiesOf: (name) => byName.get(name)?.capabilities ?? null,
    accountTermsOf: (name) => byName.get(name)?.accountTerms ?? null,
    of: (account) => {
      const calls = known.get(account) ?? callsOf(account);
      known.set(account, calls);
      return calls;
    },
  };
}

/** How a connector contradicts its declarations; empty when it does not. Pure. */
function capabilityFaults(provider: Provider): readonly string[] {
  const { capabilities: can, referenceForm } = provider;
  const belongs: readonly (readonly [boolean, keyof Provider])[] = [
    [can.callbacks !== "NONE", "verifyCallback"],
    [can.cancel, "cancel"],
    [can.refund !== "NONE", "refund"],
    [can.refund !== "NONE", "queryRefund"],
    [can.payout, "payout"],
    [can.payout, "queryPayout"],
    [can.nameCheck, "verifyBeneficiary"],
    [can.statement, "statement"],
    [can.balance, "balance"],
  ];
  const faults = belongs
    .filter(([declared, name]) => declared !== (provider[name] !== undefined))
    .map(([declared, name]) => `${name} ${declared ? "is missing" : "belongs to no capability"}`);
  // The address of such a callback contains the operation's own id, and our reference can be computed by anyone who
  // knows an id.
  if (can.callbacks === "OPAQUE" && (referenceForm === "OURS" || referenceForm === "TRANSFER"))
    faults.push("OPAQUE callbacks need random ids");
  const common = new Set(commonSettings.map(({ name }) => name));
  for (const { name } of provider.settings)
    if (common.has(name)) faults.push(`every account has ${name} already`);
  const { clientCertificate: shown } = provider;
  const declares = (name: string, holds: PemContent) =>
    provider.settings.some((one) => one.name === name && one.kind === "PEM" && one.holds === holds);
  if (shown !== undefined && !declares(shown.certificate, "CERTIFICATE"))
    faults.push("clientCertificate names no certificate");
  if (shown !== undefined && !declares(shown.privateKey, "PRIVATE_KEY"))
    faults.push("clientCertificate names no private key");
  if (can.methods.length === 0) faults.push("it serves no method");
  if (can.countries.length === 0) faults.push("it serves no country");
  if (can.currencies.length === 0) faults.push("it serves no currency");
  return faults;
}
