import { type Money, money } from "../../../kit/money.ts";
import { parseUrl } from "../../../kit/url.ts";
import type { Book, Entry, Plan } from "../../../stand-ins/book.ts";
import {
  readForm,
  type StandInAnswer,
  type StandInRequest,
  type StandInWorld,
} from "../../../stand-ins/stand-in.ts";
import { fromStripeAmount } from "../amounts.ts";
import { cardError, cardPlanOf } from "./cards.ts";
import { errorAnswer, invalid, missing } from "./errors.ts";
import { amountFields, detailsOf, intentOf, refundOf } from "./objects.ts";
import { type Caller, createReading } from "./reading.ts";

const AMOUNT_MIN = 50;
const AMOUNT_MAX = 99_999_999;
/** Amounts that end like this: the payer leaves the page open. */
const NEVER_PAID = /129$/;
const ID_BYTES = 12;

/** Stripe's interface over the book. */
export function createRoutes(deps: {
  readonly world: StandInWorld;
  readonly book: Book;
  readonly pageUrlOf: (entry: Entry) => string;
}) {
  const { world, book, pageUrlOf } = deps;
  const { clock, random, settleAfterMs } = world;
  const newNumber = (prefix: string) => `${prefix}_${random.bytes(ID_BYTES).toString("hex")}`;

  const { paymentOf, refundedOf, intentOfRefund, shown, read } = createReading({ clock, book, pageUrlOf });

  const add = (
    caller: Caller,
    fields: URLSearchParams,
    entry: {
      readonly kind: "PAYMENT" | "REFUND";
      readonly id: string;
      readonly amount: Money;
      readonly plan: Plan;
    },
    more: {
      readonly paymentId?: string;
      readonly party: string;
      readonly details: Readonly<Record<string, string>>;
    },
  ): Entry => {
    const metadata = Object.fromEntries(
      [...fields].flatMap(([name, value]) => {
        const key = /^metadata\[(.+)\]$/.exec(name)?.[1];
        return key === undefined ? [] : [[key, value]];
      }),
    );
    const { holder, livemode } = caller;
    book.add({
      ...entry,
      holder,
      reference: metadata.cauris_reference ?? null,
      paymentId: more.paymentId ?? null,
      callbackUrl: null,
      party: more.party,
      details: { metadata: JSON.stringify(metadata), livemode, ...more.details },
    });
    const added = book.find(entry.kind, holder, entry.id);
    if (added === null) throw new Error("it was added just now");
    return added;
  };

  const readAmount = (amount: string | null, currency: string | null): Money | StandInAnswer => {
    const read = /^\d{1,15}$/.test(amount ?? "") ? fromStripeAmount(Number(amount), currency) : null;
    if (read === null) return invalid("amount", "parameter_invalid_integer");
    if (Number(amount) < AMOUNT_MIN) return invalid("amount", "amount_too_small");
    return Number(amount) > AMOUNT_MAX ? invalid("amount", "amount_too_large") : read;
  };

  const createIntent = (caller: Caller, id: string, fields: URLSearchParams): StandInAnswer => {
    const amount = readAmount(fields.get("amount"), fields.get("currency"));
    if ("status" in amount) return amount;
    const token = fields.get("payment_method") ?? "";
    const card = cardPlanOf(token);
    if (card === null) return missing("payment_method", 400);
    if (fields.get("confirm") !== "true") return invalid("confirm");
    if (fields.get("allowed_payment_method_types[0]") !== "card")
      return invalid("allowed_payment_method_types");
    const returnUrl = fields.get("return_url") ?? "";
    if (card.kind === "breaks") return errorAnswer(500, { type: "api_error" });
    if (card.kind === "refused") return errorAnswer(400, { type: "invalid_request_error", code: card.code });
    if (card.kind === "asks" && parseUrl(returnUrl) === null) return invalid("return_url", "url_invalid");
    const number = newNumber("pi");
    const plans: Readonly<Record<typeof card.kind, Plan>> = {
      ends: { end: card.kind === "ends" ? card.end : "NEVER", reports: 1, afterMs: 0 },
      asks: { end: card.kind === "asks" ? card.end : "NEVER", reports: 1 },
      cancelled: { end: { code: "canceled" }, reports: 1 },
    };
    const isFirst = card.kind === "ends" && card.isFirst === true ? { isFirst: true } : {};
    const approval =
      card.kind === "asks" && typeof card.end === "object" ? { afterApprovalCode: card.end.code } : {};
    const entry = add(
      caller,
      fields,
      { kind: "PAYMENT", id, amount, plan: { ...plans[card.kind], ...isFirst } },
      { party: token, details: { number, intent: number, returnUrl, card: token, ...approval } },
    );
    const { end } = entry.plan;
    if (entry.status !== "FAILED" || typeof end !== "object") return shown(entry);
    return errorAnswer(402, { ...cardError(end.code), payment_intent: intentOf(entry, pageUrlOf(entry)) });
  };

  const createSession = (caller: Caller, id: string, fields: URLSearchParams): StandInAnswer => {
    const item = (name: string) => fields.get(`line_items[0]${name}`);
    const amount = readAmount(item("[price_data][unit_amount]"), item("[price_data][currency]"));
    if ("status" in amount) return amount;
    if (item("[quantity]") !== "1" || (item("[price_data][product_data][name]") ?? "") === "")
      return invalid("line_items");
    if (fields.get("mode") !== "payment") return invalid("mode");
    if (fields.get("allowed_payment_method_types[0]") !== "card")
      return invalid("allowed_payment_method_types");
    const returnUrl = fields.get("success_url") ?? "";
    if (parseUrl(returnUrl) === null) return invalid("success_url", "url_invalid");
    const nowSeconds = Math.floor(clock.nowMs() / 1_000);
    const expiresAt = Number(fields.get("expires_at") ?? nowSeconds + 24 * 3_600);
    if (expiresAt < nowSeconds + 30 * 60 || expiresAt > nowSeconds + 24 * 3_600) return invalid("expires_at");
    const end = NEVER_PAID.test(String(amount.minor)) ? "NEVER" : "SUCCESS";
    const number = newNumber("cs");
    const entry = add(
      caller,
      fields,
      { kind: "PAYMENT", id, amount, plan: { end, reports: 1 } },
      {
        party: "on Stripe's page",
        details: { number, intent: newNumber("pi"), returnUrl, expiresAt: String(expiresAt) },
      },
    );
    return shown(entry);
  };

  const createRefund = (caller: Caller, id: string, fields: URLSearchParams): StandInAnswer => {
    const payment = paymentOf(caller, fields.get("payment_intent") ?? "");
    if (payment === undefined) return missing("payment_intent");
    if (payment.status !== "SUCCEEDED") return invalid("payment_intent", "charge_not_refundable");
    const { currency } = amountFields(payment.amount);
    const left = money(payment.amount.minor - refundedOf(caller, payment), payment.amount.currency);
    if (left.minor <= 0n) return invalid("charge", "charge_already_refunded");
    const asked = fields.get("amount");
    const amount = asked === null ? left : fromStripeAmount(Number(asked), currency);
    if (amount === null) return invalid("amount", "parameter_invalid_integer");
    if (amount.minor > left.minor) return invalid("amount", "amount_too_large");
    const card = detailsOf(payment).card;
    const isPending = card === "pm_card_pendingRefund";
    const failsAtMs = card === "pm_card_refundFail" ? String(clock.nowMs() + settleAfterMs) : null;
    const entry = add(
      caller,
      fields,
      {
        kind: "REFUND",
        id,
        amount,
        plan: { end: "SUCCESS", reports: 1, ...(isPending ? {} : { afterMs: 0 }) },
      },
      {
        paymentId: payment.id,
        party: "the card",
        details: { number: newNumber("re"), ...(failsAtMs === null ? {} : { failsAtMs }) },
      },
    );
    return { status: 200, json: refundOf(entry, intentOfRefund(entry)) };
  };

  /** Ends a payment that waits for the payer. */
  const end = (caller: Caller, number: string, code: "canceled" | "expired"): StandInAnswer => {
    const entry = paymentOf(caller, number);
    if (entry === undefined) return missing("id");
    if (!book.end(entry, { code })) return invalid("status", "payment_intent_unexpected_state");
    return shown(entry);
  };

  return {
    intentOfRefund,
    handle: (caller: Caller, { method, path, query, headers, body }: StandInRequest): StandInAnswer => {
      if (method === "GET") return read(caller, path, query);
      const fields = readForm(body);
      const id = headers["idempotency-key"] ?? newNumber("key");
      if (path === "/v1/payment_intents") return createIntent(caller, id, fields);
      if (path === "/v1/checkout/sessions") return createSession(caller, id, fields);
      if (path === "/v1/refunds") return createRefund(caller, id, fields);
      const [, kind, number = "", verb] = /^\/v1\/(.+)\/([^/]+)\/(cancel|expire)$/.exec(path) ?? [];
      if (kind === "payment_intents" && verb === "cancel") return end(caller, number, "canceled");
      if (kind === "checkout/sessions" && verb === "expire") return end(caller, number, "expired");
      return missing("url");
    },
  };
}
