import type {
  PaymentOutcome,
  PaymentQuestion,
  Provider,
  ProviderCall,
  QueryOutcome,
  StartRequest,
} from "../provider.ts";
import { balance, test } from "./account.ts";
import { stripeCurrencies, toStripeAmount } from "./amounts.ts";
import { readEvent } from "./callbacks.ts";
import { expireSession, readSession, startSession } from "./checkout-sessions.ts";
import { type Found, findForOutcome } from "./find-payment.ts";
import { deadlineIn } from "./metadata.ts";
import { cancelIntent, readIntent, startIntent } from "./payment-intents.ts";
import { queryRefund, refund } from "./refunds.ts";
import { stripeSettings } from "./settings.ts";
import { statement } from "./statement.ts";
import { failureOf, stripeFailureCodes } from "./status-map.ts";

export const STRIPE = "stripe";

/**
 * Cards through Stripe: a token of a card is charged at once, and without one the payer goes to Stripe's own page.
 * Source: docs/providers/stripe.md.
 */
export function createStripeConnector(): Provider {
  return {
    name: STRIPE,
    modes: ["SANDBOX", "LIVE"],
    capabilities: {
      callbacks: "SIGNED",
      calls: true,
      cancel: true,
      refund: "PARTIAL",
      payout: false,
      nameCheck: false,
      statement: true,
      balance: true,
      methods: ["CARD"],
      countries: "ANY",
      currencies: stripeCurrencies,
      failureCodes: stripeFailureCodes,
    },
    referenceForm: "OURS",
    settings: stripeSettings,
    start,
    query,
    cancel,
    refund,
    queryRefund,
    statement,
    balance,
    test,
    verifyCallback: async (call, callback) => readEvent(call, callback),
  };
}

async function start(call: ProviderCall, request: StartRequest): Promise<PaymentOutcome> {
  const amount = toStripeAmount(request.amount);
  if (amount === null) return failureOf({ code: "invalid_amount" });
  const { cardToken } = request.payer;
  return cardToken === null
    ? startSession(call, request, amount)
    : startIntent(call, request, amount, cardToken);
}

async function query(call: ProviderCall, question: PaymentQuestion): Promise<QueryOutcome> {
  const found = await findForOutcome(call, question);
  const outcome = outcomeOf(call, found);
  // Stripe's pages live longer than our payments: their time is up when ours is.
  const deadlineMs = deadlineOf(found);
  const isOver = waitsForPayer(outcome) && deadlineMs !== null && call.nowMs >= deadlineMs;
  return isOver ? end(call, question, found) : outcome;
}

async function cancel(call: ProviderCall, question: PaymentQuestion): Promise<QueryOutcome> {
  const found = await findForOutcome(call, question);
  const outcome = outcomeOf(call, found);
  return waitsForPayer(outcome) ? end(call, question, found) : outcome;
}

/** Ends a payment that waited for the payer just now. The answer is what became of it, which may be a success. */
async function end(call: ProviderCall, question: PaymentQuestion, found: Found): Promise<QueryOutcome> {
  // A key of its own each time: a stored refusal would be repeated when the reason for it is gone.
  const key = `${question.ownId} end ${call.nowMs}`;
  if (found.kind === "session") {
    const asked = await expireSession(call, found.session.id, key);
    if (asked.kind === "answered") return readSession(call, asked.answer);
  }
  if (found.kind === "intent") {
    const asked = await cancelIntent(call, found.intent.id, key);
    if (asked.kind === "answered") return readIntent(call, asked.answer);
  }
  return outcomeOf(call, await findForOutcome(call, question));
}

function outcomeOf(call: ProviderCall, found: Found): QueryOutcome {
  switch (found.kind) {
    case "session":
      return readSession(call, found.session);
    case "intent":
      return readIntent(call, found.intent);
    case "none":
      return { kind: "not_found" };
  }
}

function deadlineOf(found: Found): number | null {
  if (found.kind === "none") return null;
  return deadlineIn(found.kind === "session" ? found.session.metadata : found.intent.metadata);
}

function waitsForPayer(outcome: QueryOutcome): boolean {
  return outcome.kind === "pending" && outcome.nextStep.kind === "REDIRECT";
}
