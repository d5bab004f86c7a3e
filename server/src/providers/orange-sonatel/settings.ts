import { sha256 } from "../../kit/secret.ts";
import type { AccountTerms, ProviderAccount, ServedOperator } from "../provider.ts";
import type { ProviderSetting } from "../settings.ts";

export const ORANGE_SONATEL = "orange_sonatel";
const bases = {
  LIVE: "https://api.orange-sonatel.com",
  SANDBOX: "https://api.sandbox.orange-sonatel.com",
} as const;
/** A Senegalese number without the country's code. */
const NATIONAL_DIGITS = 9;
/** From integrators, not from Orange's description. */
const OTP_PROMPT = "#144#391#";

const text = (
  name: string,
  description: string,
  { secret = false, required = true, minLength = 1, maxLength = 200 }: Partial<ProviderSetting> = {},
): ProviderSetting => ({ name, description, secret, required, kind: "TEXT", minLength, maxLength });

export const sonatelSettings: readonly ProviderSetting[] = [
  {
    ...text("baseUrl", "The address of the interface, where it is not Orange's own.", { required: false }),
    kind: "URL",
    minLength: 8,
  },
  text("clientId", "The client id of the application on developer.orange-sonatel.com."),
  text("clientSecret", "Its client secret.", { secret: true, minLength: 4 }),
  text("merchantCode", "The merchant code of six digits that payers pay to.", { minLength: 6, maxLength: 6 }),
  text("callbackSecret", "The secret with which Orange signs callbacks to this account.", {
    secret: true,
    minLength: 4,
  }),
  text("callbackApiKey", "The key that was registered with the callback address, if one was.", {
    secret: true,
    required: false,
    minLength: 4,
  }),
  text(
    "retailerMsisdn",
    "The retailer's number of nine digits, from which refunds and payouts are sent. Without it and its PIN this account sends none.",
    { required: false, minLength: NATIONAL_DIGITS, maxLength: NATIONAL_DIGITS },
  ),
  text("retailerPin", "The PIN of that number. Three wrong PINs block it at Orange.", {
    secret: true,
    required: false,
    minLength: 4,
    maxLength: 12,
  }),
];

export interface SonatelAccess {
  readonly baseUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly merchantCode: string;
  readonly callbackSecret: string;
  readonly callbackApiKey: string | null;
}

/** Throws when a required setting is missing, which the check of an account's settings prevents. */
export function accessOf({ mode, settings }: Pick<ProviderAccount, "mode" | "settings">): SonatelAccess {
  const { clientId, clientSecret, merchantCode, callbackSecret, callbackApiKey = null } = settings;
  if (
    clientId === undefined ||
    clientSecret === undefined ||
    merchantCode === undefined ||
    callbackSecret === undefined
  ) {
    throw new Error("the account lacks a required setting");
  }
  const baseUrl = (settings.baseUrl ?? bases[mode]).replace(/\/+$/, "");
  return { baseUrl, clientId, clientSecret, merchantCode, callbackSecret, callbackApiKey };
}

/** Who sends refunds and payouts. */
export interface Retailer {
  readonly msisdn: string;
  readonly pin: string;
  /** Identifies this PIN of this account; it does not reveal it. */
  readonly fingerprint: string;
}

/** Null: the account cannot send money. */
export function retailerOf({
  id,
  settings,
}: Pick<ProviderAccount, "settings"> & { readonly id?: string }): Retailer | null {
  const { retailerMsisdn: msisdn, retailerPin: pin } = settings;
  if (msisdn === undefined || pin === undefined) return null;
  return { msisdn, pin, fingerprint: sha256(`${id} ${msisdn} ${pin}`).toString("hex") };
}

const operators: readonly ServedOperator[] = [
  // The payer asks for a one-time password first, by this code.
  { method: "MOBILE_MONEY", operator: "ORANGE", countryCode: "SN", authFlow: "OTP", prompt: OTP_PROMPT },
  { method: "QR", operator: "ORANGE", countryCode: null, authFlow: "QR" },
];

/** Without a retailer's number and PIN an account only takes money. Pure. */
export function accountTerms(account: Pick<ProviderAccount, "settings">): AccountTerms {
  return retailerOf(account) === null ? { operators, refund: "NONE", payout: false } : { operators };
}

/** The nine digits that Orange Money Senegal knows a number by; null for a number of another country. */
export function nationalNumber(phone: string | null): string | null {
  return /^\+221(\d{9})$/.exec(phone ?? "")?.[1] ?? null;
}
