import type { Provider } from "./provider.ts";

export interface Providers {
  /** Throws on a name that is not in the program: accounts are checked against `names` when they are written. */
  get(name: string): Provider;
  readonly names: readonly string[];
}

/** Connectors by name. The same name twice is a programming error. */
export function createProviders(list: readonly Provider[]): Providers {
  const byName = new Map(list.map((provider) => [provider.name, provider]));
  if (byName.size !== list.length) throw new Error("two providers share a name");
  return {
    names: [...byName.keys()],
    get: (name) => {
      const provider = byName.get(name);
      if (provider === undefined) throw new Error(`no provider is named ${name}`);
      return provider;
    },
  };
}
