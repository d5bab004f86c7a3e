import type { Stripe } from "stripe";
import type { PaymentOutcome, ProviderCall, StartRequest } from "../provider.ts";
import { ask, checkObject } from "./client.ts";
import { metadataOf } from "./metadata.ts";
import { EXPANDED_CHARGE, readIntent, startFailure } from "./payment-intents.ts";

/** Stripe's shortest life of its page is 30 minutes after it is made. A minute more, for the way there. */
const LIFE_MS_MIN = 31 * 60_000;
/** Its longest, less a minute. */
const LIFE_MS_MAX = (24 * 60 - 1) * 60_000;
const TITLE_CHARACTERS_MAX = 250;

/** Part of every answer about a page. */
export const EXPANDED_INTENT = `payment_intent.${EXPANDED_CHARGE}`;

/**
 * Stripe's own page, where the payer enters a card. Every parameter is the same when the start is repeated, because
 * Stripe refuses a known key with other parameters.
 */
export async function startSession(
  call: ProviderCall,
  request: StartRequest,
  amount: number,
): Promise<PaymentOutcome> {
  const name = request.title.slice(0, TITLE_CHARACTERS_MAX).trim() || request.reference;
  const params: Stripe.Checkout.SessionCreateParams = {
    mode: "payment",
    allowed_payment_method_types: ["card"],
    line_items: [
      {
        quantity: 1,
        price_data: {
          currency: request.amount.currency.toLowerCase(),
          unit_amount: amount,
          product_data: { name },
        },
      },
    ],
    client_reference_id: request.reference,
    metadata: metadataOf(request),
    payment_intent_data: { metadata: metadataOf(request), description: request.title },
    // The payer pays the amount and the currency that we book.
    adaptive_pricing: { enabled: false },
    locale: request.locale,
    success_url: request.returnUrl,
    cancel_url: request.returnUrl,
    ...expiryOf(call, request),
    expand: [EXPANDED_INTENT],
  };
  const asked = await ask(call, (stripe) =>
    stripe.checkout.sessions.create(params, { idempotencyKey: request.ownId }),
  );
  return asked.kind === "answered" ? readSession(call, asked.answer) : startFailure(asked);
}

/**
 * When Stripe closes the page if nobody does. We close it earlier, when the payment's time is over: this is for a service
 * that has stopped. Stripe's own limit of a day counts where ours is later.
 */
function expiryOf({ nowMs }: ProviderCall, { expiresAtMs }: StartRequest) {
  const atMs = expiresAtMs + LIFE_MS_MIN;
  return atMs - nowMs > LIFE_MS_MAX ? {} : { expires_at: Math.ceil(atMs / 1_000) };
}

/** What has become of a page. While it is open a refused card is no failure: the payer may take another one there. */
export function readSession(call: ProviderCall, session: Stripe.Checkout.Session): PaymentOutcome {
  checkObject(call, session, "checkout.session");
  const { id, status, url, payment_intent: intent } = session;
  const handle = { session: id };
  if (status === "open" && typeof url === "string")
    return { kind: "pending", nextStep: { kind: "REDIRECT", actionUrl: url }, handle };
  if (status === "expired")
    return { kind: "failed", failureCode: "PAYMENT_CANCELLED", providerCode: status, handle };
  if (status !== "complete" || intent === null || typeof intent !== "object")
    return { kind: "unknown", reason: `session_${status}`, handle };
  const outcome = readIntent(call, intent);
  return { ...outcome, handle: { ...handle, ...outcome.handle } };
}

/** Closes the page. Refused when it is not open any more. */
export function expireSession(call: ProviderCall, id: string, key: string) {
  return ask(call, (stripe) =>
    stripe.checkout.sessions.expire(id, { expand: [EXPANDED_INTENT] }, { idempotencyKey: key }),
  );
}
