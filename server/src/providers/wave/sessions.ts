import { fieldsOf } from "../../kit/json-object.ts";
import { decimalText, parseDecimal } from "../../kit/money.ts";
import { parseUrl } from "../../kit/url.ts";
import type {
  PaymentOutcome,
  PaymentQuestion,
  ProviderCall,
  ProviderHandle,
  QueryOutcome,
  StartRequest,
} from "../provider.ts";
import { ask, type Fields, unknownAfter, type WaveAnswer } from "./http.ts";
import { accessOf } from "./settings.ts";
import { sessionFailure } from "./status-map.ts";

/** Checkout sessions: a page or the app of Wave, on which the payer pays. */

const POLL_AFTER_MS = 3_000;
/** A start call has ended by then: the whole call has at most 12 s. */
const START_ENDED_AFTER_MS = 15_000;

/** What is kept of a session. `expiresAtMs`: when our attempt ends, which Wave is not told at the start. */
interface SessionHandle extends ProviderHandle {
  readonly sessionId: string;
}

type Method = PaymentQuestion["method"];

/** Never repeated: a second session could be paid too. A lost answer is looked for by our reference. */
export async function createSession(call: ProviderCall, request: StartRequest): Promise<PaymentOutcome> {
  const { reference, amount, method, returnUrl, expiresAtMs } = request;
  const { aggregatedMerchantId } = accessOf(call.account);
  const answer = await ask(call, {
    method: "POST",
    path: "/v1/checkout/sessions",
    body: {
      amount: decimalText(amount),
      currency: amount.currency,
      success_url: returnUrl,
      error_url: returnUrl,
      client_reference: reference,
      ...(aggregatedMerchantId === null ? {} : { aggregated_merchant_id: aggregatedMerchantId }),
    },
  });
  if (answer.kind === "refused") return answer.failure;
  if (answer.kind === "unclear") return { kind: "unknown", reason: answer.reason };
  return readSession(answer.fields, method, { expiresAtMs: String(expiresAtMs) });
}

/** The state of a payment, by its session; one that waits longer than our attempt is expired first. */
export async function querySession(call: ProviderCall, question: PaymentQuestion): Promise<QueryOutcome> {
  const outcome = await lookUp(call, question);
  if (outcome.kind !== "pending") return outcome;
  const expiresAtMs = Number(question.handle?.expiresAtMs ?? Number.POSITIVE_INFINITY);
  return call.nowMs < expiresAtMs ? outcome : expire(call, question, outcome.handle?.sessionId);
}

/** Expires a session that waits, so that nobody can pay it any more. The answer is the state afterwards. */
export async function cancelSession(call: ProviderCall, question: PaymentQuestion): Promise<QueryOutcome> {
  const outcome = await lookUp(call, question);
  return outcome.kind === "pending" ? expire(call, question, outcome.handle?.sessionId) : outcome;
}

async function expire(call: ProviderCall, question: PaymentQuestion, sessionId = ""): Promise<QueryOutcome> {
  // It refuses when the session is complete: whatever it says, the session tells the truth afterwards.
  await ask(call, { method: "POST", path: `/v1/checkout/sessions/${sessionId}/expire` });
  return lookUp(call, question);
}

async function lookUp(call: ProviderCall, question: PaymentQuestion): Promise<QueryOutcome> {
  const { handle, method, startedAtMs } = question;
  const answer = await findSession(call, question);
  if (answer.kind === "unclear" || answer.kind === "refused") return unknownAfter(answer);
  if (answer.fields !== null) return readSession(answer.fields, method, handle);
  if (call.nowMs < startedAtMs + START_ENDED_AFTER_MS) return { kind: "unknown", reason: "not_found_yet" };
  // No session, so no page that anybody could have paid on.
  return { kind: "failed", failureCode: "PROVIDER_UNAVAILABLE", providerCode: "NEVER_CREATED" };
}

export type FoundSession =
  | Exclude<WaveAnswer, { readonly kind: "done" }>
  /** Null: Wave has no session with our reference. */
  | { readonly kind: "found"; readonly fields: Fields | null };

/** The session of a payment, by its id or, when the answer with it was lost, by our reference. */
export async function findSession(
  call: ProviderCall,
  { reference, handle }: Pick<PaymentQuestion, "reference" | "handle">,
): Promise<FoundSession> {
  const sessionId = handle?.sessionId;
  if (sessionId !== undefined) {
    const answer = await ask(call, {
      method: "GET",
      path: `/v1/checkout/sessions/${encodeURIComponent(sessionId)}`,
    });
    return answer.kind === "done" ? { kind: "found", fields: answer.fields } : answer;
  }
  const answer = await ask(call, {
    method: "GET",
    path: `/v1/checkout/sessions/search?client_reference=${encodeURIComponent(reference)}`,
  });
  if (answer.kind !== "done") return answer;
  const { result } = answer.fields;
  if (!Array.isArray(result)) return { kind: "unclear", reason: "unreadable" };
  const own = result.map(fieldsOf).filter(({ client_reference }) => client_reference === reference);
  // The network may have delivered one request twice; then the payer has paid at most one of the sessions.
  const [found = null] = own.toSorted((one, other) => rankOf(one) - rankOf(other));
  return { kind: "found", fields: found };
}

/** A paid session before one that can still be paid, and that before an expired one. */
function rankOf({ payment_status: payment, checkout_status: checkout }: Fields): number {
  if (payment === "succeeded") return 0;
  return checkout === "expired" ? 2 : 1;
}

function readSession(
  session: Fields,
  method: Method,
  known: Readonly<Record<string, string>> | null,
): PaymentOutcome {
  const { id, checkout_status: checkout, payment_status: payment, transaction_id, wave_launch_url } = session;
  if (typeof id !== "string") return { kind: "unknown", reason: "unreadable" };
  const handle: SessionHandle = { ...known, sessionId: id };
  if (payment === "succeeded") {
    const amount = parseDecimal(session.amount, session.currency);
    if (amount === null || typeof transaction_id !== "string")
      return { kind: "unknown", reason: "unreadable" };
    return { kind: "succeeded", transactionId: transaction_id, amount, handle };
  }
  const { code } = fieldsOf(session.last_payment_error);
  const errorCode = typeof code === "string" ? code : "";
  if (checkout === "expired") return { ...sessionFailure("expired", errorCode), handle };
  if (checkout === "complete" && payment === "cancelled") {
    return { ...sessionFailure("cancelled", errorCode), handle };
  }
  // After an error the payer can still pay an open session with other means.
  if (checkout !== "open" && checkout !== "complete")
    return { kind: "unknown", reason: "unreadable", handle };
  if (!isWebAddress(wave_launch_url)) return { kind: "unknown", reason: "no_launch_address", handle };
  return {
    kind: "pending",
    handle,
    nextStep:
      method === "QR"
        ? {
            kind: "DISPLAY_QR",
            qrPayload: wave_launch_url,
            actionUrl: wave_launch_url,
            pollAfterMs: POLL_AFTER_MS,
          }
        : { kind: "REDIRECT", actionUrl: wave_launch_url },
  };
}

function isWebAddress(value: unknown): value is string {
  return typeof value === "string" && /^https?:$/.test(parseUrl(value)?.protocol ?? "");
}
