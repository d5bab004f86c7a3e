import type { AccountTerms, ProviderAccount } from "../provider.ts";
import type { ProviderSetting } from "../settings.ts";

export const WAVE = "wave";
/** One address for all countries. There is no sandbox: an account for tests names a stand-in. */
const LIVE_BASE = "https://api.wave.com";
/** Where Wave and this service both work. */
export const waveCountries = ["CI", "SN", "ML", "BF"] as const;

export const waveSettings: readonly ProviderSetting[] = [
  {
    name: "baseUrl",
    description: `The address of the interface. A live account uses ${LIVE_BASE} without it. Wave has no sandbox, so a sandbox account needs it.`,
    secret: false,
    required: false,
    kind: "URL",
    minLength: 8,
    maxLength: 200,
  },
  {
    name: "apiKey",
    description:
      "The key from the developer section of the Wave business portal, wave_ci_prod_… for example.",
    secret: true,
    required: true,
    kind: "TEXT",
    minLength: 8,
    maxLength: 300,
  },
  {
    name: "webhookSecret",
    description:
      "The signing secret of the webhook, from the same section. Choose the strategy with a signing secret, not the shared one.",
    secret: true,
    required: true,
    kind: "TEXT",
    minLength: 8,
    maxLength: 300,
  },
  {
    name: "aggregatedMerchantId",
    description:
      "The id of the merchant in whose name payments are taken, am-… . Only for aggregators under contract with Wave.",
    secret: false,
    required: false,
    kind: "TEXT",
    minLength: 3,
    maxLength: 100,
  },
];

export interface WaveAccess {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly webhookSecret: string;
  readonly aggregatedMerchantId: string | null;
}

/** Throws when a required setting is missing, which the check of an account's settings prevents. */
export function accessOf({ mode, settings }: Pick<ProviderAccount, "mode" | "settings">): WaveAccess {
  const { apiKey, webhookSecret, aggregatedMerchantId = null } = settings;
  const baseUrl = settings.baseUrl ?? (mode === "LIVE" ? LIVE_BASE : undefined);
  if (baseUrl === undefined || apiKey === undefined || webhookSecret === undefined) {
    throw new Error("the account lacks a required setting");
  }
  return { baseUrl: baseUrl.replace(/\/+$/, ""), apiKey, webhookSecret, aggregatedMerchantId };
}

/** A key belongs to one wallet, so to one country, which its first part names. Null: the key has another form. */
function countryOf(apiKey: string): string | null {
  return /^wave_([a-z]{2})_/.exec(apiKey)?.[1]?.toUpperCase() ?? null;
}

/** The country of the key; every country of Wave when the key does not name one. Pure. */
export function accountTerms({ settings }: Pick<ProviderAccount, "settings">): AccountTerms {
  const named = countryOf(settings.apiKey ?? "");
  const countries = waveCountries.filter((country) => named === null || country === named);
  return {
    countries,
    operators: [
      ...countries.map((countryCode) => ({
        method: "MOBILE_MONEY" as const,
        operator: "WAVE",
        countryCode,
        authFlow: "REDIRECT" as const,
      })),
      ...(countries.length === 0
        ? []
        : [{ method: "QR" as const, operator: "WAVE", countryCode: null, authFlow: "QR" as const }]),
    ],
  };
}
