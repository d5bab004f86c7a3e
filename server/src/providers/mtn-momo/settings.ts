import type { AccountTerms, ProviderAccount } from "../provider.ts";
import type { ProviderSetting } from "../settings.ts";
import { countriesOf, environmentNames, MTN, SANDBOX_ENVIRONMENT, sandboxPhones } from "./environments.ts";

/** Each product of MTN has its own subscription, its own user and its own tokens. */
export type Product = "collection" | "disbursement";

const SANDBOX_BASE = "https://sandbox.momodeveloper.mtn.com";
const LIVE_BASE = "https://proxy.momoapi.mtn.com";

type Settings = ProviderAccount["settings"];

interface ProductKeys {
  readonly subscriptionKey: string;
  readonly apiUser: string;
  readonly apiKey: string;
}

const text = (name: string, description: string): ProviderSetting => ({
  name,
  description,
  secret: false,
  required: true,
  kind: "TEXT",
  minLength: 4,
  maxLength: 200,
});
const secret = (name: string, description: string): ProviderSetting => ({
  ...text(name, description),
  secret: true,
});
const optional = (setting: ProviderSetting): ProviderSetting => ({ ...setting, required: false });

export const mtnSettings: readonly ProviderSetting[] = [
  {
    ...optional(
      text(
        "baseUrl",
        `MTN's address; ${LIVE_BASE} for live accounts and ${SANDBOX_BASE} for others when not set.`,
      ),
    ),
    kind: "URL",
    maxLength: 500,
  },
  {
    ...text(
      "targetEnvironment",
      `MTN's name of the country or of its sandbox: ${environmentNames.join(", ")}.`,
    ),
    fault: (value) =>
      environmentNames.includes(value) ? null : `must be one of ${environmentNames.join(", ")}`,
  },
  secret("collectionSubscriptionKey", "The primary or secondary key of the Collection subscription."),
  text("collectionApiUser", "The API user of the Collection product: a UUID."),
  secret("collectionApiKey", "The API key of that user."),
  optional(
    secret(
      "disbursementSubscriptionKey",
      "The key of the Disbursement subscription. Without the three settings of Disbursement the account neither refunds nor pays out.",
    ),
  ),
  optional(text("disbursementApiUser", "The API user of the Disbursement product: a UUID.")),
  optional(secret("disbursementApiKey", "The API key of that user.")),
];

const disbursementNames = ["disbursementSubscriptionKey", "disbursementApiUser", "disbursementApiKey"];

/** Where requests go, without a slash at the end. */
export function baseUrlOf({ mode, settings }: Pick<ProviderAccount, "mode" | "settings">): string {
  const base = settings.baseUrl ?? (mode === "LIVE" ? LIVE_BASE : SANDBOX_BASE);
  return base.replace(/\/+$/, "");
}

export function environmentOf({ targetEnvironment }: Settings): string {
  if (targetEnvironment === undefined) throw new Error("the account has no targetEnvironment");
  return targetEnvironment;
}

/** The keys of a product; null when one of its three settings is missing. */
export function keysOf(settings: Settings, product: Product): ProductKeys | null {
  const subscriptionKey = settings[`${product}SubscriptionKey`];
  const apiUser = settings[`${product}ApiUser`];
  const apiKey = settings[`${product}ApiKey`];
  if (subscriptionKey === undefined || apiUser === undefined || apiKey === undefined) return null;
  return { subscriptionKey, apiUser, apiKey };
}

/** The settings of Disbursement that are missing although another one of them is set. */
export function missingDisbursement(settings: Settings): readonly string[] {
  const missing = disbursementNames.filter((name) => settings[name] === undefined);
  return missing.length === disbursementNames.length ? [] : missing;
}

/**
 * Whether the account would take the sandbox's play money for real money. Nothing is sent through such an account.
 */
export function mixesModes({ mode, settings }: Pick<ProviderAccount, "mode" | "settings">): boolean {
  return mode === "LIVE" && environmentOf(settings) === SANDBOX_ENVIRONMENT;
}

/** MTN in the country of the account's environment; refunds and payouts only with the keys of Disbursement. Pure. */
export function mtnAccountTerms(account: Pick<ProviderAccount, "mode" | "settings">): AccountTerms {
  const { settings } = account;
  const served = mixesModes(account) ? [] : countriesOf(environmentOf(settings));
  const isSandbox = environmentOf(settings) === SANDBOX_ENVIRONMENT;
  const pays = keysOf(settings, "disbursement") !== null;
  return {
    methods: served.length === 0 ? [] : ["MOBILE_MONEY"],
    countries: served.map(({ countryCode }) => countryCode),
    currencies: [...new Set(served.map(({ currency }) => currency))],
    operators: served.map(({ countryCode }) => ({ method: "MOBILE_MONEY", operator: MTN, countryCode })),
    ...(isSandbox && account.mode === "SANDBOX" ? { testPhones: sandboxPhones } : {}),
    refund: pays ? "FULL" : "NONE",
    payout: pays,
  };
}
