import type { Clock } from "./clock.ts";
import { createEviction } from "./evict-oldest.ts";

/**
 * Caches answers that may be a few seconds old: keys, merchants, routing. Never money. A notification that the rows
 * have changed calls `clear`; the short lifetime covers a lost notification.
 */
export interface LoadingCache<Value> {
  /** The cached value, or the loaded one. Concurrent callers share one load. */
  get(key: string): Promise<Value>;
  clear(): void;
  readonly size: number;
}

export interface LoadingCacheOptions<Value> {
  readonly load: (key: string) => Promise<Value>;
  readonly clock: Clock;
  /** Lifetime of a value, in milliseconds. */
  readonly lifeMs: number;
  /** Beyond this the least recently used entry is evicted. */
  readonly entriesMax: number;
}

export function createLoadingCache<Value>(options: LoadingCacheOptions<Value>): LoadingCache<Value> {
  const { load, clock, lifeMs, entriesMax } = options;
  // A Map keeps insertion order: the first key is the least recently used one.
  const entries = new Map<string, { readonly value: Value; readonly loadedAtMs: number }>();
  const evict = createEviction(entries, entriesMax);
  // Moving an entry to the end costs several times what finding it does, so it is done only when an eviction may be
  // near.
  const moveAbove = entriesMax / 2;
  let loading = new Map<string, Promise<Value>>();

  const fetchValue = (key: string): Promise<Value> => {
    // A load that began before `clear` may have read rows from before the change: its value is not cached and later
    // callers must not share it. `clear` replaces this map.
    const generation = loading;
    const loadedAtMs = clock.nowMs();
    const promise = load(key)
      .then((value) => {
        if (generation === loading) {
          entries.delete(key);
          entries.set(key, { value, loadedAtMs });
          evict();
        }
        return value;
      })
      .finally(() => generation.delete(key));
    generation.set(key, promise);
    return promise;
  };

  return {
    get: async (key) => {
      const entry = entries.get(key);
      if (entry !== undefined) {
        const ageMs = clock.nowMs() - entry.loadedAtMs;
        // When the clock was set back, the age is negative: the entry counts as expired, so that it cannot outlive its
        // lifetime.
        if (ageMs >= 0 && ageMs < lifeMs) {
          if (entries.size > moveAbove) {
            entries.delete(key);
            entries.set(key, entry);
          }
          return entry.value;
        }
        entries.delete(key);
      }
      return loading.get(key) ?? fetchValue(key);
    },
    clear: () => {
      entries.clear();
      loading = new Map();
    },
    get size() {
      return entries.size;
    },
  };
}
