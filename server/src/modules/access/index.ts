export { accessErrors } from "./errors.ts";
export { bearerOf, makeApiKey, modeOfApiKey } from "./key-format.ts";
export { type ApiKeys, type ApiKeysDeps, createApiKeys } from "./keys.ts";
export { apiKeyRoutes } from "./routes.ts";
export { type Access, type AccessDeps, type CreatedApiKey, createAccess, KEY_LIFE_MS } from "./service.ts";
export type { ApiKey, NewApiKey } from "./types.ts";
