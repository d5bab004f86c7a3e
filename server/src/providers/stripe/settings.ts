import type { ProviderAccount } from "../provider.ts";
import type { ProviderSetting } from "../settings.ts";

const LIVE_BASE = "https://api.stripe.com";

export const stripeSettings: readonly ProviderSetting[] = [
  {
    name: "secretKey",
    description:
      "The secret or restricted key (sk_…, rk_…), from Developers, API keys in Stripe's dashboard. A test key for a sandbox account, a live key for a live one.",
    secret: true,
    required: true,
    kind: "TEXT",
    minLength: 12,
    maxLength: 255,
  },
  {
    name: "webhookSecret",
    description:
      "The signing secret (whsec_…) of the webhook endpoint with this account's callbackUrl, from Developers, Webhooks in Stripe's dashboard.",
    secret: true,
    required: true,
    kind: "TEXT",
    minLength: 8,
    maxLength: 255,
  },
  {
    name: "baseUrl",
    description: `Where Stripe's interface is, without the version; ${LIVE_BASE} when not set.`,
    secret: false,
    required: false,
    kind: "URL",
    minLength: 10,
    maxLength: 500,
  },
];

export interface StripeSettings {
  /** Without a slash at the end. */
  readonly baseUrl: string;
  readonly secretKey: string;
  readonly webhookSecret: string;
}

export function settingsOf({ settings }: Pick<ProviderAccount, "settings">): StripeSettings {
  const { baseUrl = LIVE_BASE, secretKey, webhookSecret } = settings;
  if (secretKey === undefined || webhookSecret === undefined) throw new Error("the account has no keys");
  return { baseUrl: baseUrl.replace(/\/+$/, ""), secretKey, webhookSecret };
}

/**
 * Whether the key says by its form that it is of the other environment. Payments through it would be play money in a
 * live account, or real money in a sandbox.
 */
export function isOfOtherMode({ mode }: Pick<ProviderAccount, "mode">, secretKey: string): boolean {
  const [, environment] = /^(?:sk|rk)_(test|live)_/.exec(secretKey) ?? [];
  return environment !== undefined && (environment === "live") !== (mode === "LIVE");
}
