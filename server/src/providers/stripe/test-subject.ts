import { money } from "../../kit/money.ts";
import type { IncomingCallback } from "../callback.ts";
import { hmacSignatureHeader } from "../hmac-signatures.ts";
import type { ContractSubject, Wish } from "../testing/contract-subject.ts";
import { nobody } from "../testing/questions.ts";
import { openStandInAccounts } from "../testing/stand-in-accounts.ts";
import { SIGNATURE_HEADER, stripeScheme } from "./callbacks.ts";
import { createStripeConnector } from "./connector.ts";
import { keyOf, stripeStandIn, webhookSecretOf } from "./stand-in.ts";

const amount = money(12_000n, "XOF");

const tokens: Partial<Record<Wish, string>> = {
  SUCCESS: "pm_card_visa",
  CALLBACK_TWICE: "pm_card_visa",
  SLOW_DRIP: "pm_card_visa",
  CALLBACK_FIRST: "pm_standin_event_first",
  PAYMENT_NOT_CONFIRMED: "pm_standin_declines_authentication_required",
  INSUFFICIENT_FUNDS: "pm_card_visa_chargeDeclinedInsufficientFunds",
  PAYMENT_IN_PROGRESS: "pm_standin_declines_duplicate_transaction",
  LIMIT_EXCEEDED: "pm_card_visa_chargeDeclinedVelocityLimitExceeded",
  AMOUNT_OUT_OF_BOUNDS: "pm_card_visa",
  INVALID_AMOUNT: "pm_standin_declines_invalid_amount",
  INVALID_CURRENCY: "pm_standin_declines_currency_not_supported",
  PROVIDER_UNAVAILABLE: "pm_card_chargeDeclinedProcessingError",
  CARD_DECLINED: "pm_card_chargeDeclined",
  PAYMENT_CANCELLED: "pm_standin_cancelled",
  RISK_BLOCKED: "pm_card_radarBlock",
  UNKNOWN: "pm_standin_refused",
};

/** How a payment is paid that succeeds. */
type Success = "with a token" | "on Stripe's page";

export async function openStripeSubject(success: Success): Promise<ContractSubject> {
  const accounts = await openStandInAccounts(stripeStandIn, createStripeConnector(), {
    settings: (holder) => ({ secretKey: keyOf("test", holder), timeoutMs: "500" }),
    refused: { secretKey: "sk_test_not_a_key" },
  });
  const { standIn } = accounts;
  const onPage = { method: "CARD", amount, payer: nobody } as const;
  return {
    ...accounts,
    forgeries,
    lateMs: 15_000,
    paymentLike: (wish) => {
      if (wish === "PENDING") return { ...onPage, amount: money(12_129n, "XOF") };
      if (wish === "SUCCESS" && success === "on Stripe's page") return onPage;
      if (wish === "CALLBACK_TWICE") standIn.faults.next("CALLBACK_TWICE");
      if (wish === "SLOW_DRIP") standIn.faults.next("SILENT_AFTER", { method: "POST" });
      const cardToken = tokens[wish];
      if (cardToken === undefined) return null;
      const small = wish === "AMOUNT_OUT_OF_BOUNDS" ? { amount: money(10n, "XOF") } : {};
      return { ...onPage, ...small, payer: { ...nobody, cardToken } };
    },
    payoutLike: () => null,
  };
}

/** An event with another secret, another time, no signature of this scheme, or two times. */
function forgeries(callback: IncomingCallback): readonly IncomingCallback[] {
  const { headers, rawBody } = callback;
  const header = headers[SIGNATURE_HEADER] ?? "";
  const seconds = Number(/t=(\d+)/.exec(header)?.[1]);
  const signed = (secret: string, at = seconds) => hmacSignatureHeader(stripeScheme, secret, at, rawBody);
  const own = webhookSecretOf("first");
  const withHeader = (value: string): IncomingCallback => ({
    ...callback,
    headers: { ...headers, [SIGNATURE_HEADER]: value },
  });
  return [
    withHeader(signed("whsec_demo_another")),
    withHeader(signed(own, seconds + 1).replace(`t=${seconds + 1}`, `t=${seconds}`)),
    withHeader(header.replace("v1=", "v0=")),
    withHeader(`t=${seconds},${header}`),
    withHeader(signed(own, seconds - 600)),
    withHeader(signed(own, seconds + 600)),
    withHeader(""),
    { ...callback, rawBody: Buffer.concat([Buffer.from("\ufeff"), rawBody]) },
  ];
}
