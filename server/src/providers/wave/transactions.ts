import { fieldsOf } from "../../kit/json-object.ts";
import { type Money, money, parseDecimal } from "../../kit/money.ts";
import type { ProviderCall, StatementLine } from "../provider.ts";
import { ask, type Fields, unknownAfter, type WaveAnswer } from "./http.ts";

/** The list of a wallet's transactions, a day at a time. Wave's countries here keep UTC all year. */

const DAY_MS = 86_400_000;
/** More are not read within the time of one call. */
const PAGES_MAX = 100;

/** One transaction that an interface made, with its gross amount. */
export interface Transaction {
  readonly type: "PAYMENT" | "REFUND" | "PAYOUT" | "PAYOUT_REVERSAL";
  readonly id: string;
  readonly reference: string;
  /** Of payments and refunds. */
  readonly sessionId: string | null;
  /** What the payer paid, or what the other side received. */
  readonly amount: Money;
  /** Negative: given back. */
  readonly fee: Money;
  readonly occurredAtMs: number;
}

export type Transactions =
  | { readonly kind: "transactions"; readonly list: readonly Transaction[] }
  | Exclude<WaveAnswer, { readonly kind: "done" }>;

const types = new Map<unknown, Transaction["type"]>([
  ["api_checkout", "PAYMENT"],
  ["api_checkout_refund", "REFUND"],
  ["api_payout", "PAYOUT"],
  ["api_payout_reversal", "PAYOUT_REVERSAL"],
]);

/** The interface's transactions of the days that `[fromMs, toMs)` touches, in the order of their days and pages. */
export async function readDays(call: ProviderCall, fromMs: number, toMs: number): Promise<Transactions> {
  const list: Transaction[] = [];
  let pages = 0;
  for (let dayMs = fromMs - (fromMs % DAY_MS); dayMs < toMs; dayMs += DAY_MS) {
    const day = new Date(dayMs).toISOString().slice(0, 10);
    let after: string | null = "";
    while (after !== null) {
      pages += 1;
      if (pages > PAGES_MAX) return { kind: "unclear", reason: "too_many_pages" };
      const query = after === "" ? `date=${day}` : `date=${day}&after=${encodeURIComponent(after)}`;
      const answer: WaveAnswer = await ask(call, { method: "GET", path: `/v1/transactions?${query}` });
      if (answer.kind !== "done") return answer;
      const { items, page_info } = answer.fields;
      const read = Array.isArray(items) ? readItems(items) : null;
      if (read === null) return { kind: "unclear", reason: "unreadable" };
      list.push(...read);
      const { has_next_page: hasNext, end_cursor: cursor } = fieldsOf(page_info);
      after = hasNext === true && typeof cursor === "string" && cursor !== after ? cursor : null;
    }
  }
  return { kind: "transactions", list };
}

/** Null when one of ours cannot be read: an incomplete book must not pass for a whole one. */
function readItems(items: readonly unknown[]): readonly Transaction[] | null {
  const read = items.map((item) => readItem(fieldsOf(item)));
  return read.some((one) => one === "unreadable")
    ? null
    : read.filter((one) => one !== "unreadable").filter((one) => one !== null);
}

/** Null for what no interface made: a payment at a counter, or a transfer by hand. */
function readItem(item: Fields): Transaction | "unreadable" | null {
  const type = types.get(item.transaction_type);
  if (type === undefined) return null;
  const amount = signedDecimal(item.amount, item.currency);
  const fee = signedDecimal(item.fee ?? "0", item.currency);
  const {
    transaction_id: id,
    timestamp,
    client_reference: reference,
    checkout_api_session_id: session,
  } = item;
  const occurredAtMs = typeof timestamp === "string" ? Date.parse(timestamp) : Number.NaN;
  if (amount === null || fee === null || typeof id !== "string" || Number.isNaN(occurredAtMs)) {
    return "unreadable";
  }
  return {
    // Some lists show a returned payment or payout as a reversal of its own type.
    type: item.is_reversal === true ? reversals[type] : type,
    id,
    reference: typeof reference === "string" ? reference : "",
    sessionId: typeof session === "string" ? session : null,
    // The list says by how much the wallet changed, without the fee: a payment of 100 with a fee of 1 stands as 99.
    amount: money(absolute(amount.minor + fee.minor), amount.currency),
    fee,
    occurredAtMs,
  };
}

const reversals: Readonly<Record<Transaction["type"], Transaction["type"]>> = {
  PAYMENT: "REFUND",
  REFUND: "REFUND",
  PAYOUT: "PAYOUT_REVERSAL",
  PAYOUT_REVERSAL: "PAYOUT_REVERSAL",
};

function signedDecimal(value: unknown, currency: unknown): Money | null {
  const text = typeof value === "string" ? value : "";
  const isNegative = text.startsWith("-");
  const parsed = parseDecimal(isNegative ? text.slice(1) : text, currency);
  return parsed === null || !isNegative ? parsed : money(-parsed.minor, parsed.currency);
}

const absolute = (minor: bigint): bigint => (minor < 0n ? -minor : minor);

/** The line of a statement for a transaction. A refund stands under its session's reference: it has none of its own. */
export function lineOf({ type, id, reference, amount, fee, occurredAtMs }: Transaction): StatementLine {
  const common = { reference, transactionId: id, amount, fee, occurredAtMs };
  return type === "PAYOUT_REVERSAL"
    ? { ...common, type: "PAYOUT", status: "REVERSED" }
    : { ...common, type, status: "SUCCEEDED" };
}

/** The refund of a session among the transactions since `sinceMs`; null when there is none. */
export async function findRefund(
  call: ProviderCall,
  sessionId: string,
  sinceMs: number,
): Promise<Transaction | null | ReturnType<typeof unknownAfter>> {
  const found = await readDays(call, sinceMs, call.nowMs + 1);
  if (found.kind !== "transactions") return unknownAfter(found);
  return found.list.find((one) => one.type === "REFUND" && one.sessionId === sessionId) ?? null;
}
