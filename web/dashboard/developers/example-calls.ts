import type { Call } from "./snippets.ts";

/** What the examples are filled with: this merchant's own ids. */
export interface ExampleIds {
  readonly merchantId: string;
  readonly walletId: string | null;
  readonly currency: string;
  readonly chargeId: string | null;
}

/**
 * The wallet whose currency the examples use: that of the newest successful payment, else that of the example's payer in
 * Ivory Coast, else the first. Pure.
 */
export function exampleWallet<W extends { readonly currency: string }>(
  wallets: readonly W[],
  paidIn: string | null,
): W | null {
  const of = (currency: string | null) => wallets.find((wallet) => wallet.currency === currency);
  return of(paidIn) ?? of("XOF") ?? wallets[0] ?? null;
}

/** The calls that are shown, in the order in which an integration is made. */
export const exampleNames = [
  "session",
  "link",
  "charge",
  "refund",
  "wallets",
  "entries",
  "payments",
  "endpoint",
  "events",
  "requests",
] as const;
export type ExampleName = (typeof exampleNames)[number];

/** A call filled with the merchant's ids; what the merchant has none of stands as a word to replace. Pure. */
export function exampleCall(name: ExampleName, ids: ExampleIds): Call {
  return calls[name](ids);
}

const amount = "5000";

const calls: Readonly<Record<ExampleName, (ids: ExampleIds) => Call>> = {
  session: ({ currency }) => ({
    method: "POST",
    path: "/checkout/sessions",
    body: { amount, currency, title: "Commande 4711", reference: "4711" },
  }),
  link: ({ currency }) => ({
    method: "POST",
    path: "/payments/links",
    body: { amount, currency, title: "Inscription" },
  }),
  charge: ({ currency }) => ({
    method: "POST",
    path: "/payments/charges",
    body: {
      amount,
      currency,
      paymentMethod: "MOBILE_MONEY",
      paymentDetails: { phone: "+2250500000789", operator: "MTN", countryCode: "CI" },
    },
  }),
  refund: ({ chargeId }) => ({
    method: "POST",
    path: `/payments/charges/${chargeId ?? "CHARGE_ID"}/refunds`,
    body: { amount: "1000", reason: "REQUESTED_BY_PAYER" },
  }),
  wallets: () => ({ method: "GET", path: "/payments/wallets" }),
  entries: ({ walletId }) => ({
    method: "GET",
    path: `/payments/wallets/${walletId ?? "WALLET_ID"}/entries?limit=10`,
  }),
  payments: () => ({ method: "GET", path: "/payments/charges?status=SUCCEEDED&limit=10" }),
  endpoint: ({ merchantId }) => ({
    method: "POST",
    path: `/merchant/merchants/${merchantId}/webhook-endpoints`,
    body: { url: "https://shop.example/webhooks/cauris", events: ["payment.succeeded", "payment.failed"] },
  }),
  events: ({ merchantId }) => ({ method: "GET", path: `/merchant/merchants/${merchantId}/events?limit=10` }),
  requests: ({ merchantId }) => ({
    method: "GET",
    path: `/merchant/merchants/${merchantId}/requests?refused=true`,
  }),
};
