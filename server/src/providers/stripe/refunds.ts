import type { Stripe } from "stripe";
import {
  OutcomeUnknown,
  type ProviderCall,
  type RefundQuestion,
  type RefundRequest,
  type TransferOutcome,
  type TransferQueryOutcome,
} from "../provider.ts";
import { fromStripeAmount, toStripeAmount } from "./amounts.ts";
import { answerOf, ask, checkObject, isKeyFault } from "./client.ts";
import { findListed, findPayment, START_MS_MAX } from "./find-payment.ts";
import { referenceIn, refundMetadataOf } from "./metadata.ts";
import { refundFailureOf } from "./status-map.ts";

/** Refunds a payment or a part of it. The same id sent twice is one refund. */
export async function refund(call: ProviderCall, request: RefundRequest): Promise<TransferOutcome> {
  const { ownId, reference } = request;
  const amount = toStripeAmount(request.amount);
  if (amount === null) return refundFailureOf({ code: "invalid_amount" });
  const payment = await intentIdOf(call, request);
  if (payment === null) return refundFailureOf({ code: "payment_not_found" });
  const asked = await ask(call, (stripe) =>
    stripe.refunds.create(
      { payment_intent: payment, amount, metadata: refundMetadataOf(reference) },
      { idempotencyKey: ownId },
    ),
  );
  if (asked.kind === "answered") return readRefund(call, asked.answer);
  // A refund waits until operators have mended the key.
  if (isKeyFault(asked)) throw new OutcomeUnknown(asked.code ?? `http_${asked.status}`, { alarm: true });
  return refundFailureOf(asked);
}

export async function queryRefund(
  call: ProviderCall,
  question: RefundQuestion,
): Promise<TransferQueryOutcome> {
  const { handle, reference, startedAtMs } = question;
  if (handle?.refund !== undefined) {
    const { refund: id } = handle;
    const found = answerOf(await ask(call, (stripe) => stripe.refunds.retrieve(id)));
    // Stripe gave us this number: the key is another account's now.
    if (found === null) return { kind: "unknown", reason: "number_not_known", alarm: true };
    return readRefund(call, found);
  }
  const payment = await intentIdOf(call, question);
  const listed = payment === null ? NONE : await findRefund(call, payment, reference);
  if (listed.one !== null) return readRefund(call, listed.one);
  if (!listed.isWhole) return { kind: "unknown", reason: "too_many_to_read" };
  // Just after it was sent, "not there" only means "not yet".
  if (call.nowMs < startedAtMs + START_MS_MAX) return { kind: "unknown", reason: "not_found_yet" };
  return { kind: "not_found" };
}

const NONE = { one: null, isWhole: true } as const;

function findRefund(call: ProviderCall, payment: string, reference: string) {
  return findListed(
    (page) => ask(call, (stripe) => stripe.refunds.list({ payment_intent: payment, ...page })),
    ({ metadata }) => referenceIn(metadata) === reference,
  );
}

/** Stripe's number of the refunded payment; null when there is none. */
async function intentIdOf(
  call: ProviderCall,
  { payment }: Pick<RefundRequest, "payment">,
): Promise<string | null> {
  if (payment.handle?.paymentIntent !== undefined) return payment.handle.paymentIntent;
  const found = await findPayment(call, payment);
  if (found.kind === "none") return null;
  if (found.kind === "intent") return found.intent.id;
  const { payment_intent: intent } = found.session;
  return typeof intent === "object" ? (intent?.id ?? null) : intent;
}

function readRefund(call: ProviderCall, found: Stripe.Refund): TransferOutcome {
  checkObject(call, found, "refund");
  const handle = { refund: found.id };
  switch (found.status) {
    case "succeeded": {
      const amount = fromStripeAmount(found.amount, found.currency);
      if (amount === null) return { kind: "unknown", reason: "unreadable_amount", handle };
      return { kind: "succeeded", transactionId: found.id, amount, handle };
    }
    case "pending":
    case "requires_action":
      return { kind: "pending", handle };
    case "failed":
      return { ...refundFailureOf({ code: found.failure_reason ?? "failed" }), handle };
    case "canceled":
      return { kind: "failed", failureCode: "PAYMENT_CANCELLED", providerCode: found.status, handle };
    default:
      return { kind: "unknown", reason: `refund_${found.status}`, handle };
  }
}
