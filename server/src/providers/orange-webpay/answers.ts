import type { OutgoingResponse } from "../../kit/http-out.ts";
import { readJsonObject } from "../../kit/json-object.ts";
import { parseUrl } from "../../kit/url.ts";
import type { PaymentOutcome, PaymentQuestion, ProviderHandle } from "../provider.ts";
import { failedStatuses, meaningOfRefusal } from "./status-map.ts";

/** A payment token lives for ten minutes; then the payer cannot pay any more. */
const TOKEN_LIFE_MS = 10 * 60_000;
/** A payer who confirmed in the last second is still shown as INITIATED for a moment. */
const EXPIRY_MARGIN_MS = 2 * 60_000;
/** A start call has ended by then, with or without its answer. */
export const START_OVER_AFTER_MS = 15_000;

/** What the answer to a creation holds, and each question needs. */
export interface OrangeHandle extends ProviderHandle {
  readonly payToken: string;
  readonly notifToken: string;
  readonly paymentUrl: string;
  /** Epoch milliseconds. */
  readonly expiresAtMs: string;
}

/** The answer to a creation: the address of Orange's page, and the tokens of the payment. */
export function readCreation({ status, body }: OutgoingResponse, nowMs: number): PaymentOutcome {
  const answer = readJsonObject(body);
  const { pay_token: payToken, payment_url: paymentUrl, notif_token: notifToken } = answer;
  if (status === 201 && isText(payToken) && isText(notifToken) && isAddress(paymentUrl)) {
    const expiresAtMs = String(nowMs + TOKEN_LIFE_MS);
    return pending({ payToken, notifToken, paymentUrl, expiresAtMs });
  }
  const { code, message } = errorOf(answer);
  const isDefinite = status >= 400 && status < 500 && status !== 408 && status !== 429;
  const isAccess = status === 401 || status === 403;
  if (!isDefinite || (code === null && !isAccess)) return { kind: "unknown", reason: `http_${status}` };
  const meaning = meaningOfRefusal(status, code, message);
  return { kind: "failed", providerCode: code === null ? `HTTP_${status}` : String(code), ...meaning };
}

/**
 * The answer to a question that named the exact amount. Orange answers no amount: it refuses a question with another
 * one than it has on record, so a success is a success of what we asked about.
 */
export function readStatus(
  { status, body }: OutgoingResponse,
  { ownId, amount }: Pick<PaymentQuestion, "ownId" | "amount">,
  handle: OrangeHandle,
  nowMs: number,
): PaymentOutcome {
  const answer = readJsonObject(body);
  if (status !== 200 && status !== 201) {
    const { code, message } = errorOf(answer);
    const isRefused = status >= 400 && status < 500 && status !== 408 && status !== 429;
    const reason = `http_${status}${code === null ? "" : ` ${code}`}`;
    if (isRefused && /\bamount\b/i.test(message)) {
      return { kind: "unknown", reason: `another amount on record: ${reason}`, alarm: true };
    }
    return { kind: "unknown", reason, ...(isRefused ? { alarm: true } : {}) };
  }
  if (answer.order_id !== ownId) return { kind: "unknown", reason: "another order in the answer" };
  const { status: word, txnid } = answer;
  switch (word) {
    case "SUCCESS":
      return { kind: "succeeded", transactionId: isText(txnid) ? txnid : ownId, amount };
    case "INITIATED":
      return nowMs < Number(handle.expiresAtMs) + EXPIRY_MARGIN_MS
        ? pending(handle)
        : { kind: "failed", failureCode: "PAYMENT_CANCELLED", providerCode: "INITIATED" };
    case "PENDING":
      return pending(handle);
    default: {
      const failureCode =
        isText(word) && Object.hasOwn(failedStatuses, word) ? failedStatuses[word] : undefined;
      return failureCode === undefined
        ? { kind: "unknown", reason: "an unknown status" }
        : { kind: "failed", failureCode, providerCode: String(word) };
    }
  }
}

/** The handle of a payment; null when no answer has held one. */
export function readHandle(handle: ProviderHandle | null): OrangeHandle | null {
  const { payToken, notifToken, paymentUrl, expiresAtMs } = handle ?? {};
  if (payToken === undefined || notifToken === undefined) return null;
  if (paymentUrl === undefined || expiresAtMs === undefined) return null;
  return { payToken, notifToken, paymentUrl, expiresAtMs };
}

function pending(handle: OrangeHandle): PaymentOutcome {
  return { kind: "pending", nextStep: { kind: "REDIRECT", actionUrl: handle.paymentUrl }, handle };
}

/** The gateway's error: a number, a message, a description. */
function errorOf(answer: Readonly<Record<string, unknown>>) {
  const { code, message, description } = answer;
  const texts = [message, description].filter(isText);
  return { code: typeof code === "number" ? code : null, message: texts.join(" ") };
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value !== "";
}

function isAddress(value: unknown): value is string {
  return isText(value) && /^https?:$/.test(parseUrl(value)?.protocol ?? "");
}
