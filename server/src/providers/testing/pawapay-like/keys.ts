import { createPublicKey, type KeyObject } from "node:crypto";
import { OutcomeUnknown, type ProviderCall } from "../../provider.ts";

/** Fetched keys are fetched again when an unknown one is named, but not more often than this. */
const AGAIN_MS = 60_000;

/** Providers' public keys by their ids, fetched when an unknown key is named. */
export function createKeys() {
  const held = new Map<string, { fetchedAtMs: number; keys: Promise<ReadonlyMap<string, KeyObject>> }>();

  return {
    /** Null when the provider has no such key. Rejects when its keys cannot be fetched. */
    find: async (call: ProviderCall, url: string, keyId: string): Promise<KeyObject | null> => {
      const known = held.get(url);
      const key = (await known?.keys)?.get(keyId);
      if (key !== undefined) return key;
      // Anyone can name a key that does not exist: that must not cause a call each time.
      if (known !== undefined && call.nowMs < known.fetchedAtMs + AGAIN_MS) return null;
      const keys = fetchKeys(call, url);
      held.set(url, { fetchedAtMs: call.nowMs, keys });
      try {
        return (await keys).get(keyId) ?? null;
      } catch (error) {
        held.delete(url);
        throw error;
      }
    },
  };
}

async function fetchKeys({ http }: ProviderCall, url: string): Promise<ReadonlyMap<string, KeyObject>> {
  const { status, body } = await http({ method: "GET", url, headers: { accept: "application/json" } });
  const keys = new Map<string, KeyObject>();
  try {
    const listed: unknown = status === 200 ? JSON.parse(body.toString("utf8")) : null;
    for (const one of Array.isArray(listed) ? listed : []) {
      if (typeof one?.id === "string" && typeof one.key === "string")
        keys.set(one.id, createPublicKey(one.key));
    }
  } catch {
    // Not a list of keys, so no signature can be checked.
  }
  if (keys.size === 0) throw new OutcomeUnknown(`keys_http_${status}`);
  return keys;
}
