/** A temporary credential of a provider. */
export interface Token {
  readonly value: string;
  /** Its expiry, in epoch milliseconds. */
  readonly expiresAtMs: number;
}

export interface Tokens {
  /** The cached token of `key`, or a new one, fetched once for concurrent callers. Rejects as `fetch` does. */
  get(key: string, nowMs: number, fetch: () => Promise<Token>): Promise<string>;
  /** The provider has refused this token: the next caller gets a new one. A newer token stays. */
  drop(key: string, value: string): void;
}

/** Renewed this long before its expiry, so that no call uses one that expires on the way. */
const EARLY_MS = 60_000;
const KEYS_MAX = 1_000;

/** Tokens in memory only, by account and credential: a changed credential has its own. */
export function createTokens(): Tokens {
  const held = new Map<string, { token: Token | null; coming: Promise<Token> | null }>();

  return {
    get: async (key, nowMs, fetch) => {
      const entry = held.get(key);
      const token = entry?.token ?? null;
      // A token valid for less than a minute is used for half of its life.
      if (token !== null && nowMs < token.expiresAtMs) return token.value;
      if (entry !== undefined && entry.coming !== null) return (await entry.coming).value;
      if (held.size >= KEYS_MAX && entry === undefined) held.clear();
      const coming = fetch().then(
        (fetched) => {
          const lifeMs = fetched.expiresAtMs - nowMs;
          const usedUntilMs = fetched.expiresAtMs - Math.min(EARLY_MS, lifeMs / 2);
          held.set(key, { token: { value: fetched.value, expiresAtMs: usedUntilMs }, coming: null });
          return fetched;
        },
        (error: unknown) => {
          held.delete(key);
          throw error;
        },
      );
      held.set(key, { token: null, coming });
      return (await coming).value;
    },
    drop: (key, value) => {
      if (held.get(key)?.token?.value === value) held.delete(key);
    },
  };
}
