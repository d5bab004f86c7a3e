import { Type } from "typebox";
import { errors } from "../../http/errors.ts";
import { keyRoute, publicRoute, type Route } from "../../http/route.ts";
import { linkErrors } from "./errors.ts";
import {
  changeLinkExample,
  createLinkExample,
  linkExample,
  linkSessionExample,
  openSessionExample,
  publicLinkExample,
} from "./examples.ts";
import {
  ChangeLinkBody,
  CreateLinkBody,
  LinkListQuery,
  LinkParams,
  LinkSessionView,
  LinkView,
  OpenSessionBody,
  PublicLinkView,
  SlugParams,
} from "./schemas.ts";
import type { Links } from "./service.ts";

const tag = "Payment links";
const publicTag = "Checkout, public";
const byState = [
  linkErrors.PAYMENT_LINK_NOT_ACTIVE,
  linkErrors.PAYMENT_LINK_EXPIRED,
  linkErrors.PAYMENT_LINK_MAX_USES_REACHED,
];
/** The state of a link can change at any moment. */
const noStore = { "Cache-Control": "no-store" } as const;

export function createLinksRoutes(links: Links): readonly Route[] {
  return [...merchantRoutes(links), ...publicRoutes(links)];
}

function merchantRoutes(links: Links): readonly Route[] {
  return [
    keyRoute({
      method: "POST",
      path: "/payments/links",
      operationId: "createPaymentLink",
      tag,
      summary: "Create a payment link",
      description:
        "An address that anybody can pay at. Each payer who starts there gets a checkout session of their own. `reusable: false` is paid once; else `maxUses` is the ceiling, none when absent. A use is counted when a payment succeeds and held while one is in progress, so `maxUses` is never overrun. `amount: null` leaves the amount to the payer, from `amountMin` to `amountMax`, with `amountSuggestions` to tap; `quantityMax` offers from `quantityMin` (1 when absent) to so many pieces at `amount` each. In currencies without decimals, suggestions without `amountMax` set it just below a hundred times the largest: two zeros too many are refused.",
      successStatus: 201,
      idempotency: "required",
      permission: "merchant.links.manage",
      errors: [errors.MERCHANT_KYB_NOT_APPROVED, linkErrors.PAYMENT_LINK_SLUG_TAKEN],
      examples: { body: createLinkExample, data: linkExample },
      schemas: { body: CreateLinkBody, response: LinkView },
      handle: async ({ caller, body, idempotency }) => ({
        data: await links.create(caller.merchantNo, body, idempotency),
      }),
    }),
    keyRoute({
      method: "GET",
      path: "/payments/links",
      operationId: "listPaymentLinks",
      tag,
      summary: "List payment links",
      description:
        "Newest first. By page with totals, or by cursor (`starting_after`, `ending_before`). `linkStatus` is the one of now.",
      successStatus: 200,
      idempotency: "none",
      permission: "merchant.links.read",
      errors: [],
      list: true,
      schemas: { query: LinkListQuery, response: Type.Array(LinkView) },
      handle: ({ caller, query }) => links.list(caller.merchantNo, query),
    }),
    keyRoute({
      method: "GET",
      path: "/payments/links/:id",
      operationId: "getPaymentLink",
      tag,
      summary: "Get a payment link",
      description: "The link with its number of uses.",
      successStatus: 200,
      idempotency: "none",
      permission: "merchant.links.read",
      errors: [errors.RESOURCE_NOT_FOUND],
      examples: { data: linkExample },
      schemas: { params: LinkParams, response: LinkView },
      handle: async ({ caller, params }) => ({ data: await links.get(caller.merchantNo, params.id) }),
    }),
    keyRoute({
      method: "PATCH",
      path: "/payments/links/:id",
      operationId: "updatePaymentLink",
      tag,
      summary: "Update, pause or resume a payment link",
      description:
        "Absent fields stay; `null` empties a field that can be empty; `metadata` and `customFields` are replaced whole. More uses reopen an EXHAUSTED link. Sessions that payers have open keep what they were made with. What the answer shows of these fields may be sent back as it is. Amount, currency, slug and `reusable` never change.",
      successStatus: 200,
      idempotency: "none",
      permission: "merchant.links.manage",
      errors: [errors.RESOURCE_NOT_FOUND, ...byState],
      examples: { body: changeLinkExample },
      schemas: { params: LinkParams, body: ChangeLinkBody, response: LinkView },
      handle: async ({ caller, params, body }) => ({
        data: await links.change(caller.merchantNo, params.id, body),
      }),
    }),
    keyRoute({
      method: "POST",
      path: "/payments/links/:id/cancel",
      operationId: "cancelPaymentLink",
      tag,
      summary: "Cancel a payment link",
      description:
        "Permanently stops the link; its slug stays taken. A payment in progress is still booked. Idempotent: cancelling twice has no effect.",
      successStatus: 200,
      idempotency: "optional",
      permission: "merchant.links.manage",
      errors: [errors.RESOURCE_NOT_FOUND, linkErrors.PAYMENT_LINK_EXPIRED],
      schemas: { params: LinkParams, response: LinkView },
      handle: async ({ caller, params, idempotency }) => ({
        data: await links.cancel(caller.merchantNo, params.id, idempotency),
      }),
    }),
  ];
}

function publicRoutes(links: Links): readonly Route[] {
  return [
    publicRoute({
      method: "GET",
      path: "/checkout/links/:slug",
      operationId: "readPublicPaymentLink",
      tag: publicTag,
      summary: "Get the link to pay",
      description:
        "What a screen shows before the payer starts. Creates nothing. A link that accepts no payment returns an error that names its state, with the merchant's message in `details.inactiveMessage`.",
      successStatus: 200,
      idempotency: "none",
      errors: [errors.RESOURCE_NOT_FOUND, ...byState],
      examples: { data: publicLinkExample },
      schemas: { params: SlugParams, response: PublicLinkView },
      handle: async ({ params }) => ({ data: await links.publicView(params.slug), headers: noStore }),
    }),
    publicRoute({
      method: "POST",
      path: "/checkout/links/:slug/sessions",
      operationId: "openPaymentLinkSession",
      tag: publicTag,
      summary: "Create a session from a link",
      description:
        "A checkout session with the link's amount and terms. `amount` is required where the link leaves it open, and refused elsewhere; `quantity` is the smallest when absent. Send the payer to `url`, or use `id` with the endpoints under /checkout/pay. Takes no use of the link: that happens when the payer pays. A repeat under the same Idempotency-Key from the same address answers the same session; a key of fewer than 16 characters is ignored here, since two payers may choose the same.",
      successStatus: 201,
      idempotency: "optional",
      merchantNoOf: ({ slug }) => links.merchantNoOf(slug),
      manyPayers: true,
      errors: [errors.RESOURCE_NOT_FOUND, errors.MERCHANT_KYB_NOT_APPROVED, ...byState],
      examples: { body: openSessionExample, data: linkSessionExample },
      schemas: { params: SlugParams, body: OpenSessionBody, response: LinkSessionView },
      handle: async ({ params, body, idempotency }) => ({
        data: await links.openSession(params.slug, body, idempotency),
        headers: noStore,
      }),
    }),
  ];
}
