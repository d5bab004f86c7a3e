/** Requests made at the same time are loaded together. Absent keys are null. */
export type BatchedLoad<Value> = (key: string) => Promise<Value | null>;

interface Waiting<Value> {
  readonly key: string;
  readonly resolve: (value: Value | null) => void;
  readonly reject: (error: unknown) => void;
}

const KEYS_MAX = 500;

/**
 * One load is in flight at a time: keys requested meanwhile go with the next one, so many callers cost one round trip
 * and a lone caller does not wait. A failed load fails for all callers that shared it.
 */
export function createBatchedLoad<Value>(
  loadMany: (keys: readonly string[]) => Promise<ReadonlyMap<string, Value>>,
): BatchedLoad<Value> {
  let waiting: Waiting<Value>[] = [];
  let busy = false;

  const work = async (): Promise<void> => {
    // Callers of the same turn of the event loop share a load.
    await new Promise<void>((turn) => setImmediate(turn));
    while (waiting.length > 0) {
      const batch = waiting.slice(0, KEYS_MAX);
      waiting = waiting.slice(KEYS_MAX);
      try {
        const found = await loadMany([...new Set(batch.map(({ key }) => key))]);
        for (const { key, resolve } of batch) resolve(found.get(key) ?? null);
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    busy = false;
  };

  return (key) =>
    new Promise((resolve, reject) => {
      waiting.push({ key, resolve, reject });
      if (busy) return;
      busy = true;
      void work();
    });
}
