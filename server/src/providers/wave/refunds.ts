import type {
  ProviderCall,
  RefundQuestion,
  RefundRequest,
  TransferOutcome,
  TransferQueryOutcome,
} from "../provider.ts";
import { ask, unknownAfter } from "./http.ts";
import { findSession } from "./sessions.ts";
import { requestFailure } from "./status-map.ts";
import { findRefund } from "./transactions.ts";

/** Refunds of a whole session. They have no id: one is asked about by its session, in the list of transactions. */

/** After this long without a line in the list, the answer that accepted the refund counts. */
const LISTED_AFTER_MS = 15 * 60_000;

const NOT_PAID: TransferOutcome = requestFailure(404, "checkout-session-not-found", "");
const ONLY_WHOLE: TransferOutcome = {
  kind: "failed",
  failureCode: "PROVIDER_UNAVAILABLE",
  providerCode: "ONLY_WHOLE_REFUNDS",
};

/** May be repeated: a session is refunded once, however often that is asked for. */
export async function refundSession(
  call: ProviderCall,
  { amount, payment }: RefundRequest,
): Promise<TransferOutcome> {
  if (amount.minor !== payment.amount.minor || amount.currency !== payment.amount.currency) return ONLY_WHOLE;
  const session = await sessionOf(call, payment);
  if (typeof session !== "string") return session.kind === "not_found" ? NOT_PAID : session;
  const answer = await ask(call, {
    method: "POST",
    path: `/v1/checkout/sessions/${encodeURIComponent(session)}/refund`,
  });
  if (answer.kind === "unclear") return { kind: "unknown", reason: answer.reason };
  if (answer.kind === "refused") return answer.failure;
  return { kind: "pending", handle: { accepted: "yes" } };
}

export async function queryRefund(
  call: ProviderCall,
  { amount, payment, startedAtMs, handle }: RefundQuestion,
): Promise<TransferQueryOutcome> {
  const session = await sessionOf(call, payment);
  if (typeof session !== "string") return session;
  const found = await findRefund(call, session, startedAtMs);
  if (found !== null && "id" in found) {
    return { kind: "succeeded", transactionId: found.id, amount: found.amount };
  }
  // A list that could not be read says nothing, however late it is.
  if (found !== null) return found;
  if (handle?.accepted === undefined) return { kind: "not_found" };
  if (call.nowMs < startedAtMs + LISTED_AFTER_MS) return { kind: "pending" };
  return { kind: "succeeded", transactionId: session, amount };
}

/** The id of a payment's session, or why there is none. */
async function sessionOf(
  call: ProviderCall,
  payment: RefundQuestion["payment"],
): Promise<string | Extract<TransferQueryOutcome, { readonly kind: "unknown" | "not_found" }>> {
  const known = payment.handle?.sessionId;
  if (known !== undefined) return known;
  const found = await findSession(call, payment);
  if (found.kind !== "found") return unknownAfter(found);
  const { id } = found.fields ?? {};
  return typeof id === "string" ? id : { kind: "not_found" };
}
