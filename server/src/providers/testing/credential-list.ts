import type { RefusedCredentials } from "../refused-credentials.ts";

/** Refused credentials in memory, for connectors without a database. */
export function createCredentialList(): RefusedCredentials {
  const refused = new Set<string>();
  let last: Promise<unknown> = Promise.resolve();
  return {
    remember: async ({ accountId, fingerprint }) => {
      refused.add(`${accountId} ${fingerprint}`);
    },
    alone: (_credential, work) => {
      const mine = last.then(work, work);
      last = mine;
      return mine;
    },
    has: async ({ accountId, fingerprint }) => refused.has(`${accountId} ${fingerprint}`),
  };
}
