import { createPublicKey, type KeyObject } from "node:crypto";
import { OutcomeUnknown, type ProviderCall } from "../../provider.ts";

/** Keys that were fetched are asked for again when another one is named, but not more often than this. */
const AGAIN_MS = 60_000;

/** Public keys of providers by their ids, fetched from each when a key is named that is not held. */
export function createKeys() {
  const held = new Map<string, { fetchedAtMs: number; keys: Promise<ReadonlyMap<string, KeyObject>> }>();

  return {
    /** Null where the provider has no such key. Rejects when its keys cannot be fetched. */
    find: async (call: ProviderCall, url: string, keyId: string): Promise<KeyObject | null> => {
      const known = held.get(url);
      const key = (await known?.keys)?.get(keyId);
      if (key !== undefined) return key;
      // Anybody can name a key that does not exist: that is no reason to call the provider each time.
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
    // Not the list of keys: there is nothing to check a signature with.
  }
  if (keys.size === 0) throw new OutcomeUnknown(`keys_http_${status}`);
  return keys;
}
