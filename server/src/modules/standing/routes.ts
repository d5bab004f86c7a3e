import { Type } from "typebox";
import { merchantAreas, type Permission } from "../../http/permissions.ts";
import { accountRoute, keyRoute, type Route } from "../../http/route.ts";
import { callerExample, ownMerchantExample, standingExample } from "./examples.ts";
import {
  CallerSchema,
  OwnMerchantSchema,
  OwnMerchantsParams,
  StandingParams,
  StandingSchema,
} from "./schemas.ts";
import { createStanding, type StandingDeps } from "./service.ts";

/** Any one is enough: every role needs to know whether the merchant can do business. */
const permission: readonly Permission[] = [
  "merchant.profile.read",
  "merchant.payments.read",
  "merchant.wallets.read",
];

/** Any one is enough, and every key has one: `manage` includes `read`. */
const anyPermission: readonly Permission[] = [
  ...merchantAreas.map((area): Permission => `merchant.${area}.read`),
  "merchant.payouts.approve",
];

/** What a merchant's own people and keys read about it. */
export function createStandingRoutes(deps: StandingDeps): readonly Route[] {
  const standing = createStanding(deps);
  return [
    accountRoute({
      method: "GET",
      path: "/auth/:audience/merchants",
      operationId: "listOwnMerchants",
      tag: "Log-in",
      summary: "List the merchants that one works for",
      description:
        "With the role in each mode, what the person may do there now, and whether the merchant is open for new business. Name one of them in the header `Cauris-Merchant`, and a mode in `Cauris-Mode`, to act for it.",
      successStatus: 200,
      errors: [],
      idempotency: "none",
      schemas: { params: OwnMerchantsParams, response: Type.Array(OwnMerchantSchema) },
      examples: { data: [ownMerchantExample] },
      handle: async ({ account }) => ({ data: await standing.ownMerchants(account) }),
    }),
    keyRoute({
      method: "GET",
      path: "/merchant/caller",
      operationId: "getCaller",
      tag: "API keys",
      summary: "Get the caller",
      description:
        "Which key is asking, for which merchant, in which mode and with which permissions. Every key may ask: a program that has only its key learns the `merchantId` that other paths need.",
      successStatus: 200,
      errors: [],
      idempotency: "none",
      permission: anyPermission,
      schemas: { response: CallerSchema },
      examples: { data: callerExample },
      handle: async ({ caller }) => ({ data: await standing.caller(caller) }),
    }),
    keyRoute({
      method: "GET",
      path: "/merchant/merchants/:merchantId",
      operationId: "getStanding",
      tag: "Onboarding",
      summary: "Get the status of one's own merchant",
      description:
        "In the mode of the key: whether it is open for new business, and if not why, in a word and in a sentence; wallets with the amount above which payouts need approval; what payments cost; limits. Ways to pay and their outages are at `…/networks`.",
      successStatus: 200,
      errors: [],
      idempotency: "none",
      permission,
      schemas: { params: StandingParams, response: StandingSchema },
      examples: { data: standingExample },
      handle: async ({ caller, facts }) => ({ data: await standing.of(caller, facts.nowMs) }),
    }),
  ];
}
