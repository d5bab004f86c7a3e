import { fieldsOf } from "../../kit/json-object.ts";
import { decimalText, parseDecimal } from "../../kit/money.ts";
import type {
  NameQuestion,
  NameVerdict,
  PayoutRequest,
  ProviderCall,
  TransferOutcome,
  TransferQueryOutcome,
  TransferQuestion,
} from "../provider.ts";
import { ask, type Fields, unknownAfter } from "./http.ts";
import { accessOf } from "./settings.ts";
import { payoutFailure } from "./status-map.ts";

const NAME_LENGTH_MAX = 255;

/** Our reference is the idempotency key: the same request twice is one payout, and Wave refuses another one under it. */
export async function sendPayout(call: ProviderCall, request: PayoutRequest): Promise<TransferOutcome> {
  const { ownId, reference, amount, phone, name } = request;
  const { aggregatedMerchantId } = accessOf(call.account);
  const answer = await ask(call, {
    method: "POST",
    path: "/v1/payout",
    idempotencyKey: ownId,
    body: {
      currency: amount.currency,
      receive_amount: decimalText(amount),
      mobile: phone ?? "",
      name: name.slice(0, NAME_LENGTH_MAX),
      client_reference: reference,
      ...(aggregatedMerchantId === null ? {} : { aggregated_merchant_id: aggregatedMerchantId }),
    },
  });
  if (answer.kind === "refused") return answer.failure;
  return answer.kind === "unclear" ? { kind: "unknown", reason: answer.reason } : readPayout(answer.fields);
}

export async function queryPayout(
  call: ProviderCall,
  { reference, handle }: TransferQuestion,
): Promise<TransferQueryOutcome> {
  const payoutId = handle?.payoutId;
  if (payoutId !== undefined) {
    const answer = await ask(call, { method: "GET", path: `/v1/payout/${encodeURIComponent(payoutId)}` });
    return answer.kind === "done" ? readPayout(answer.fields) : unknownAfter(answer);
  }
  const answer = await ask(call, {
    method: "GET",
    path: `/v1/payouts/search?client_reference=${encodeURIComponent(reference)}`,
  });
  if (answer.kind !== "done") return unknownAfter(answer);
  const { result } = answer.fields;
  if (!Array.isArray(result)) return { kind: "unknown", reason: "unreadable" };
  const found = result.map(fieldsOf).find(({ client_reference }) => client_reference === reference);
  return found === undefined ? { kind: "not_found" } : readPayout(found);
}

function readPayout(payout: Fields): TransferOutcome {
  const { id, status } = payout;
  if (typeof id !== "string") return { kind: "unknown", reason: "unreadable" };
  const handle = { payoutId: id };
  switch (status) {
    case "processing":
      return { kind: "pending", handle };
    case "succeeded": {
      const amount = parseDecimal(payout.receive_amount, payout.currency);
      return amount === null
        ? { kind: "unknown", reason: "unreadable", handle }
        : { kind: "succeeded", transactionId: id, amount, handle };
    }
    case "failed": {
      const { error_code: code } = fieldsOf(payout.payout_error);
      return { ...payoutFailure(typeof code === "string" ? code : ""), handle };
    }
    case "reversed":
      return { ...payoutFailure("reversed"), handle };
    default:
      return { kind: "unknown", reason: "unreadable", handle };
  }
}

/** Wave checks a number at most 30 times in 5 minutes, and then refuses to for an hour. */
export async function verifyRecipient(call: ProviderCall, question: NameQuestion): Promise<NameVerdict> {
  const { phone, name, currency } = question;
  if (phone === null) return { kind: "unavailable", reason: "no_phone" };
  const answer = await ask(call, {
    method: "POST",
    path: "/v1/verify_recipient/",
    body: { mobile: phone, name: name.slice(0, NAME_LENGTH_MAX), currency },
  });
  if (answer.kind === "unclear") return { kind: "unavailable", reason: answer.reason };
  if (answer.kind === "refused") {
    const { failureCode, providerCode } = answer.failure;
    return failureCode === "INVALID_RECIPIENT"
      ? { kind: "no_account" }
      : { kind: "unavailable", reason: providerCode };
  }
  switch (answer.fields.name_match) {
    case "MATCH":
      return { kind: "match" };
    case "NO_MATCH":
      return { kind: "mismatch" };
    case "NAME_NOT_KNOWN":
      return { kind: "not_known" };
    default:
      return { kind: "unavailable", reason: "unreadable" };
  }
}
