import type { Database } from "../../db/database.ts";
import { createLoop } from "../../jobs/loop.ts";
import type { Keyring } from "../../kit/keyring.ts";
import type { Module } from "../module.ts";
import { type ApiKeys, type ApiKeysDeps, createApiKeys } from "./keys.ts";
import { createRequestLimits } from "./request-limit.ts";
import { requestLimitRoutes } from "./request-limit-routes.ts";
import { apiKeyRoutes } from "./routes.ts";
import { type Access, type AccessDeps, createAccess } from "./service.ts";

const LAST_USED_INTERVAL_MS = 60_000;

export interface AccessModule extends Module {
  readonly access: Access;
  readonly apiKeys: ApiKeys;
}

export interface AccessModuleDeps extends AccessDeps, Pick<ApiKeysDeps, "personGivesWithin"> {
  readonly keyring: Keyring;
  /** Keys are looked up here: its connections plan a statement once, and every request of a merchant waits for its key. */
  readonly payersDb: Database;
}

export function createAccessModule(deps: AccessModuleDeps): AccessModule {
  const { db, payersDb, ids, keyring, clock, log, personGivesWithin } = deps;
  const access = createAccess({ ...deps, db: payersDb });
  const apiKeys = createApiKeys({ db, ids, keyring, access, personGivesWithin });
  return {
    access,
    apiKeys,
    routes: [
      ...apiKeyRoutes(apiKeys),
      ...requestLimitRoutes(createRequestLimits({ db, ids, forget: access.forget })),
    ],
    jobs: {
      apiKeyUse: createLoop({
        name: "api_key_use",
        intervalMs: LAST_USED_INTERVAL_MS,
        clock,
        log,
        run: () => access.writeLastUsed(),
      }),
    },
    close: access.stop,
  };
}
