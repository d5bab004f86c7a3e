import { fieldsOf } from "../../kit/json-object.ts";
import { parseDecimal } from "../../kit/money.ts";
import { parseUrl } from "../../kit/url.ts";
import type { PaymentOutcome, ProviderHandle, TransferOutcome, TransferQueryOutcome } from "../provider.ts";
import type { Answer } from "./api.ts";
import { failedBy } from "./status-map.ts";

/** The three kinds of operations: the path, and the field with their id. */
export const operations = {
  payment: { path: "/v2/deposits", idField: "depositId" },
  refund: { path: "/v2/refunds", idField: "refundId" },
  payout: { path: "/v2/payouts", idField: "payoutId" },
} as const;
export type Operation = keyof typeof operations;

/** pawaPay may only be late to know an operation before this; after it, it never received it. */
const NOT_FOUND_IS_FINAL_AFTER_MS = 15 * 60_000;
const POLL_AFTER_MS = 3_000;

/** Nothing was sent: the account is to sign its requests, and has no usable key. */
const cannotSign = {
  kind: "failed",
  failureCode: "PROVIDER_UNAVAILABLE",
  providerCode: "REQUEST_KEY_MISSING",
  alarm: true,
} as const;

/** The outcome of a request that starts an operation. A refusal comes with status 200. */
export function readStart(answer: Answer | null, operation: Operation, ownId: string): TransferOutcome {
  if (answer === null) return cannotSign;
  const { status, fields } = answer;
  const code = codeOf(fields.failureReason);
  // A refusal of the request itself: nothing was accepted. Without a code it comes from a proxy in between.
  if ([400, 401, 403].includes(status) && code !== null) return failedBy(code);
  if (status !== 200) return unknown(`http_${status}`);
  if (fields[operations[operation].idField] !== ownId || typeof fields.status !== "string") {
    return unknown("unreadable");
  }
  if (fields.status === "REJECTED") return failedBy(code ?? "REJECTED");
  // ACCEPTED, ENQUEUED, DUPLICATE_IGNORED, and whatever else means that pawaPay has it.
  return { kind: "pending" };
}

/** The outcome of a query about an operation of `ownId`, started at `startedAtMs`. */
export function readQuery(
  { status, fields }: Answer,
  operation: Operation,
  { ownId, startedAtMs }: { readonly ownId: string; readonly startedAtMs: number },
  nowMs: number,
): TransferQueryOutcome {
  if (status === 401 || status === 403) return { ...unknown(`http_${status}`), alarm: true };
  if (status === 200 && fields.status === "NOT_FOUND") {
    const isFinal = nowMs >= startedAtMs + NOT_FOUND_IS_FINAL_AFTER_MS;
    return isFinal ? { kind: "not_found" } : unknown("not_found_yet");
  }
  if (status !== 200 || fields.status !== "FOUND") return unknown(`http_${status}`);
  return readData(fieldsOf(fields.data), operation, ownId);
}

function readData(
  data: Readonly<Record<string, unknown>>,
  operation: Operation,
  ownId: string,
): TransferOutcome {
  if (data[operations[operation].idField] !== ownId || typeof data.status !== "string") {
    return unknown("unreadable");
  }
  switch (data.status) {
    case "FAILED":
    case "REJECTED":
      return failedBy(codeOf(data.failureReason) ?? data.status);
    case "COMPLETED": {
      const amount = parseDecimal(data.amount, data.currency);
      if (amount === null) return unknown("unreadable");
      // The operator may give no number; then pawaPay's own id finds the payment there.
      const given = data.providerTransactionId;
      return {
        kind: "succeeded",
        transactionId: typeof given === "string" && given !== "" ? given : ownId,
        amount,
      };
    }
    // ACCEPTED, PROCESSING, ENQUEUED, IN_RECONCILIATION, and any other step on the way.
    default:
      return { kind: "pending" };
  }
}

/**
 * A payment that waits: on the operator's page once pawaPay has its address, until then and otherwise on the payer's
 * phone. An address that was told once holds while later answers leave it out, so that a payer who reloads finds the same
 * page; not after pawaPay has said that only the result is missing. `told`: the fields that may hold the address. `handle`:
 * what an earlier answer left.
 */
export function withNextStep<Outcome extends TransferQueryOutcome>(
  outcome: Outcome,
  told: Readonly<Record<string, unknown>>,
  baseUrl: string,
  handle: ProviderHandle | null,
): Exclude<Outcome, { kind: "pending" }> | Extract<PaymentOutcome, { kind: "pending" }> {
  if (outcome.kind !== "pending") return outcome as Exclude<Outcome, { kind: "pending" }>;
  const earlier = told.nextStep === "FINAL_STATUS" ? null : handle?.page;
  const actionUrl = pageOf(told.authorizationUrl, baseUrl) ?? pageOf(earlier, baseUrl);
  if (actionUrl === null)
    return { kind: "pending", nextStep: { kind: "POLL", pollAfterMs: POLL_AFTER_MS, instructions: null } };
  return { kind: "pending", nextStep: { kind: "REDIRECT", actionUrl }, handle: { page: actionUrl } };
}

/** The address of the operator's page: https, or plain where pawaPay itself is a stand-in without it. */
function pageOf(url: unknown, baseUrl: string): string | null {
  if (typeof url !== "string") return null;
  const protocol = parseUrl(url)?.protocol;
  return protocol === "https:" || (protocol === "http:" && baseUrl.startsWith("http:")) ? url : null;
}

function codeOf(reason: unknown): string | null {
  const { failureCode } = fieldsOf(reason);
  return typeof failureCode === "string" && failureCode !== "" ? failureCode : null;
}

function unknown(reason: string) {
  return { kind: "unknown", reason } as const;
}
