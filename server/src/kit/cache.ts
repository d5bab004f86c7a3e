import type { Clock } from "./clock.ts";
import { createEviction } from "./evict-oldest.ts";

/**
 * Caches answers that may be a few seconds old: keys, merchants, routing. Never money. A notification that the rows
 * have changed calls `clear`; the short lifetime covers a lost notification. With `hearing` a value is kept longer, as long as it
 * is proved that no notification was lost.
 */
export interface LoadingCache<Value> {
  /** The cached value, or the loaded one. Concurrent callers share one load. */
  get(key: string): Promise<Value>;
  clear(): void;
  readonly size: number;
}

/** What is known of the connection over which notifications arrive. */
export interface Hearing {
  /** Its number; 0 while there is none. What was sent between two connections is lost. */
  connection(): number;
  /** Whether all that was sent until about a second ago has arrived over this connection. */
  isProven(): boolean;
}

/** Proves nothing: values keep their short lifetime. */
export const noHearing: Hearing = { connection: () => 0, isProven: () => false };

/** How long a value may be kept while its notifications are heard: what somebody changes by hand in SQL is seen after that. */
export const HEARD_LIFE_MS = 30_000;

export interface LoadingCacheOptions<Value> {
  readonly load: (key: string) => Promise<Value>;
  readonly clock: Clock;
  /** Lifetime of a value, in milliseconds. */
  readonly lifeMs: number;
  /** Keeps values for `HEARD_LIFE_MS` while it is proved that notifications arrive; null is never kept longer than `lifeMs`. */
  readonly hearing?: Hearing;
  /** Beyond this the least recently used entry is evicted. */
  readonly entriesMax: number;
}

interface Entry<Value> {
  readonly value: Value;
  readonly loadedAtMs: number;
  /** Of the time before the load. */
  readonly connection: number;
}

export function createLoadingCache<Value>(options: LoadingCacheOptions<Value>): LoadingCache<Value> {
  const { load, clock, lifeMs, entriesMax, hearing = noHearing } = options;
  // A Map keeps insertion order: the first key is the least recently used one.
  const entries = new Map<string, Entry<Value>>();
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
    const connection = hearing.connection();
    const promise = load(key)
      .then((value) => {
        if (generation === loading) {
          entries.delete(key);
          entries.set(key, { value, loadedAtMs, connection });
          evict();
        }
        return value;
      })
      .finally(() => generation.delete(key));
    generation.set(key, promise);
    return promise;
  };

  /** A change after the load was sent over the connection of that time, and it clears the entry when it arrives. */
  const isStillRight = ({ value, connection }: Entry<Value>): boolean =>
    value !== null && connection !== 0 && connection === hearing.connection() && hearing.isProven();

  return {
    get: async (key) => {
      const entry = entries.get(key);
      if (entry !== undefined) {
        const ageMs = clock.nowMs() - entry.loadedAtMs;
        // When the clock was set back, the age is negative: the entry counts as expired, so that it cannot outlive its
        // lifetime.
        if (ageMs >= 0 && (ageMs < lifeMs || (ageMs < HEARD_LIFE_MS && isStillRight(entry)))) {
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
