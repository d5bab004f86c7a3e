import { Type } from "typebox";
import { errors } from "../../http/errors.ts";
import { keyRoute, type Route } from "../../http/route.ts";
import { accessErrors } from "./errors.ts";
import type { ApiKeys } from "./keys.ts";
import {
  ChangeKeyBody,
  CreatedKeySchema,
  KeyListQuery,
  KeyParams,
  KeySchema,
  KeysParams,
  NewKeyBody,
  OVERLAP_HOURS_DEFAULT,
  RollKeyBody,
} from "./schemas.ts";

const tag = "API keys";
const base = "/merchant/merchants/:merchantId/api-keys";

export const keyExample = {
  object: "api_key",
  id: "key_01kf0v0d1qf0w8x3z5c7b9n1m3",
  merchantId: "019bc0d8-6c00-7a10-9c31-3a5d8f0b1c2e",
  mode: "SANDBOX",
  name: "Shop server",
  last4: "9x2F",
  status: "ACTIVE",
  permissions: ["merchant.checkout.manage", "merchant.payments.read"],
  merchantIds: [],
  ipAllowlist: [],
  requestsPerSecond: 25,
  requestsLastMinute: 0,
  expiresAt: "2027-06-30T00:00:00.000Z",
  revokedAt: null,
  lastUsedAt: null,
  owner: false,
  replaces: null,
  createdBy: "usr_01kf0v0d1qf0w8x3z5c7b9n1m3",
  createdByName: "Awa Koné",
  version: 1,
  createdAt: "2026-01-15T08:00:00.000Z",
  updatedAt: "2026-01-15T08:00:00.000Z",
} as const;

/** Incomplete, so that it is not mistaken for a real key. */
const KEY_EXAMPLE = "svc_mk_sandbox_7Hq…";

export function apiKeyRoutes(apiKeys: ApiKeys): readonly Route[] {
  return [
    keyRoute({
      method: "POST",
      path: base,
      operationId: "createApiKey",
      stepUp: "live",
      tag,
      summary: "Create an API key",
      description:
        "Creates a key of this merchant, in the mode of the calling key. `key` is shown in this answer only. A key never gets more than the calling key has: permissions, merchants, addresses, lifetime and rate limit. `ipAllowlist`, `expiresAt` and `requestsPerSecond` default to those of the calling key. At most 500 working keys.",
      successStatus: 201,
      errors: [accessErrors.API_KEY_EXCEEDS_CREATOR, accessErrors.API_KEY_LIMIT_REACHED],
      idempotency: "optional",
      answersSecret: ["key"],
      permission: "merchant.apikeys.manage",
      schemas: { params: KeysParams, body: NewKeyBody, response: CreatedKeySchema },
      examples: {
        body: {
          name: "Shop server",
          permissions: ["merchant.checkout.manage", "merchant.payments.read"],
          expiresAt: "2027-06-30T00:00:00.000Z",
        },
        data: { ...keyExample, key: KEY_EXAMPLE },
      },
      handle: async ({ caller, body, idempotency, facts }) => ({
        data: await apiKeys.create(caller, body, idempotency, facts),
      }),
    }),
    keyRoute({
      method: "GET",
      path: base,
      operationId: "listApiKeys",
      tag,
      summary: "List API keys",
      description:
        "The merchant's keys in the mode of the calling key, newest first, including ended ones. The keys themselves are not shown; `last4` tells them apart.",
      successStatus: 200,
      errors: [],
      idempotency: "none",
      list: true,
      permission: "merchant.apikeys.read",
      schemas: { params: KeysParams, query: KeyListQuery, response: Type.Array(KeySchema) },
      handle: ({ caller, query, facts }) => apiKeys.list(caller, query, facts.nowMs),
    }),
    keyRoute({
      method: "GET",
      path: `${base}/:keyId`,
      operationId: "getApiKey",
      tag,
      summary: "Get an API key",
      description: "The permissions of the key, and when it was last used.",
      successStatus: 200,
      errors: [errors.RESOURCE_NOT_FOUND],
      idempotency: "none",
      permission: "merchant.apikeys.read",
      schemas: { params: KeyParams, response: KeySchema },
      examples: { data: keyExample },
      handle: async ({ caller, params, facts }) => ({
        data: await apiKeys.get(caller, params.keyId, facts.nowMs),
      }),
    }),
    keyRoute({
      method: "PATCH",
      path: `${base}/:keyId`,
      operationId: "updateApiKey",
      stepUp: "live",
      tag,
      summary: "Update an API key",
      description:
        "Absent fields stay; `permissions` and `ipAllowlist` are replaced as a whole; `expiresAt: null` removes the end. Takes effect at once on every instance. The key can keep what it has, and gets nothing that the calling key lacks. An ended key cannot be updated.",
      successStatus: 200,
      errors: [
        errors.RESOURCE_NOT_FOUND,
        accessErrors.API_KEY_EXCEEDS_CREATOR,
        accessErrors.API_KEY_NOT_ACTIVE,
      ],
      idempotency: "none",
      permission: "merchant.apikeys.manage",
      schemas: { params: KeyParams, body: ChangeKeyBody, response: KeySchema },
      examples: {
        body: { name: "Shop server", permissions: ["merchant.checkout.manage"] },
        data: { ...keyExample, permissions: ["merchant.checkout.manage"], version: 2 },
      },
      handle: async ({ caller, params, body, facts }) => ({
        data: await apiKeys.update(caller, params.keyId, body, facts),
      }),
    }),
    keyRoute({
      method: "POST",
      path: `${base}/:keyId/roll`,
      operationId: "rollApiKey",
      stepUp: "live",
      tag,
      summary: "Roll an API key",
      description:
        "Creates a new key with the same name, permissions, merchants, addresses and end, shown in this answer only; `replaces` names the old key. The old key works for another `overlapHours` (24 by default, at most 168): deploy the new one meanwhile. With 0 the old key is revoked at once. A key can roll itself; another key can roll it only if it has everything that it has.",
      successStatus: 201,
      errors: [
        errors.RESOURCE_NOT_FOUND,
        accessErrors.API_KEY_EXCEEDS_CREATOR,
        accessErrors.API_KEY_NOT_ACTIVE,
        accessErrors.API_KEY_LIMIT_REACHED,
      ],
      idempotency: "optional",
      answersSecret: ["key"],
      permission: "merchant.apikeys.manage",
      schemas: { params: KeyParams, body: RollKeyBody, response: CreatedKeySchema },
      examples: {
        body: { overlapHours: 24 },
        data: { ...keyExample, replaces: "key_01kec8z6t1e9r2y4w6q8m0k2h5", key: KEY_EXAMPLE },
      },
      handle: async ({ caller, params, body, idempotency, facts }) => ({
        data: await apiKeys.roll(
          caller,
          params.keyId,
          body.overlapHours ?? OVERLAP_HOURS_DEFAULT,
          idempotency,
          facts,
        ),
      }),
    }),
    keyRoute({
      method: "POST",
      path: `${base}/:keyId/revoke`,
      operationId: "revokeApiKey",
      tag,
      summary: "Revoke an API key",
      description:
        "Permanently revokes the key, at once on every instance. It stays in the list as REVOKED. A key can revoke itself. Idempotent: revoking twice has no effect.",
      successStatus: 200,
      errors: [errors.RESOURCE_NOT_FOUND],
      idempotency: "optional",
      permission: "merchant.apikeys.manage",
      schemas: { params: KeyParams, response: KeySchema },
      examples: {
        data: { ...keyExample, status: "REVOKED", revokedAt: "2026-01-16T08:00:00.000Z", version: 2 },
      },
      handle: async ({ caller, params, idempotency, facts }) => ({
        data: await apiKeys.revoke(caller, params.keyId, idempotency, facts),
      }),
    }),
  ];
}
