export { accessErrors } from "./errors.ts";
export { type HandedKey, handOverKey } from "./hand-over.ts";
export { bearerOf, makeApiKey, modeOfApiKey } from "./key-format.ts";
export { type ApiKeys, type ApiKeysDeps, createApiKeys } from "./keys.ts";
export { apiKeyRoutes } from "./routes.ts";
export { CreatedKeySchema, grantablePermissions } from "./schemas.ts";
export { type Access, type AccessDeps, type CreatedApiKey, createAccess, KEY_LIFE_MS } from "./service.ts";
export { ACCESS_CHANGED } from "./store.ts";
export type { ApiKey, NewApiKey } from "./types.ts";
