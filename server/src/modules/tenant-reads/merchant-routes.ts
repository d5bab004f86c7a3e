import type { Queryable } from "../../db/database.ts";
import type { Route } from "../../http/route.ts";
import type { Keyring } from "../../kit/keyring.ts";
import { revealSessionIds } from "../../kit/session-id.ts";
import { type Checkout, SessionListQuery, SessionView, sessionExample } from "../checkout/index.ts";
import {
  ChargeListQuery,
  ChargeView,
  ChargeWithStepView,
  chargeExample,
  type PaymentReads,
} from "../payments/index.ts";
import { RefundListQuery, type Refunds, RefundView, refundExample } from "../payments/refunds/index.ts";
import { PayoutListQuery, type Payouts, PayoutView, payoutExample } from "../payouts/index.ts";
import {
  EntryListQuery,
  WalletEntryView,
  WalletListQuery,
  type Wallets,
  WalletView,
  walletEntryView,
  walletView,
} from "../wallets/index.ts";
import {
  EndpointListQuery,
  EndpointSchema,
  EventQuery,
  EventSchema,
  endpointExample,
  shownToOperators,
  type Webhooks,
} from "../webhooks/index.ts";
import { merchantListRoute, merchantObjectRoute } from "./scope.ts";

export interface MerchantReadsDeps {
  readonly db: Queryable;
  readonly keyring: Keyring;
  readonly checkout: Pick<Checkout, "list" | "get">;
  readonly payments: PaymentReads;
  readonly refunds: Pick<Refunds, "list" | "get">;
  readonly payouts: Pick<Payouts, "list" | "get">;
  readonly wallets: Wallets;
  readonly webhooks: Pick<Webhooks, "listEndpoints" | "listMerchantEvents" | "getEvent">;
}

const asTheMerchant = (path: string, more = "") =>
  `What \`GET ${path}\` answers to the merchant itself, with the same filters.${more} \`mode\` is SANDBOX when absent.`;

/** What a merchant reads about itself, for the operators of its tenant: the merchant's own code answers. */
export function merchantReadRoutes(deps: MerchantReadsDeps): readonly Route[] {
  const { db, keyring, checkout, payments, refunds, payouts, wallets, webhooks } = deps;
  return [
    merchantListRoute(
      db,
      {
        path: "charges",
        operationId: "listTenantMerchantCharges",
        summary: "List a merchant's charges",
        description: asTheMerchant("/payments/charges", " Phone numbers are masked, as merchants see them."),
      },
      ChargeListQuery.properties,
      { view: ChargeView, examples: [chargeExample], read: payments.charges },
    ),
    merchantObjectRoute(
      db,
      {
        path: "charges/:id",
        operationId: "getTenantMerchantCharge",
        summary: "Get a merchant's charge",
        description: asTheMerchant("/payments/charges/{id}"),
      },
      { view: ChargeWithStepView, read: payments.charge },
    ),
    merchantListRoute(
      db,
      {
        path: "sessions",
        operationId: "listTenantMerchantSessions",
        summary: "List a merchant's checkout sessions",
        description: asTheMerchant("/checkout/sessions"),
      },
      SessionListQuery.properties,
      {
        view: SessionView,
        examples: [sessionExample],
        read: ({ merchantNo }, query) => checkout.list(merchantNo, query),
      },
    ),
    merchantObjectRoute(
      db,
      {
        path: "sessions/:id",
        operationId: "getTenantMerchantSession",
        summary: "Get a merchant's checkout session",
        description: asTheMerchant(
          "/checkout/sessions/{id}",
          " `id` may leave out the secret part, as the search shows it.",
        ),
      },
      {
        view: SessionView,
        example: sessionExample,
        // Operators' pages name a session by the part of its id that is no secret.
        read: ({ merchantNo }, id) => checkout.get(merchantNo, revealSessionIds(keyring, merchantNo, id)),
      },
    ),
    merchantListRoute(
      db,
      {
        path: "refunds",
        operationId: "listTenantMerchantRefunds",
        summary: "List a merchant's refunds",
        description: asTheMerchant("/payments/refunds"),
      },
      RefundListQuery.properties,
      {
        view: RefundView,
        examples: [refundExample],
        read: ({ merchantNo }, query) => refunds.list(merchantNo, query),
      },
    ),
    merchantObjectRoute(
      db,
      {
        path: "refunds/:id",
        operationId: "getTenantMerchantRefund",
        summary: "Get a merchant's refund",
        description: asTheMerchant("/payments/refunds/{id}"),
      },
      { view: RefundView, example: refundExample, read: ({ merchantNo }, id) => refunds.get(merchantNo, id) },
    ),
    merchantListRoute(
      db,
      {
        path: "payouts",
        operationId: "listTenantMerchantPayouts",
        summary: "List a merchant's payouts",
        description: asTheMerchant("/payments/payouts"),
      },
      PayoutListQuery.properties,
      {
        view: PayoutView,
        examples: [payoutExample],
        read: ({ merchantNo }, query) => payouts.list(merchantNo, query),
      },
    ),
    merchantObjectRoute(
      db,
      {
        path: "payouts/:id",
        operationId: "getTenantMerchantPayout",
        summary: "Get a merchant's payout",
        description: asTheMerchant("/payments/payouts/{id}"),
      },
      { view: PayoutView, example: payoutExample, read: ({ merchantNo }, id) => payouts.get(merchantNo, id) },
    ),
    ...moneyRoutes(db, wallets),
    ...hookRoutes(db, webhooks),
  ];
}

function moneyRoutes(db: Queryable, wallets: Wallets): readonly Route[] {
  return [
    merchantListRoute(
      db,
      {
        path: "wallets",
        operationId: "listTenantMerchantWallets",
        summary: "List a merchant's wallets",
        description: asTheMerchant("/payments/wallets"),
      },
      WalletListQuery.properties,
      {
        view: WalletView,
        read: async (scope, query) => {
          const { wallets: found, meta } = await wallets.list(scope.merchantNo, query);
          return { data: found.map((wallet) => walletView(wallet, scope)), meta };
        },
      },
    ),
    merchantListRoute(
      db,
      {
        path: "wallets/:id/entries",
        operationId: "listTenantMerchantEntries",
        summary: "List the entries of a merchant's wallet",
        description: asTheMerchant("/payments/wallets/{id}/entries"),
      },
      EntryListQuery.properties,
      {
        view: WalletEntryView,
        ofObject: true,
        read: async (scope, query, id) => {
          const { entries, meta } = await wallets.entries(scope.merchantNo, id, query);
          return { data: entries.map((entry) => walletEntryView(entry, scope)), meta };
        },
      },
    ),
  ];
}

function hookRoutes(db: Queryable, webhooks: MerchantReadsDeps["webhooks"]): readonly Route[] {
  return [
    merchantListRoute(
      db,
      {
        path: "events",
        operationId: "listTenantMerchantEvents",
        summary: "List a merchant's events",
        description: asTheMerchant("/merchant/merchants/{merchantId}/events"),
      },
      EventQuery.properties,
      { view: EventSchema, read: (scope, query) => webhooks.listMerchantEvents(scope, query) },
    ),
    merchantObjectRoute(
      db,
      {
        path: "events/:id",
        operationId: "getTenantMerchantEvent",
        summary: "Get a merchant's event",
        description: asTheMerchant("/merchant/merchants/{merchantId}/events/{id}"),
      },
      { view: EventSchema, read: (scope, id) => webhooks.getEvent(scope, id) },
    ),
    merchantListRoute(
      db,
      {
        path: "endpoints",
        operationId: "listTenantMerchantEndpoints",
        summary: "List a merchant's webhook endpoints",
        description: asTheMerchant(
          "/merchant/merchants/{merchantId}/webhook-endpoints",
          " The query of an address is left out: merchants put tokens there.",
        ),
      },
      EndpointListQuery.properties,
      {
        view: EndpointSchema,
        examples: [shownToOperators(endpointExample)],
        read: async (scope, query) => {
          const { data, meta } = await webhooks.listEndpoints(scope, query);
          return { data: data.map(shownToOperators), meta };
        },
      },
    ),
  ];
}
