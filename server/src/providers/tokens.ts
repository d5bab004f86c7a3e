/** A credential that a provider lends for some time. */
export interface Token {
  readonly value: string;
  /** Epoch milliseconds at which the provider stops to take it. */
  readonly expiresAtMs: number;
}

export interface Tokens {
  /** The token kept under `key`, or a new one: fetched once, however many ask at the same time. Rejects as `fetch` does. */
  get(key: string, nowMs: number, fetch: () => Promise<Token>): Promise<string>;
  /** The provider has refused this token: the next one who asks gets another. A newer one stays. */
  drop(key: string, value: string): void;
}

/** Renewed this long before it ends, so that no call travels with one that ends on the way. */
const EARLY_MS = 60_000;
const KEYS_MAX = 1_000;

/** Tokens in memory only, by account and credential: a changed credential has its own. */
export function createTokens(): Tokens {
  const held = new Map<string, { token: Token | null; coming: Promise<Token> | null }>();

  return {
    get: async (key, nowMs, fetch) => {
      const entry = held.get(key);
      const token = entry?.token ?? null;
      // One that lives shorter than a minute is used for half of its life.
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
