import type { OutgoingResponse } from "../../../kit/http-out.ts";
import { readJsonObject } from "../../../kit/json-object.ts";
import { decimalText, parseDecimal } from "../../../kit/money.ts";
import type { FailureCode } from "../../../kit/payment-terms.ts";
import type { CallbackVerdict } from "../../callback.ts";
import { contentDigestFault, requestSignatureFault, type SignatureTerms } from "../../http-signatures.ts";
import type {
  PaymentOutcome,
  Provider,
  ProviderCall,
  QueryOutcome,
  TransferOutcome,
  TransferQueryOutcome,
} from "../../provider.ts";
import { createKeys } from "./keys.ts";

export const PAWAPAY_LIKE = "pawapay_like";
const POLL_AFTER_MS = 3_000;
/** Before this, it may only be late to know about it. */
const NOT_FOUND_HOLDS_AFTER_MS = 15 * 60_000;
/** Callbacks are repeated for a quarter of an hour. */
const signatureTerms: SignatureTerms = {
  components: ["@method", "@authority", "@path", "content-digest"],
  ageSecondsMax: 15 * 60,
  skewSecondsMax: 60,
};

const failureCodeOf: Readonly<Record<string, FailureCode>> = {
  PAYMENT_NOT_APPROVED: "PAYMENT_NOT_CONFIRMED",
  INSUFFICIENT_BALANCE: "INSUFFICIENT_FUNDS",
  PAYMENT_IN_PROGRESS: "PAYMENT_IN_PROGRESS",
  PAYER_NOT_FOUND: "PAYER_NOT_FOUND",
  PAYER_LIMIT_REACHED: "LIMIT_EXCEEDED",
  RECIPIENT_NOT_FOUND: "INVALID_RECIPIENT",
  AMOUNT_OUT_OF_BOUNDS: "AMOUNT_OUT_OF_BOUNDS",
  INVALID_AMOUNT: "INVALID_AMOUNT",
  INVALID_CURRENCY: "INVALID_CURRENCY",
  PROVIDER_TEMPORARILY_UNAVAILABLE: "PROVIDER_UNAVAILABLE",
};

const subjects = { depositId: "payment", refundId: "refund", payoutId: "payout" } as const;

/** The connector of the stand-in with pawaPay's kind of interface. */
export function createPawaConnector(): Provider {
  const keys = createKeys();

  return {
    name: PAWAPAY_LIKE,
    modes: ["SANDBOX", "LIVE"],
    capabilities: {
      callbacks: "SIGNED",
      cancel: false,
      refund: "PARTIAL",
      payout: true,
      nameCheck: false,
      statement: false,
      balance: false,
      methods: ["MOBILE_MONEY"],
      countries: ["CI", "SN", "BJ", "CM"],
      currencies: ["XOF", "XAF"],
      failureCodes: [...new Set<FailureCode>([...Object.values(failureCodeOf), "UNKNOWN"])],
    },
    referenceForm: "UUID_V4",
    settings: [
      {
        name: "baseUrl",
        description: "Where the interface is.",
        secret: false,
        required: true,
        kind: "TEXT",
        minLength: 4,
        maxLength: 500,
      },
      {
        name: "apiToken",
        description: "The token of the interface.",
        secret: true,
        required: true,
        kind: "TEXT",
        minLength: 8,
        maxLength: 2_000,
      },
    ],
    start: async (call, { ownId, reference, amount, payer }) => {
      const response = await post(call, "deposits", {
        depositId: ownId,
        amount: decimalText(amount),
        currency: amount.currency,
        payer: partyOf(payer.phone, payer.operator),
        clientReferenceId: reference,
      });
      const outcome = readStart(response);
      return outcome.kind === "pending" ? POLL : outcome;
    },
    query: async (call, question) => {
      const outcome = await query(call, "deposits", question);
      return outcome.kind === "pending" ? POLL : outcome;
    },
    refund: async (call, { ownId, amount, payment }) =>
      readStart(
        await post(call, "refunds", {
          refundId: ownId,
          depositId: payment.ownId,
          amount: decimalText(amount),
          currency: amount.currency,
        }),
      ),
    queryRefund: (call, question) => query(call, "refunds", question),
    payout: async (call, { ownId, amount, phone, operator }) =>
      readStart(
        await post(call, "payouts", {
          payoutId: ownId,
          amount: decimalText(amount),
          currency: amount.currency,
          recipient: partyOf(phone, operator),
        }),
      ),
    queryPayout: (call, question) => query(call, "payouts", question),
    verifyCallback: async (call, callback): Promise<CallbackVerdict> => {
      const { headers, rawBody, nowMs } = callback;
      const digest = contentDigestFault(headers["content-digest"], rawBody);
      if (digest !== null) return { kind: "refused", reason: `digest_${digest}` };
      const { baseUrl } = settingsOf(call);
      const keyOf = (keyId: string) => keys.find(call, `${baseUrl}/v2/public-key/http`, keyId);
      const fault = await requestSignatureFault(callback, signatureTerms, keyOf, nowMs);
      if (fault !== null) return { kind: "refused", reason: `signature_${fault}` };
      const body = readJsonObject(rawBody);
      for (const name of ["depositId", "refundId", "payoutId"] as const) {
        const value = body[name];
        if (typeof value === "string") {
          return { kind: "accepted", subject: subjects[name], names: { by: "own_id", value } };
        }
      }
      return { kind: "refused", reason: "unreadable" };
    },
  };
}

const POLL: PaymentOutcome & QueryOutcome = {
  kind: "pending",
  nextStep: { kind: "POLL", pollAfterMs: POLL_AFTER_MS, instructions: null },
};

function settingsOf({ account }: ProviderCall) {
  const { baseUrl, apiToken } = account.settings;
  if (baseUrl === undefined || apiToken === undefined) throw new Error("no settings");
  return { baseUrl, headers: { authorization: `Bearer ${apiToken}`, "content-type": "application/json" } };
}

function post(call: ProviderCall, path: string, body: object): Promise<OutgoingResponse> {
  const { baseUrl, headers } = settingsOf(call);
  return call.http({ method: "POST", url: `${baseUrl}/v2/${path}`, headers, body: JSON.stringify(body) });
}

async function query(
  call: ProviderCall,
  path: string,
  { ownId, startedAtMs }: { readonly ownId: string; readonly startedAtMs: number },
): Promise<TransferQueryOutcome> {
  const { baseUrl, headers } = settingsOf(call);
  const { status, body } = await call.http({ method: "GET", url: `${baseUrl}/v2/${path}/${ownId}`, headers });
  const answer = readJsonObject(body);
  if (status === 200 && answer.status === "NOT_FOUND") {
    const holds = call.nowMs >= startedAtMs + NOT_FOUND_HOLDS_AFTER_MS;
    return holds ? { kind: "not_found" } : { kind: "unknown", reason: "not_found_yet" };
  }
  return status === 200 && answer.status === "FOUND" ? readData(answer.data) : unknown(`http_${status}`);
}

function readStart({ status, body }: OutgoingResponse): TransferOutcome {
  const answer = readJsonObject(body);
  const code = codeOf(answer.failureReason);
  if (status === 400 && code !== "") return failed(code);
  if (status !== 200) return unknown(`http_${status}`);
  if (answer.status === "REJECTED" && code !== "") return failed(code);
  return answer.status === "ACCEPTED" || answer.status === "DUPLICATE_IGNORED"
    ? { kind: "pending" }
    : unknown("unreadable");
}

function readData(data: unknown): TransferQueryOutcome {
  if (typeof data !== "object" || data === null) return unknown("unreadable");
  const fields: Readonly<Record<string, unknown>> = { ...data };
  const amount = parseDecimal(fields.amount, fields.currency);
  const { status, providerTransactionId: transactionId } = fields;
  if (amount === null || typeof status !== "string") return unknown("unreadable");
  if (status === "FAILED") return failed(codeOf(fields.failureReason));
  // Unlisted states are intermediate steps.
  if (status !== "COMPLETED") return { kind: "pending" };
  return typeof transactionId === "string"
    ? { kind: "succeeded", transactionId, amount }
    : unknown("no_transaction_id");
}

function codeOf(reason: unknown): string {
  if (typeof reason !== "object" || reason === null || !("failureCode" in reason)) return "";
  return typeof reason.failureCode === "string" ? reason.failureCode : "";
}

function failed(code: string) {
  const failureCode = failureCodeOf[code] ?? "UNKNOWN";
  return { kind: "failed", failureCode, providerCode: code } as const;
}

function unknown(reason: string) {
  return { kind: "unknown", reason } as const;
}

function partyOf(phone: string | null, operator: string | null) {
  const accountDetails = { phoneNumber: (phone ?? "").replace("+", ""), provider: operator };
  return { type: "MMO", accountDetails };
}
