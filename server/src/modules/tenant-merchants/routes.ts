import { Type } from "typebox";
import { errors } from "../../http/errors.ts";
import { operatorRoute, type Route } from "../../http/route.ts";
import {
  IssuedInvitationSchema,
  issuedOwnerExample,
  memberErrors,
  OwnerInvitationBody,
} from "../members/index.ts";
import { type MerchantEvent, merchantErrors } from "../merchants/index.ts";
import { WalletView } from "../wallets/index.ts";
import { askingOf } from "./asking.ts";
import { merchantExample, walletExample } from "./examples.ts";
import { merchantKeyRoutes } from "./key-routes.ts";
import {
  MerchantListQuery,
  MerchantParams,
  MerchantSchema,
  ModeQuery,
  NewMerchantBody,
  NewWalletBody,
  OptionalReasonBody,
  ReasonBody,
} from "./schemas.ts";
import type { TenantMerchants } from "./service.ts";

const tag = "Merchants";
const base = "/tenant/merchants";
const one = `${base}/:merchantId`;

/** Merchants of the tenant, for its operators. */
export function tenantMerchantRoutes(merchants: TenantMerchants): readonly Route[] {
  const moveRoute = (
    event: MerchantEvent,
    operationId: string,
    words: { readonly summary: string; readonly description: string },
    status: string,
  ): Route =>
    operatorRoute({
      method: "POST",
      path: `${one}/${event}`,
      operationId,
      stepUp: "always",
      tag,
      ...words,
      successStatus: 200,
      errors: [errors.RESOURCE_NOT_FOUND, merchantErrors.MERCHANT_STATUS_CONFLICT],
      idempotency: "optional",
      permission: "tenant.merchants.manage",
      schemas: {
        params: MerchantParams,
        query: ModeQuery,
        response: MerchantSchema,
        body: event === "activate" || event === "reinstate" ? OptionalReasonBody : ReasonBody,
      },
      examples: {
        body: { reason: "Décision du comité" },
        data: { ...merchantExample, status, version: 2 },
      },
      handle: async ({ operator, params, query, body, idempotency, facts }) => ({
        data: await merchants.move(
          params.merchantId,
          event,
          body,
          query.mode ?? "SANDBOX",
          askingOf(operator, facts, idempotency),
        ),
      }),
    });

  return [
    operatorRoute({
      method: "POST",
      path: base,
      operationId: "createMerchant",
      tag,
      summary: "Create a merchant",
      description:
        "PENDING, with an onboarding dossier in DRAFT in each mode, and the wallets named. To transact it needs its dossier approved, a wallet, and to be activated.",
      successStatus: 201,
      errors: [],
      idempotency: "optional",
      permission: "tenant.merchants.manage",
      schemas: { body: NewMerchantBody, response: MerchantSchema },
      examples: {
        body: {
          displayName: "Maison Akwaba",
          legalName: "Maison Akwaba SARL",
          countryCode: "CI",
          locale: "fr",
          wallets: [{ mode: "SANDBOX", currency: "XOF", label: "Compte principal" }],
        },
        data: { ...merchantExample, status: "PENDING", kybStatus: "DRAFT" },
      },
      handle: async ({ operator, body, idempotency, facts }) => ({
        data: await merchants.create(body, askingOf(operator, facts, idempotency)),
      }),
    }),
    operatorRoute({
      method: "GET",
      path: base,
      operationId: "listMerchants",
      tag,
      summary: "List merchants",
      description:
        "Merchants of the tenant, the newest first, as they are in one mode: SANDBOX when `mode` is absent.",
      successStatus: 200,
      errors: [],
      idempotency: "none",
      list: true,
      permission: "tenant.merchants.read",
      schemas: { query: MerchantListQuery, response: Type.Array(MerchantSchema) },
      handle: ({ operator, query }) => merchants.list(operator, query),
    }),
    operatorRoute({
      method: "GET",
      path: one,
      operationId: "getMerchant",
      tag,
      summary: "Get a merchant",
      description: "As it is in one mode, with its dossiers and wallets of both.",
      successStatus: 200,
      errors: [errors.RESOURCE_NOT_FOUND],
      idempotency: "none",
      permission: "tenant.merchants.read",
      schemas: { params: MerchantParams, query: ModeQuery, response: MerchantSchema },
      examples: { data: merchantExample },
      handle: async ({ operator, params, query }) => ({
        data: await merchants.get(operator, params.merchantId, query.mode ?? "SANDBOX"),
      }),
    }),
    moveRoute(
      "activate",
      "activateMerchant",
      {
        summary: "Activate a merchant",
        description:
          "PENDING becomes ACTIVE in both modes. Its dossier and a wallet are needed all the same before it transacts.",
      },
      "ACTIVE",
    ),
    moveRoute(
      "suspend",
      "suspendMerchant",
      {
        summary: "Suspend a merchant",
        description:
          "ACTIVE becomes SUSPENDED in both modes: no new business. Reads, refunds, webhooks and payments in flight go on. `reason` is for the platform alone; the merchant reads `messageToMerchant`.",
      },
      "SUSPENDED",
    ),
    moveRoute(
      "reinstate",
      "reinstateMerchant",
      { summary: "Reinstate a merchant", description: "SUSPENDED becomes ACTIVE again in both modes." },
      "ACTIVE",
    ),
    moveRoute(
      "close",
      "closeMerchant",
      {
        summary: "Close a merchant",
        description:
          "For good, from any other status and in both modes. The books stay, and its keys can read them; a merchant who comes back is a new one.",
      },
      "CLOSED",
    ),
    operatorRoute({
      method: "POST",
      path: `${one}/wallets`,
      operationId: "createMerchantWallet",
      tag,
      summary: "Add a wallet",
      description: "An empty wallet in one mode: at most one for each currency (WALLET_EXISTS).",
      successStatus: 201,
      errors: [
        errors.RESOURCE_NOT_FOUND,
        merchantErrors.MERCHANT_STATUS_CONFLICT,
        merchantErrors.WALLET_EXISTS,
      ],
      idempotency: "optional",
      permission: "tenant.merchants.manage",
      schemas: { params: MerchantParams, body: NewWalletBody, response: WalletView },
      examples: { body: { mode: "LIVE", currency: "XAF", label: "Compte Cameroun" }, data: walletExample },
      handle: async ({ operator, params, body, idempotency, facts }) => ({
        data: await merchants.addWallet(params.merchantId, body, askingOf(operator, facts, idempotency)),
      }),
    }),
    operatorRoute({
      method: "POST",
      path: `${one}/owner-invitation`,
      operationId: "inviteMerchantOwner",
      stepUp: "always",
      tag,
      summary: "Invite a merchant's owner",
      description:
        "How a merchant is taken in: sends the first owner a link, which works once, for seven days, and for that address alone. The owner sets up an own log-in, makes keys and invites everybody else; no operator reads a secret of the merchant. Refused once the merchant has people, or a live key that works: then it invites its people itself. The operator and the owner count as one person for 30 days wherever two are needed. Where this installation can send no mail, `url` is the link.",
      successStatus: 201,
      errors: [
        errors.RESOURCE_NOT_FOUND,
        errors.FOUR_EYES_REQUIRED,
        merchantErrors.MERCHANT_STATUS_CONFLICT,
        memberErrors.MERCHANT_HAS_PEOPLE,
        memberErrors.MEMBER_LIMIT_REACHED,
      ],
      idempotency: "optional",
      answersSecret: ["url"],
      permission: "tenant.merchants.manage",
      schemas: {
        params: MerchantParams,
        body: OwnerInvitationBody,
        response: IssuedInvitationSchema,
      },
      examples: { body: { email: "awa@example.com" }, data: issuedOwnerExample },
      handle: async ({ operator, params, body, idempotency, facts }) => ({
        data: await merchants.inviteOwner(
          params.merchantId,
          body.email,
          askingOf(operator, facts, idempotency),
        ),
      }),
    }),
    ...merchantKeyRoutes(merchants.keys),
  ];
}
