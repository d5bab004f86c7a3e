import type { Stripe } from "stripe";
import { type Money, money } from "../../kit/money.ts";
import { OutcomeUnknown, type ProviderCall, type StatementLine, type StatementOutcome } from "../provider.ts";
import { fromStripeAmount } from "./amounts.ts";
import { ask } from "./client.ts";
import { referenceIn } from "./metadata.ts";

const PAGE_SIZE = 100;
/** As many as one call has time for. */
const PAGES_MAX = 8;

/** Stripe's book: the balance transactions of a period, with what each is about. */
export async function statement(call: ProviderCall, fromMs: number, toMs: number): Promise<StatementOutcome> {
  // Stripe's times are whole seconds.
  const created = { gte: Math.ceil(fromMs / 1_000), lt: Math.ceil(toMs / 1_000) };
  const transactions: Stripe.BalanceTransaction[] = [];
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const after = transactions.at(-1)?.id;
    const paging = { limit: PAGE_SIZE, ...(after === undefined ? {} : { starting_after: after }) };
    const asked = await ask(call, (stripe) =>
      stripe.balanceTransactions.list({ created, expand: ["data.source"], ...paging }),
    );
    if (asked.kind === "refused")
      return { kind: "unavailable", reason: asked.code ?? `http_${asked.status}` };
    const { object, data, has_more: hasMore } = asked.answer;
    if (object !== "list" || !Array.isArray(data)) throw new OutcomeUnknown("unreadable");
    transactions.push(...data);
    // They come newest first.
    if (!hasMore) return { kind: "lines", lines: transactions.reverse().flatMap((one) => lineOf(one) ?? []) };
  }
  return { kind: "too_long" };
}

const sentToBank: ReadonlySet<string> = new Set([
  "payout",
  "payout_cancel",
  "payout_failure",
  "topup",
  "topup_reversal",
]);
const fees: ReadonlySet<string> = new Set(["stripe_fee", "stripe_fx_fee", "tax_fee"]);

/** One line of the book; null for an amount in a currency that we do not know. */
function lineOf(transaction: Stripe.BalanceTransaction): StatementLine | null {
  const { id, type, amount, net, currency, created, source } = transaction;
  const common = { transactionId: id, status: "SUCCEEDED", occurredAtMs: created * 1_000 } as const;
  const about = typeof source === "object" ? source : null;
  if (about?.object === "charge" && (type === "charge" || type === "payment")) {
    const paid = fromStripeAmount(about.amount, about.currency);
    const reference = referenceIn(about.metadata) ?? about.id;
    const intent = typeof about.payment_intent === "string" ? about.payment_intent : about.id;
    return (
      paid && {
        ...common,
        type: "PAYMENT",
        reference,
        transactionId: intent,
        amount: paid,
        ...feeOf(transaction, paid),
      }
    );
  }
  if (about?.object === "refund" && refundTypes.has(type)) {
    const returned = fromStripeAmount(about.amount, about.currency);
    const reference = referenceIn(about.metadata) ?? about.id;
    // A refund that failed after all has a second transaction, which brings the money back.
    const status = about.status === "failed" || about.status === "canceled" ? "FAILED" : "SUCCEEDED";
    return (
      returned && {
        ...common,
        type: "REFUND",
        reference,
        transactionId: about.id,
        status,
        amount: returned,
        ...feeOf(transaction, returned),
      }
    );
  }
  const own = { ...common, reference: about?.id ?? id };
  if (sentToBank.has(type)) return withAmount({ ...own, type: "SETTLEMENT" }, -amount, currency);
  if (fees.has(type)) return withAmount({ ...own, type: "FEE" }, -net, currency);
  return withAmount({ ...own, type: "ADJUSTMENT" }, net, currency);
}

const refundTypes: ReadonlySet<string> = new Set([
  "refund",
  "payment_refund",
  "refund_failure",
  "payment_failure_refund",
]);

function withAmount(
  line: Omit<StatementLine, "amount">,
  amount: number,
  currency: string,
): StatementLine | null {
  const moved = fromStripeAmount(amount, currency);
  return moved && { ...line, amount: moved };
}

/** The fee in the currency of the payment. Where Stripe settles in another one, it is not known in this one. */
function feeOf({ fee, currency }: Stripe.BalanceTransaction, { currency: paidIn }: Money): { fee?: Money } {
  const taken = fromStripeAmount(fee, currency);
  return taken === null || taken.minor === 0n || taken.currency !== paidIn
    ? {}
    : { fee: money(taken.minor, paidIn) };
}
