import { Type } from "typebox";
import { errors } from "../../http/errors.ts";
import { operatorRoute, publicRoute, type Route } from "../../http/route.ts";
import { accessErrors, CreatedKeySchema, KeySchema } from "../access/index.ts";
import { memberErrors } from "../members/index.ts";
import { merchantErrors } from "../merchants/index.ts";
import { askingOf } from "./asking.ts";
import { handedKeyExample, keyExample } from "./examples.ts";
import type { MerchantKeys } from "./keys.ts";
import {
  ClaimBody,
  HandedKeyBody,
  HandedKeySchema,
  MerchantKeyParams,
  MerchantParams,
  ModeQuery,
  OperatorKeyListQuery,
  ReasonBody,
} from "./schemas.ts";

const tag = "Merchants";
const base = "/tenant/merchants/:merchantId/api-keys";

/** Merchants' keys, for operators, and the link by which a merchant fetches its first live one. */
export function merchantKeyRoutes(keys: MerchantKeys): readonly Route[] {
  return [
    operatorRoute({
      method: "POST",
      path: base,
      operationId: "handOverApiKey",
      stepUp: "always",
      tag,
      summary: "Hand over the first API key",
      description:
        "The owner's key of a merchant that has no key which works in this mode (MERCHANT_HAS_API_KEYS otherwise) and no people, who make its keys themselves (MERCHANT_HAS_PEOPLE). It manages keys and the dossier, and may give the keys that it makes every permission. A sandbox key is shown in this answer alone; a live key is never shown to operators: hand the link of `claim` to the merchant, who fetches the key with it, once, within 72 hours. A new link takes the place of one that nobody has used. In live mode an operator who has revoked keys of the merchant cannot hand over the next one, nor can an account of the same origin: FOUR_EYES_REQUIRED. The merchant is told by `api_key.created_by_operator`.",
      successStatus: 201,
      errors: [
        errors.RESOURCE_NOT_FOUND,
        errors.FOUR_EYES_REQUIRED,
        merchantErrors.MERCHANT_STATUS_CONFLICT,
        accessErrors.MERCHANT_HAS_API_KEYS,
        memberErrors.MERCHANT_HAS_PEOPLE,
      ],
      idempotency: "optional",
      answersSecret: ["key", "claim.url"],
      permission: "tenant.merchants.manage",
      schemas: { params: MerchantParams, body: HandedKeyBody, response: HandedKeySchema },
      examples: {
        body: {
          mode: "LIVE",
          name: "First live key",
          permissions: ["merchant.apikeys.manage", "merchant.profile.manage"],
        },
        data: handedKeyExample,
      },
      handle: async ({ operator, params, body, idempotency, facts }) => ({
        data: await keys.hand(params.merchantId, body, askingOf(operator, facts, idempotency)),
      }),
    }),
    operatorRoute({
      method: "GET",
      path: base,
      operationId: "listMerchantApiKeys",
      tag,
      summary: "List a merchant's API keys",
      description:
        "Its keys in one mode, SANDBOX when absent, the newest first, those that have ended too. The keys themselves are not shown.",
      successStatus: 200,
      errors: [errors.RESOURCE_NOT_FOUND],
      idempotency: "none",
      list: true,
      permission: "tenant.merchants.read",
      schemas: { params: MerchantParams, query: OperatorKeyListQuery, response: Type.Array(KeySchema) },
      handle: ({ operator, params, query, facts }) =>
        keys.list(operator, params.merchantId, query, facts.nowMs),
    }),
    operatorRoute({
      method: "POST",
      path: `${base}/:keyId/revoke`,
      operationId: "revokeMerchantApiKey",
      tag,
      summary: "Revoke a merchant's API key",
      description:
        "For a key that leaked while its merchant cannot be reached: it ends for good, and at once on every instance. The merchant is told by `api_key.revoked_by_operator`. `mode` is SANDBOX when absent. Idempotent: a repetition has no effect.",
      successStatus: 200,
      errors: [errors.RESOURCE_NOT_FOUND],
      idempotency: "optional",
      permission: "tenant.merchants.manage",
      schemas: { params: MerchantKeyParams, query: ModeQuery, body: ReasonBody, response: KeySchema },
      examples: {
        body: { reason: "Clé publiée par erreur" },
        data: { ...keyExample, status: "REVOKED", revokedAt: "2026-01-16T08:00:00.000Z", version: 2 },
      },
      handle: async ({ operator, params, query, body, idempotency, facts }) => ({
        data: await keys.revoke(
          ...([params.merchantId, params.keyId, query.mode ?? "SANDBOX", body.reason] as const),
          askingOf(operator, facts, idempotency),
        ),
      }),
    }),
    publicRoute({
      method: "POST",
      path: "/merchant/api-key-claims",
      operationId: "claimApiKey",
      tag: "API keys",
      summary: "Claim a live API key",
      description:
        "Returns the key that an operator of the platform made for you, in this answer only, and uses the link up. API_KEY_CLAIM_INVALID: the link was used, expired after 72 hours, or was replaced. If you did not use it, have the key revoked at once.",
      successStatus: 200,
      errors: [accessErrors.API_KEY_CLAIM_INVALID],
      idempotency: "none",
      countsAs: "login",
      schemas: { body: ClaimBody, response: CreatedKeySchema },
      examples: {
        body: { token: "svc_claim_3kTqxW0b2nT5yHs7dLa" },
        // Incomplete, so that it is not mistaken for a real key.
        data: { ...keyExample, key: "svc_mk_live_7Hq…" },
      },
      handle: async ({ body, facts }) => ({
        data: await keys.claim(body.token, facts),
        headers: { "Cache-Control": "no-store" },
      }),
    }),
  ];
}
