import { constants, createPublicKey, publicEncrypt } from "node:crypto";
import { fieldsOf } from "../../kit/json-object.ts";
import type { ProviderCall } from "../provider.ts";
import type { RefusedCredentials } from "../refused-credentials.ts";
import { NoAccess, type SonatelApi } from "./api.ts";
import { accessOf, type Retailer } from "./settings.ts";

/** A public key may be used this long before it is fetched again. */
const KEY_LIFE_MS = 60 * 60_000;
const PINS_MAX = 10_000;

export interface Pins {
  /** The PIN for one request, encrypted with Orange's public key. Rejects with `NoAccess` when there is no key. */
  encrypt(call: ProviderCall, pin: string): Promise<string>;
  /** Orange has revoked its key: the next PIN is encrypted with a new one. */
  forgetKey(call: ProviderCall): void;
  /**
   * Does `send`, which sends this PIN, unless Orange has refused the PIN before. A PIN that Orange has not accepted since
   * this process started is tried by one operation of all processes at a time, so that a wrong one is sent once. `judge`: what the result of `send`
   * says about the PIN; one that is refused is sent no more. Null: it was refused before, and nothing was sent. Rejects
   * with `NoAccess` when that cannot be read.
   */
  use<Result>(
    call: ProviderCall,
    retailer: Retailer,
    send: () => Promise<Result>,
    judge: (result: Result) => PinVerdict,
  ): Promise<Result | null>;
}
/** `OPEN`: the answer does not say. */
export type PinVerdict = "ACCEPTED" | "REFUSED" | "OPEN";

/**
 * Public keys by address, in memory, and the PINs that were refused. Such a PIN is not tried again by any process,
 * because Orange blocks the number after three.
 */
export function createPins(api: SonatelApi, refusedCredentials: RefusedCredentials): Pins {
  const keys = new Map<string, { readonly key: string; readonly untilMs: number }>();
  /** Fingerprints of PINs that have been sent without a refusal. */
  const accepted = new Set<string>();
  /** The last operation with a PIN that was not accepted yet. */
  const trials = new Map<string, Promise<unknown>>();
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

  const useNow: Pins["use"] = async (call, { fingerprint }, send, judge) => {
    const credential = { accountId: call.account.id, fingerprint };
    const isRefused = await refusedCredentials.has(credential).catch(() => {
      throw new NoAccess("refused_pins_unreadable");
    });
    if (isRefused) return null;
    const result = await send();
    const verdict = judge(result);
    if (verdict === "ACCEPTED" && accepted.size < PINS_MAX) accepted.add(fingerprint);
    if (verdict === "REFUSED") {
      accepted.delete(fingerprint);
      await refusedCredentials.remember(credential, call.nowMs);
    }
    return result;
  };

  /** A process that waits meanwhile reads the refusal afterwards, and sends nothing. */
  const useAlone: Pins["use"] = async (call, retailer, send, judge) => {
    let hasBegun = false;
    const credential = { accountId: call.account.id, fingerprint: retailer.fingerprint };
    const work = () => {
      hasBegun = true;
      return useNow(call, retailer, send, judge);
    };
    return refusedCredentials.alone(credential, work).catch((error: unknown) => {
      throw hasBegun ? error : new NoAccess("pin_not_reserved");
    });
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
    use: async (call, retailer, send, judge) => {
      const { fingerprint } = retailer;
      if (accepted.has(fingerprint)) return useNow(call, retailer, send, judge);
      const earlier = trials.get(fingerprint);
      const use = () => useAlone(call, retailer, send, judge);
      const mine = earlier === undefined ? use() : earlier.then(use, use);
      trials.set(fingerprint, mine);
      try {
        return await mine;
      } finally {
        if (trials.get(fingerprint) === mine) trials.delete(fingerprint);
      }
    },
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
