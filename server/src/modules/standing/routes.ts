import { Type } from "typebox";
import type { Permission } from "../../http/permissions.ts";
import { accountRoute, keyRoute, type Route } from "../../http/route.ts";
import { ownMerchantExample, standingExample } from "./examples.ts";
import { OwnMerchantSchema, OwnMerchantsParams, StandingParams, StandingSchema } from "./schemas.ts";
import { createStanding, type StandingDeps } from "./service.ts";

/** Any one is enough: every role needs to know whether the merchant can do business. */
const permission: readonly Permission[] = [
  "merchant.profile.read",
  "merchant.payments.read",
  "merchant.wallets.read",
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
      path: "/merchant/merchants/:merchantId",
      operationId: "getStanding",
      tag: "Onboarding",
      summary: "Get the standing of one's own merchant",
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
