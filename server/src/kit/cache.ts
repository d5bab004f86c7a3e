import type { Clock } from "./clock.ts";

/**
 * Answers that may be a few seconds old: keys, merchants, routing. Never money. `clear` is called by a notification that
 * the rows have changed; the short life covers a notification that was lost.
 */
export interface LoadingCache<Value> {
  /** The cached value, or the loaded one. Callers who ask at the same time share one load. */
  get(key: string): Promise<Value>;
  clear(): void;
  readonly size: number;
}

export interface LoadingCacheOptions<Value> {
  readonly load: (key: string) => Promise<Value>;
  readonly clock: Clock;
  /** How long a value is believed, in milliseconds. */
  readonly lifeMs: number;
  /** The least recently used entry goes when there are more. */
  readonly entriesMax: number;
}

export function createLoadingCache<Value>(options: LoadingCacheOptions<Value>): LoadingCache<Value> {
  const { load, clock, lifeMs, entriesMax } = options;
  // A Map keeps the order of insertion: the first key is the one that was used longest ago.
  const entries = new Map<string, { readonly value: Value; readonly loadedAtMs: number }>();
  // Moving an entry to the end costs several times what finding it does: only where somebody may soon have to go.
  const moveAbove = entriesMax / 2;
  let loading = new Map<string, Promise<Value>>();

  const fetchValue = (key: string): Promise<Value> => {
    // A load that began before `clear` may have read rows from before the change, so its value is not kept and nobody
    // who asks later may share it: `clear` replaces this map.
    const generation = loading;
    const loadedAtMs = clock.nowMs();
    const promise = load(key)
      .then((value) => {
        if (generation === loading) {
          entries.delete(key);
          entries.set(key, { value, loadedAtMs });
          const oldest = entries.size > entriesMax ? entries.keys().next() : null;
          if (oldest?.done === false) entries.delete(oldest.value);
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
        // A clock that was set back must not make an answer older than its life: a negative age is too old as well.
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
