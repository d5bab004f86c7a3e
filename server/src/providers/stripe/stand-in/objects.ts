import type { Money } from "../../../kit/money.ts";
import type { Entry } from "../../../stand-ins/book.ts";
import { toStripeAmount } from "../amounts.ts";
import { cardError } from "./cards.ts";

/** Stripe's objects, as its interface shows an entry of the book. */

/** What the stand-in keeps with an entry. */
export type Details = Readonly<{
  /** Its number: `pi_…`, `cs_…` or `re_…`. */
  number: string;
  /** Of a payment: the PaymentIntent. A page has one only when the payer has tried to pay on it. */
  intent: string;
  metadata: string;
  livemode: "true" | "false";
  returnUrl: string;
  /** Of a page: in seconds. */
  expiresAt?: string;
  /** Of a payment on a page: the last refusal of a card. */
  lastCode?: string;
  /** The token of the card. */
  card?: string;
  /** Of a payment with 3-D Secure: the code of the refusal that follows the payer's confirmation. */
  afterApprovalCode?: string;
  /** Of a refund: when it fails after it has succeeded, and when it did, in milliseconds. */
  failsAtMs?: string;
  failedAtMs?: string;
  isFailureTold?: string;
}>;

export const detailsOf = ({ details }: Entry): Details => details as unknown as Details;

const REFUND_FAILURE = "expired_or_canceled_card";
const FEE_PERCENT = 3;

export function amountFields(amount: Money) {
  return {
    amount: toStripeAmount(amount) ?? Number(amount.minor),
    currency: amount.currency.toLowerCase(),
  };
}

const seconds = (ms: number) => Math.floor(ms / 1_000);

function common(entry: Entry, object: string, id: string) {
  const { metadata, livemode } = detailsOf(entry);
  return {
    id,
    object,
    created: seconds(entry.createdAtMs),
    livemode: livemode === "true",
    metadata: JSON.parse(metadata) as Readonly<Record<string, string>>,
  };
}

export const isPage = (entry: Entry): boolean => detailsOf(entry).number.startsWith("cs_");

/** The code of the card's refusal that stands; null when none does. */
function lastCodeOf(entry: Entry): string | null {
  const { end } = entry.plan;
  if (entry.status === "FAILED" && typeof end === "object") return end.code;
  return detailsOf(entry).lastCode ?? null;
}

function chargeOf(entry: Entry) {
  const { intent } = detailsOf(entry);
  return {
    ...common(entry, "charge", intent.replace("pi_", "ch_")),
    ...amountFields(entry.amount),
    payment_intent: intent,
    status: "succeeded",
    payment_method_details: { type: "card", card: { brand: "visa", last4: "4242" } },
  };
}

export function intentOf(entry: Entry, pageUrl: string) {
  const { intent, returnUrl } = detailsOf(entry);
  const code = lastCodeOf(entry);
  const isCancelled = entry.status === "FAILED" && (code === "canceled" || code === "expired");
  const isPaid = entry.status === "SUCCEEDED";
  const waits = entry.status === "PENDING" && !isPage(entry);
  const status = isPaid
    ? "succeeded"
    : isCancelled
      ? "canceled"
      : waits
        ? "requires_action"
        : "requires_payment_method";
  return {
    ...common(entry, "payment_intent", intent),
    ...amountFields(entry.asked),
    amount_received: isPaid ? amountFields(entry.amount).amount : 0,
    status,
    cancellation_reason: isCancelled ? "abandoned" : null,
    last_payment_error: code === null || isCancelled ? null : cardError(code),
    latest_charge: isPaid ? chargeOf(entry) : null,
    next_action: waits
      ? { type: "redirect_to_url", redirect_to_url: { url: pageUrl, return_url: returnUrl } }
      : null,
    payment_method_types: ["card"],
  };
}

export function sessionOf(entry: Entry, pageUrl: string) {
  const { number, expiresAt, lastCode } = detailsOf(entry);
  const status = { PENDING: "open", SUCCEEDED: "complete", FAILED: "expired" }[entry.status];
  const { amount, currency } = amountFields(entry.asked);
  const hasIntent = entry.status === "SUCCEEDED" || lastCode !== undefined;
  return {
    ...common(entry, "checkout.session", number),
    mode: "payment",
    client_reference_id: entry.reference,
    amount_total: amount,
    currency,
    expires_at: Number(expiresAt),
    status,
    payment_status: status === "complete" ? "paid" : "unpaid",
    payment_intent: hasIntent ? intentOf(entry, pageUrl) : null,
    url: status === "open" ? pageUrl : null,
  };
}

export function refundOf(entry: Entry, intent: string) {
  const { number, failedAtMs } = detailsOf(entry);
  const hasFailed = failedAtMs !== undefined;
  const status = hasFailed ? "failed" : entry.status === "PENDING" ? "pending" : "succeeded";
  return {
    ...common(entry, "refund", number),
    ...amountFields(entry.amount),
    payment_intent: intent,
    charge: intent.replace("pi_", "ch_"),
    status,
    ...(hasFailed ? { failure_reason: REFUND_FAILURE } : {}),
  };
}

/** One movement on the account's balance. */
function transactionOf(
  id: string,
  type: string,
  atMs: number,
  source: Readonly<{ amount: number; currency: string }>,
  sign: 1 | -1,
) {
  const amount = sign * source.amount;
  const fee = type === "charge" ? Math.floor((source.amount * FEE_PERCENT) / 100) : 0;
  const { currency } = source;
  return {
    id,
    object: "balance_transaction",
    type,
    amount,
    fee,
    net: amount - fee,
    currency,
    created: seconds(atMs),
    source,
  };
}

/** What an entry moved on the balance, oldest first. `intent`: of the refunded payment. */
export function transactionsOf(entry: Entry, intent: string) {
  if (entry.status !== "SUCCEEDED" || entry.endedAtMs === null) return [];
  const { number, failedAtMs } = detailsOf(entry);
  if (entry.kind === "PAYMENT")
    return [transactionOf(`txn_${number}`, "charge", entry.endedAtMs, chargeOf(entry), 1)];
  const refund = refundOf(entry, intent);
  const moved = transactionOf(`txn_${number}`, "refund", entry.endedAtMs, refund, -1);
  if (failedAtMs === undefined) return [moved];
  return [moved, transactionOf(`txn_${number}_back`, "refund_failure", Number(failedAtMs), refund, 1)];
}
