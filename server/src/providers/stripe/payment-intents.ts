import type { Stripe } from "stripe";
import type {
  NextStep,
  PaymentOutcome,
  ProviderCall,
  ProviderHandle,
  SettledMethod,
  StartRequest,
} from "../provider.ts";
import { fromStripeAmount } from "./amounts.ts";
import { ask, checkObject, isKeyFault, type StripeAnswer } from "./client.ts";
import { metadataOf } from "./metadata.ts";
import { failureOf } from "./status-map.ts";

const POLL_AFTER_MS = 3_000;
/** Part of every answer about a payment: the charge says which card was used. */
export const EXPANDED_CHARGE = "latest_charge";

/** A payment with a card that the payer gave to Stripe before: confirmed at once. */
export async function startIntent(
  call: ProviderCall,
  request: StartRequest,
  amount: number,
  cardToken: string,
): Promise<PaymentOutcome> {
  const params: Stripe.PaymentIntentCreateParams = {
    amount,
    currency: request.amount.currency.toLowerCase(),
    payment_method: cardToken,
    allowed_payment_method_types: ["card"],
    confirm: true,
    return_url: request.returnUrl,
    description: request.title,
    metadata: metadataOf(request),
    expand: [EXPANDED_CHARGE],
  };
  const asked = await ask(call, (stripe) =>
    stripe.paymentIntents.create(params, { idempotencyKey: request.ownId }),
  );
  return asked.kind === "answered" ? readIntent(call, asked.answer) : startFailure(asked);
}

/** Why a start was refused. Nothing was taken: Stripe executes nothing of a request that it refuses. */
export function startFailure(refused: StripeAnswer<never> & { readonly kind: "refused" }): PaymentOutcome {
  if (!isKeyFault(refused)) return failureOf(refused);
  const providerCode = refused.code ?? `http_${refused.status}`;
  return { kind: "failed", failureCode: "PROVIDER_UNAVAILABLE", providerCode, alarm: true };
}

/** What has become of a payment. */
export function readIntent(call: ProviderCall, intent: Stripe.PaymentIntent): PaymentOutcome {
  checkObject(call, intent, "payment_intent");
  const handle: ProviderHandle = { paymentIntent: intent.id };
  const { last_payment_error: error } = intent;
  switch (intent.status) {
    case "succeeded": {
      const amount = fromStripeAmount(intent.amount_received, intent.currency);
      if (amount === null) return { kind: "unknown", reason: "unreadable_amount", handle };
      return { kind: "succeeded", transactionId: intent.id, amount, method: cardOf(intent), handle };
    }
    case "requires_action": {
      const nextStep = redirectOf(intent);
      return nextStep === null
        ? { kind: "unknown", reason: "no_redirect", handle }
        : { kind: "pending", nextStep, handle };
    }
    case "processing":
      return {
        kind: "pending",
        nextStep: { kind: "POLL", pollAfterMs: POLL_AFTER_MS, instructions: null },
        handle,
      };
    case "requires_payment_method":
      return error === null
        ? { kind: "unknown", reason: intent.status, handle }
        : { ...failureOf(error), handle };
    case "canceled": {
      const providerCode = intent.cancellation_reason ?? intent.status;
      return { kind: "failed", failureCode: "PAYMENT_CANCELLED", providerCode, handle };
    }
    default:
      return { kind: "unknown", reason: intent.status, handle };
  }
}

/** The page on which the payer's bank asks the payer to confirm. */
function redirectOf({ next_action: action }: Stripe.PaymentIntent): NextStep | null {
  const url = action?.type === "redirect_to_url" ? action.redirect_to_url?.url : null;
  return typeof url === "string" ? { kind: "REDIRECT", actionUrl: url } : null;
}

function cardOf({ latest_charge: charge }: Stripe.PaymentIntent): SettledMethod {
  const card = typeof charge === "object" ? charge?.payment_method_details?.card : null;
  return {
    ...(typeof card?.brand === "string" ? { brand: card.brand } : {}),
    ...(typeof card?.last4 === "string" ? { last4: card.last4 } : {}),
  };
}

/** Ends a payment that waits for the payer. Refused when it does not wait any more. */
export function cancelIntent(call: ProviderCall, id: string, key: string) {
  return ask(call, (stripe) =>
    stripe.paymentIntents.cancel(
      id,
      { cancellation_reason: "abandoned", expand: [EXPANDED_CHARGE] },
      { idempotencyKey: key },
    ),
  );
}
