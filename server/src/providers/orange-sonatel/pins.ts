import { constants, createPublicKey, publicEncrypt } from "node:crypto";
import { fieldsOf } from "../../kit/json-object.ts";
import type { ProviderCall } from "../provider.ts";
import { NoAccess, type SonatelApi } from "./api.ts";
import { accessOf, type Retailer } from "./settings.ts";

/** A public key may be used this long before it is fetched again. */
const KEY_LIFE_MS = 60 * 60_000;
const REFUSED_PINS_MAX = 10_000;

export interface Pins {
  /** The PIN for one request, encrypted with Orange's public key. Rejects with `NoAccess` when there is no key. */
  encrypt(call: ProviderCall, pin: string): Promise<string>;
  /** Orange has revoked its key: the next PIN is encrypted with a new one. */
  forgetKey(call: ProviderCall): void;
  /** Orange has refused this PIN: nothing more is sent with it until the setting changes or the service restarts. */
  refuse(retailer: Retailer): void;
  isRefused(retailer: Retailer): boolean;
}

/**
 * Public keys by address, and the PINs that were refused, in memory. A refused PIN is not tried again, because Orange
 * blocks the number after three.
 */
export function createPins(api: SonatelApi): Pins {
  const keys = new Map<string, { readonly key: string; readonly untilMs: number }>();
  const refused = new Set<string>();
  const addressOf = ({ account }: ProviderCall) => accessOf(account).baseUrl;

  const fetchKey = async (call: ProviderCall): Promise<string> => {
    const answer = await api
      .ask(call, { method: "GET", path: "/api/account/v1/publicKeys" })
      .catch((error) => {
        // Whatever went wrong, no PIN and no money was sent.
        throw error instanceof NoAccess ? error : new NoAccess("public_key_no_answer");
      });
    // One key, or a list of them: the description does not say which.
    const found =
      answer.kind !== "done" ? {} : fieldsOf(Array.isArray(answer.value) ? answer.value[0] : answer.value);
    if (typeof found.key !== "string") throw new NoAccess("public_key_unreadable");
    return found.key;
  };

  return {
    encrypt: async (call, pin) => {
      const address = addressOf(call);
      const known = keys.get(address);
      const key = known !== undefined && call.nowMs < known.untilMs ? known.key : await fetchKey(call);
      if (key !== known?.key) keys.set(address, { key, untilMs: call.nowMs + KEY_LIFE_MS });
      return encryptPin(key, pin);
    },
    forgetKey: (call) => {
      keys.delete(addressOf(call));
    },
    refuse: ({ fingerprint }) => {
      if (refused.size < REFUSED_PINS_MAX) refused.add(fingerprint);
    },
    isRefused: ({ fingerprint }) => refused.has(fingerprint),
  };
}

/** `key`: DER of a public key (SPKI) in base64. */
function encryptPin(key: string, pin: string): string {
  try {
    const publicKey = createPublicKey({ key: Buffer.from(key, "base64"), format: "der", type: "spki" });
    const padding = constants.RSA_PKCS1_PADDING;
    return publicEncrypt({ key: publicKey, padding }, Buffer.from(pin, "utf8")).toString("base64");
  } catch {
    throw new NoAccess("public_key_unreadable");
  }
}
