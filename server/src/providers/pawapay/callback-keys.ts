import { createPublicKey, type KeyObject } from "node:crypto";
import { fieldsOf } from "../../kit/json-object.ts";
import { OutcomeUnknown, type ProviderCall } from "../provider.ts";
import { readSettings } from "./settings.ts";

/** Fetched keys are fetched again when an unknown one is named, but not more often than this. */
const AGAIN_AFTER_MS = 60_000;
const PATH = "/v2/public-key/http";

export interface CallbackKeys {
  /**
   * The key that an account's callbacks may be signed with under this id; null when there is none. Rejects when
   * pawaPay's keys are needed and cannot be fetched.
   */
  find(call: ProviderCall, keyId: string): Promise<KeyObject | null>;
}

type Keys = ReadonlyMap<string, KeyObject>;

/** The account's own setting, else what pawaPay publishes: fetched when an unknown key is named, and kept. */
export function createCallbackKeys(): CallbackKeys {
  const held = new Map<string, { readonly fetchedAtMs: number; readonly keys: Promise<Keys> }>();

  const published = async (call: ProviderCall, url: string, keyId: string): Promise<KeyObject | null> => {
    const known = held.get(url);
    const key = (await known?.keys)?.get(keyId);
    if (key !== undefined) return key;
    // Anyone can name a key that does not exist: that must not cause a call each time.
    if (known !== undefined && call.nowMs < known.fetchedAtMs + AGAIN_AFTER_MS) return null;
    const keys = fetchKeys(call, url);
    held.set(url, { fetchedAtMs: call.nowMs, keys });
    try {
      return (await keys).get(keyId) ?? null;
    } catch (error) {
      held.delete(url);
      throw error;
    }
  };

  return {
    find: async (call, keyId) => {
      const { baseUrl, callbackKeyId, callbackPublicKey } = readSettings(call.account);
      if (callbackKeyId !== null && callbackKeyId !== keyId) return null;
      if (callbackPublicKey !== null) return createPublicKey(callbackPublicKey);
      return published(call, `${baseUrl}${PATH}`, keyId);
    },
  };
}

/** The list is public: it is asked for without the token. */
async function fetchKeys({ http }: ProviderCall, url: string): Promise<Keys> {
  const { status, body } = await http({ method: "GET", url, headers: { accept: "application/json" } });
  const keys = status === 200 ? readKeys(body) : new Map<string, KeyObject>();
  if (keys.size === 0) throw new OutcomeUnknown(`keys_http_${status}`);
  return keys;
}

/** Empty when it is no list of keys: then no signature can be checked. */
function readKeys(body: Buffer): Keys {
  const keys = new Map<string, KeyObject>();
  try {
    const listed: unknown = JSON.parse(body.toString("utf8"));
    for (const one of Array.isArray(listed) ? listed : []) {
      const { id, key } = fieldsOf(one);
      if (typeof id === "string" && typeof key === "string") keys.set(id, createPublicKey(key));
    }
  } catch {
    return new Map();
  }
  return keys;
}
