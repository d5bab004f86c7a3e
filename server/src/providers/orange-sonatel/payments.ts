import { fieldsOf } from "../../kit/json-object.ts";
import { decimalText, type Money } from "../../kit/money.ts";
import type {
  NextStep,
  PaymentOutcome,
  PaymentQuestion,
  ProviderCall,
  ProviderHandle,
  QueryOutcome,
  StartRequest,
} from "../provider.ts";
import type { SonatelApi } from "./api.ts";
import { accessOf, nationalNumber } from "./settings.ts";
import { notSent, refusal } from "./status-map.ts";
import { findTransaction, readAccepted, readState, type Transaction } from "./transactions.ts";

/** Payments by a code that the payer scans, or by the one-time password that the payer gives. */

const POLL_AFTER_MS = 3_000;
const NAME_LENGTH_MAX = 30;
const VALIDITY_SECONDS_MAX = 86_400;
/** In francs: less cannot be paid by a code, although one can be made. */
const MINIMUM = 10n;
/** A start call has ended by then: the whole call has at most 12 s. */
const START_ENDED_AFTER_MS = 15_000;
/** A payment made in the last second of a code's life is listed by then. */
const LISTED_AFTER_MS = 2 * 60_000;
/** A payment by password that is not listed by then was never taken. Orange does not say how soon it lists one. */
const NEVER_TAKEN_AFTER_MS = 15 * 60_000;
/** Longer links are not kept: a handle has little room. */
const LINK_LENGTH_MAX = 800;

const POLL: NextStep = { kind: "POLL", pollAfterMs: POLL_AFTER_MS, instructions: null };

/** Amounts are JSON numbers here; a whole number of francs is exact. */
export function amountOf(amount: Money): { readonly value: number; readonly unit: string } {
  return { value: Number(decimalText(amount)), unit: amount.currency };
}

/** Neither kind is ever repeated: Orange is not known to recognise a reference that it has seen. */
export async function startPayment(
  api: SonatelApi,
  call: ProviderCall,
  request: StartRequest,
): Promise<PaymentOutcome> {
  if (request.amount.minor < MINIMUM) return notSent.belowMinimum;
  return request.method === "QR" ? createCode(api, call, request) : payWithPassword(api, call, request);
}

async function createCode(
  api: SonatelApi,
  call: ProviderCall,
  { reference, amount, title, returnUrl, callbackUrl, expiresAtMs }: StartRequest,
): Promise<PaymentOutcome> {
  const { merchantCode, callbackApiKey } = accessOf(call.account);
  const leftSeconds = Math.ceil((expiresAtMs - call.nowMs) / 1_000);
  const validity = Math.max(1, Math.min(leftSeconds, VALIDITY_SECONDS_MAX));
  const answer = await api.ask(call, {
    method: "POST",
    path: "/api/eWallet/v4/qrcode",
    headers: {
      "x-callback-url": callbackUrl,
      ...(callbackApiKey === null ? {} : { "x-api-key": callbackApiKey }),
    },
    body: {
      code: merchantCode,
      name: plainName(title),
      amount: amountOf(amount),
      validity,
      callbackSuccessUrl: returnUrl,
      callbackCancelUrl: returnUrl,
      reference,
      metadata: { reference },
      restrictions: { isSingleUse: true },
    },
  });
  if (answer.kind === "unclear") return { kind: "unknown", reason: answer.reason };
  if (answer.kind === "refused") return refusal("COLLECT", answer.code, answer.text);
  const { shortLink, deepLink } = fieldsOf(answer.value);
  const links = [shortLink, deepLink].filter(isLink);
  const [qrPayload] = links;
  const actionUrl = links.at(-1);
  if (qrPayload === undefined || actionUrl === undefined) return { kind: "unknown", reason: "no_link" };
  const handle = { qrPayload, actionUrl, validUntilMs: String(call.nowMs + validity * 1_000) };
  return { kind: "pending", handle, nextStep: showCode(handle) };
}

function showCode({ qrPayload = "", actionUrl = "" }: ProviderHandle): NextStep {
  return { kind: "DISPLAY_QR", qrPayload, actionUrl, pollAfterMs: POLL_AFTER_MS };
}

/** A link that opens an app or a page; never a script. */
function isLink(value: unknown): value is string {
  return (
    typeof value === "string" &&
    value.length <= LINK_LENGTH_MAX &&
    /^(?!javascript:|data:)[a-z][a-z0-9+.-]*:\S+$/i.test(value)
  );
}

/** Letters, digits and spaces of ASCII. */
function plainName(title: string): string {
  const plain = title
    .normalize("NFKD")
    .replace(/[^A-Za-z0-9 ]+/g, "")
    .replace(/ +/g, " ")
    .trim();
  return plain.slice(0, NAME_LENGTH_MAX).trim() || "Paiement";
}

async function payWithPassword(
  api: SonatelApi,
  call: ProviderCall,
  { reference, ownId, amount, method, payer }: StartRequest,
): Promise<PaymentOutcome> {
  const number = nationalNumber(payer.phone);
  if (number === null) return notSent.foreignPayer;
  if (payer.otp === null) return notSent.noOtp;
  const answer = await api.ask(call, {
    method: "POST",
    path: "/api/eWallet/v1/payments/onestep",
    body: {
      customer: { idType: "MSISDN", id: number, otp: payer.otp, walletType: "PRINCIPAL" },
      partner: { idType: "CODE", id: accessOf(call.account).merchantCode },
      amount: amountOf(amount),
      reference,
      metadata: { reference },
    },
  });
  if (answer.kind === "unclear") return { kind: "unknown", reason: answer.reason };
  if (answer.kind === "refused") return refusal("COLLECT", answer.code, answer.text);
  const accepted = readAccepted(answer);
  if (accepted === null) return { kind: "unknown", reason: "unreadable" };
  const { transactionId, state } = accepted;
  const handle = { transactionId };
  if (state === "pending") return { kind: "pending", nextStep: POLL, handle };
  if (state !== "succeeded") return { ...state, handle };
  // The answer does not say how much was taken: the book does.
  const question = { reference, ownId, amount, method, startedAtMs: call.nowMs, handle };
  const booked = await queryPayment(api, call, question);
  return booked.kind === "succeeded" ? booked : { kind: "pending", nextStep: POLL, handle };
}

/** The state of a payment, from Orange's book: with the amount that was taken. */
export async function queryPayment(
  api: SonatelApi,
  call: ProviderCall,
  question: PaymentQuestion,
): Promise<QueryOutcome> {
  const transactionId = question.handle?.transactionId;
  if (transactionId !== undefined) {
    const state = await readState(api, call, transactionId);
    if (state === "pending") return { kind: "pending", nextStep: POLL };
    if (typeof state === "object") return state;
  }
  const by = transactionId === undefined ? { reference: question.reference } : { transactionId };
  const found = await findTransaction(api, call, by);
  if (found !== null && "kind" in found) return found;
  if (found !== null) return outcomeOf(found, question);
  // It has succeeded, and the book does not show it yet.
  if (transactionId !== undefined) return { kind: "unknown", reason: "not_listed" };
  return question.method === "QR" ? unpaidCode(call, question) : unheardPayment(call, question);
}

function outcomeOf(
  { id, state, amount, customer }: Transaction,
  { method, handle }: PaymentQuestion,
): QueryOutcome {
  if (state === "succeeded") {
    // A refund goes to the number that has paid.
    const paidBy = customer === null ? {} : { customer };
    return { kind: "succeeded", transactionId: id, amount, handle: { transactionId: id, ...paidBy } };
  }
  if (state !== "pending") return state;
  const isCode = method === "QR" && handle?.qrPayload !== undefined;
  return { kind: "pending", nextStep: isCode && handle !== null ? showCode(handle) : POLL };
}

/** A code that nobody has paid is in no list, so nothing else tells it from one that does not exist. */
function unpaidCode({ nowMs }: ProviderCall, { handle, startedAtMs }: PaymentQuestion): QueryOutcome {
  if (handle?.qrPayload !== undefined) {
    const isOver = nowMs >= Number(handle.validUntilMs) + LISTED_AFTER_MS;
    return isOver
      ? { kind: "failed", failureCode: "PAYMENT_CANCELLED", providerCode: "CODE_EXPIRED" }
      : { kind: "pending", nextStep: showCode(handle) };
  }
  // The answer with the code was lost: nobody can have scanned it.
  return nowMs < startedAtMs + START_ENDED_AFTER_MS
    ? { kind: "unknown", reason: "no_code" }
    : { kind: "failed", failureCode: "PROVIDER_UNAVAILABLE", providerCode: "CODE_LOST" };
}

function unheardPayment({ nowMs }: ProviderCall, { startedAtMs }: PaymentQuestion): QueryOutcome {
  return nowMs < startedAtMs + NEVER_TAKEN_AFTER_MS
    ? { kind: "unknown", reason: "not_found_yet" }
    : { kind: "failed", failureCode: "PROVIDER_UNAVAILABLE", providerCode: "NEVER_TAKEN" };
}
