export { claimKey, nextKeyEvent, readKey, writeRevoker } from "./claims.ts";
export { accessErrors } from "./errors.ts";
export {
  CLAIM_LIFE_MS,
  type HandedKey,
  type HandOverDeps,
  handedPermissions,
  handOverKey,
} from "./hand-over.ts";
export { bearerOf, makeApiKey, modeOfApiKey } from "./key-format.ts";
export { type ApiKeys, type ApiKeysDeps, createApiKeys } from "./keys.ts";
export { createRequestLimits, type RequestLimits } from "./request-limit.ts";
export { requestLimitRoutes } from "./request-limit-routes.ts";
export { apiKeyRoutes, keyExample } from "./routes.ts";
export { CreatedKeySchema, grantablePermissions, KeyListQuery, KeySchema } from "./schemas.ts";
export { type Access, type AccessDeps, type CreatedApiKey, createAccess, KEY_LIFE_MS } from "./service.ts";
export { ACCESS_CHANGED } from "./store.ts";
export type { ApiKey, NewApiKey } from "./types.ts";
export type { KeyView } from "./view.ts";
