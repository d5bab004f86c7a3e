import { decimalText, type Money, money } from "../../kit/money.ts";
import type { Entry } from "../../stand-ins/book.ts";

const PAGE_LENGTH = 50;

/** One page of a day's list, oldest first. `after`: the cursor of the page before. */
export function pageOfTransactions(
  entries: readonly Entry[],
  date: string,
  after: string | null,
  feeOf: (amount: Money) => Money,
) {
  const ofDay = entries
    .filter(({ status, endedAtMs }) => status === "SUCCEEDED" && dayOf(endedAtMs) === date)
    .toReversed()
    .flatMap((entry) => [itemOf(entry, feeOf), ...reversalOf(entry)]);
  const first = after === null ? 0 : Number(after);
  const items = ofDay.slice(first, first + PAGE_LENGTH);
  const next = first + items.length;
  return {
    page_info: {
      start_cursor: after,
      end_cursor: String(next),
      has_next_page: next < ofDay.length,
    },
    date,
    items,
  };
}

const types = { PAYMENT: "api_checkout", REFUND: "api_checkout_refund", PAYOUT: "api_payout" } as const;

/** The amount is what the wallet gained or lost; the fee of a payment is returned with its refund. */
function itemOf(
  { kind, id, amount, reference, transactionId, endedAtMs }: Entry,
  feeOf: (of: Money) => Money,
) {
  const { currency } = amount;
  const fee = feeOf(amount).minor;
  const gained = { PAYMENT: amount.minor - fee, REFUND: fee - amount.minor, PAYOUT: -amount.minor - fee }[
    kind
  ];
  return {
    timestamp: new Date(endedAtMs ?? 0).toISOString(),
    transaction_id: transactionId,
    transaction_type: types[kind],
    amount: decimalText(money(gained, currency)),
    fee: decimalText(money(kind === "REFUND" ? -fee : fee, currency)),
    currency,
    client_reference: reference,
    ...(kind === "PAYOUT" ? {} : { checkout_api_session_id: id }),
  };
}

/** A payout that was taken back comes back whole, with its fee left out for simplicity. */
function reversalOf({ id, amount, reference, details, endedAtMs }: Entry) {
  if (details.reversed === undefined) return [];
  return [
    {
      timestamp: new Date(endedAtMs ?? 0).toISOString(),
      transaction_id: `R-${id}`,
      transaction_type: "api_payout_reversal",
      amount: decimalText(amount),
      fee: "0",
      currency: amount.currency,
      client_reference: reference,
    },
  ];
}

function dayOf(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString().slice(0, 10);
}
