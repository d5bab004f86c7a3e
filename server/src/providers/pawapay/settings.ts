import { createPrivateKey, type KeyObject } from "node:crypto";
import type { ProviderAccount } from "../provider.ts";
import type { ProviderSetting } from "../settings.ts";

const LIVE_BASE = "https://api.pawapay.io";
const SANDBOX_BASE = "https://api.sandbox.pawapay.io";

/** The settings of an account, for operators. */
export const pawapaySettings: readonly ProviderSetting[] = [
  {
    name: "baseUrl",
    description: `Where pawaPay's interface is; ${LIVE_BASE} (live) or ${SANDBOX_BASE} (sandbox) when not set.`,
    secret: false,
    required: false,
    kind: "URL",
    minLength: 8,
    maxLength: 200,
  },
  {
    name: "apiToken",
    description: "The API token from pawaPay's dashboard. Sandbox and live have different ones.",
    secret: true,
    required: true,
    kind: "TEXT",
    minLength: 8,
    maxLength: 4_000,
  },
  {
    name: "callbackKeyId",
    description:
      "The id of the only key that may sign callbacks, such as HTTP_EC_P256_KEY:1; any of pawaPay's when not set.",
    secret: false,
    required: false,
    kind: "TEXT",
    minLength: 1,
    maxLength: 100,
  },
  {
    name: "callbackPublicKey",
    description: "The public key of pawaPay's callbacks; fetched from pawaPay when not set.",
    secret: false,
    required: false,
    kind: "PEM",
    holds: "PUBLIC_KEY",
    minLength: 100,
    maxLength: 2_000,
  },
  {
    name: "signRequests",
    description: "true when pawaPay's dashboard accepts only signed requests; false when not set.",
    secret: false,
    required: false,
    kind: "TEXT",
    fault: (value) => (value === "true" || value === "false" ? null : "must be true or false"),
    minLength: 4,
    maxLength: 5,
  },
  {
    name: "requestKeyId",
    description: "The id that pawaPay's dashboard shows for our public key. Needed to sign requests.",
    secret: false,
    required: false,
    kind: "TEXT",
    minLength: 1,
    maxLength: 100,
  },
  {
    name: "requestPrivateKey",
    description: "Our private key on the curve P-256. Needed to sign requests.",
    secret: true,
    required: false,
    kind: "PEM",
    holds: "PRIVATE_KEY",
    minLength: 100,
    maxLength: 4_000,
  },
];

export interface RequestKey {
  readonly keyId: string;
  readonly key: KeyObject;
}

export interface PawapaySettings {
  /** Without a trailing slash. */
  readonly baseUrl: string;
  readonly apiToken: string;
  readonly callbackKeyId: string | null;
  /** PEM. */
  readonly callbackPublicKey: string | null;
  readonly signing:
    | { readonly kind: "off" }
    | { readonly kind: "on"; readonly key: RequestKey }
    /** The account is to sign its requests and cannot. `sentence`: for operators. */
    | { readonly kind: "impossible"; readonly sentence: string };
}

/** Throws without an API token: a required setting, so it is there. */
export function readSettings({
  mode,
  settings,
}: Pick<ProviderAccount, "mode" | "settings">): PawapaySettings {
  const { apiToken, callbackKeyId = null, callbackPublicKey = null } = settings;
  if (apiToken === undefined) throw new Error("a pawapay account needs apiToken");
  const baseUrl = settings.baseUrl ?? (mode === "LIVE" ? LIVE_BASE : SANDBOX_BASE);
  return {
    baseUrl: baseUrl.replace(/\/+$/, ""),
    apiToken,
    callbackKeyId,
    callbackPublicKey,
    signing: signingOf(settings),
  };
}

function signingOf({
  signRequests = "false",
  requestKeyId,
  requestPrivateKey,
}: ProviderAccount["settings"]): PawapaySettings["signing"] {
  const impossible = (sentence: string) => ({ kind: "impossible", sentence }) as const;
  if (signRequests !== "true") return { kind: "off" };
  if (requestKeyId === undefined || requestPrivateKey === undefined) {
    return impossible("settings.requestKeyId and settings.requestPrivateKey are needed to sign requests.");
  }
  const key = createPrivateKey(requestPrivateKey);
  return key.asymmetricKeyDetails?.namedCurve === "prime256v1"
    ? { kind: "on", key: { keyId: requestKeyId, key } }
    : impossible("settings.requestPrivateKey must be a key on the curve P-256.");
}
