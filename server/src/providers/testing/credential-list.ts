import type { RefusedCredentials } from "../refused-credentials.ts";

/** Refused credentials in memory, for connectors without a database. */
export function createCredentialList(): RefusedCredentials {
  const refused = new Set<string>();
  return {
    remember: async ({ accountId, fingerprint }) => {
      refused.add(`${accountId} ${fingerprint}`);
    },
    has: async ({ accountId, fingerprint }) => refused.has(`${accountId} ${fingerprint}`),
  };
}
