import type { OutgoingResponse } from "../../../kit/http-out.ts";
import { readJsonObject } from "../../../kit/json-object.ts";
import { decimalText, parseDecimal } from "../../../kit/money.ts";
import type { FailureCode } from "../../../kit/payment-terms.ts";
import { sha256 } from "../../../kit/secret.ts";
import {
  OutcomeUnknown,
  type PaymentOutcome,
  type PaymentQuestion,
  type Provider,
  type ProviderCall,
  type TransferOutcome,
  type TransferQueryOutcome,
} from "../../provider.ts";
import type { ProviderSetting } from "../../settings.ts";
import { createTokens } from "../../tokens.ts";

export const MTN_LIKE = "mtn_like";
const POLL_AFTER_MS = 5_000;

const failureCodeOf: Readonly<Record<string, FailureCode>> = {
  PAYMENT_NOT_APPROVED: "PAYMENT_NOT_CONFIRMED",
  COULD_NOT_PERFORM_TRANSACTION: "PAYMENT_NOT_CONFIRMED",
  NOT_ENOUGH_FUNDS: "INSUFFICIENT_FUNDS",
  PAYER_NOT_FOUND: "PAYER_NOT_FOUND",
  PAYER_LIMIT_REACHED: "LIMIT_EXCEEDED",
  PAYEE_NOT_FOUND: "INVALID_RECIPIENT",
  VALIDATION_ERROR: "INVALID_AMOUNT",
  INVALID_CURRENCY: "INVALID_CURRENCY",
  SERVICE_UNAVAILABLE: "PROVIDER_UNAVAILABLE",
  APPROVAL_REJECTED: "PAYMENT_CANCELLED",
  NOT_ALLOWED: "RISK_BLOCKED",
};
/** Permanent refusals, although the status is a 5xx. */
const configurationCodes = new Set(["INVALID_CURRENCY", "NOT_ALLOWED_TARGET_ENVIRONMENT"]);

const setting = (name: string, secret: boolean, description: string): ProviderSetting => ({
  name,
  description,
  secret,
  required: true,
  kind: "TEXT",
  minLength: 4,
  maxLength: 200,
});

type Product = "collection" | "disbursement";
interface Order {
  readonly ownId?: string;
  readonly callbackUrl?: string;
  readonly body?: object;
}

/** The connector of the stand-in with MTN's kind of interface. */
export function createMtnConnector(): Provider {
  const tokens = createTokens();

  const tokenOf = async ({ account, nowMs, http }: ProviderCall, product: Product) => {
    const { baseUrl, apiUser, apiKey, subscriptionKey } = settingsOf(account.settings);
    const key = sha256(`${account.id} ${product} ${apiUser} ${apiKey} ${subscriptionKey}`).toString("hex");
    const value = await tokens.get(key, nowMs, async () => {
      const basic = Buffer.from(`${apiUser}:${apiKey}`).toString("base64");
      const response = await http({
        method: "POST",
        url: `${baseUrl}/${product}/token/`,
        headers: { authorization: `Basic ${basic}`, "ocp-apim-subscription-key": subscriptionKey },
        body: "",
      });
      const { access_token: token, expires_in: seconds } = readJsonObject(response.body);
      if (response.status !== 200 || typeof token !== "string" || typeof seconds !== "number") {
        throw new OutcomeUnknown(`token_http_${response.status}`);
      }
      return { value: token, expiresAtMs: nowMs + seconds * 1_000 };
    });
    return { value, drop: () => tokens.drop(key, value) };
  };

  const sendOnce = async (
    call: ProviderCall,
    product: Product,
    path: string,
    { ownId, callbackUrl, body }: Order,
    token: string,
  ) => {
    const { baseUrl, subscriptionKey, targetEnvironment } = settingsOf(call.account.settings);
    return call.http({
      method: body === undefined ? "GET" : "POST",
      url: `${baseUrl}/${product}/v1_0/${path}`,
      headers: {
        authorization: `Bearer ${token}`,
        "ocp-apim-subscription-key": subscriptionKey,
        "x-target-environment": targetEnvironment,
        "content-type": "application/json",
        ...(ownId === undefined ? {} : { "x-reference-id": ownId }),
        ...(callbackUrl === undefined ? {} : { "x-callback-url": callbackUrl }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  };

  /** A 401 had no effect: the request is sent once more with a new token. */
  const send = async (call: ProviderCall, product: Product, path: string, order: Order) => {
    const token = await tokenOf(call, product);
    const response = await sendOnce(call, product, path, order, token.value);
    if (response.status !== 401) return response;
    token.drop();
    return sendOnce(call, product, path, order, (await tokenOf(call, product)).value);
  };

  const query = async (call: ProviderCall, { ownId }: Pick<PaymentQuestion, "ownId">) => {
    const outcome = readStatus(await send(call, "collection", `requesttopay/${ownId}`, {}));
    return outcome.kind === "pending" ? POLL : outcome;
  };
  const transfer = async (call: ProviderCall, path: string, ownId: string) =>
    readStatus(await send(call, "disbursement", `${path}/${ownId}`, {}));

  return {
    name: MTN_LIKE,
    modes: ["SANDBOX", "LIVE"],
    capabilities: {
      callbacks: "OPAQUE",
      cancel: false,
      refund: "FULL",
      payout: true,
      nameCheck: false,
      statement: false,
      balance: false,
      methods: ["MOBILE_MONEY"],
      countries: ["CI", "BJ", "CM"],
      currencies: ["XOF", "XAF"],
      failureCodes: [...new Set<FailureCode>([...Object.values(failureCodeOf), "UNKNOWN"])],
    },
    referenceForm: "UUID_V4",
    settings: [
      { ...setting("baseUrl", false, "Where the interface is."), maxLength: 500 },
      setting("apiUser", false, "The user of the interface."),
      setting("apiKey", true, "The key of that user."),
      setting("subscriptionKey", true, "The key of the subscription."),
      setting("targetEnvironment", false, "The country, as `mtnivorycoast`."),
    ],
    start: async (call, { ownId, reference, amount, payer, title, callbackUrl }) => {
      const response = await send(call, "collection", "requesttopay", {
        ownId,
        callbackUrl,
        body: {
          amount: decimalText(amount),
          currency: amount.currency,
          externalId: reference,
          payer: { partyIdType: "MSISDN", partyId: (payer.phone ?? "").replace("+", "") },
          payerMessage: plainText(title),
          payeeNote: reference,
        },
      });
      const outcome = readStart(response);
      return outcome.kind === "pending" ? POLL : outcome;
    },
    query,
    refund: async (call, { ownId, reference, amount, payment, callbackUrl }) => {
      const transactionId = payment.handle?.financialTransactionId ?? (await lookUp(call, payment));
      if (typeof transactionId !== "string") return transactionId;
      const body = {
        amount: decimalText(amount),
        currency: amount.currency,
        externalId: reference,
        referenceIdToRefund: transactionId,
      };
      return readStart(await send(call, "disbursement", "refund", { ownId, callbackUrl, body }));
    },
    queryRefund: (call, { ownId }) => transfer(call, "refund", ownId),
    payout: async (call, { ownId, reference, amount, phone, callbackUrl }) => {
      const body = {
        amount: decimalText(amount),
        currency: amount.currency,
        externalId: reference,
        payee: { partyIdType: "MSISDN", partyId: (phone ?? "").replace("+", "") },
      };
      return readStart(await send(call, "disbursement", "transfer", { ownId, callbackUrl, body }));
    },
    queryPayout: (call, { ownId }) => transfer(call, "transfer", ownId),
    // The message cannot be trusted: only the secret address identifies its sender.
    verifyCallback: async (_call, { receivedOpaque }) =>
      receivedOpaque === null
        ? { kind: "refused", reason: "no_id_in_address" }
        : { kind: "accepted", subject: null, names: { by: "own_id", value: receivedOpaque } },
  };

  /** The provider's number of a payment whose handle was lost, or what prevents its refund. */
  async function lookUp(call: ProviderCall, payment: PaymentQuestion): Promise<string | TransferOutcome> {
    const found = await query(call, payment);
    if (found.kind === "succeeded") return found.transactionId;
    if (found.kind === "unknown") return found;
    return { kind: "failed", failureCode: "RISK_BLOCKED", providerCode: "NOT_ALLOWED" };
  }
}

const POLL: PaymentOutcome = {
  kind: "pending",
  nextStep: { kind: "POLL", pollAfterMs: POLL_AFTER_MS, instructions: null },
};

function settingsOf(settings: Readonly<Record<string, string>>) {
  const { baseUrl, apiUser, apiKey, subscriptionKey, targetEnvironment } = settings;
  if (baseUrl === undefined || apiUser === undefined || apiKey === undefined) throw new Error("no settings");
  if (subscriptionKey === undefined || targetEnvironment === undefined) throw new Error("no settings");
  return { baseUrl, apiUser, apiKey, subscriptionKey, targetEnvironment };
}

function readStart({ status, body }: OutgoingResponse): TransferOutcome {
  if (status === 202) return { kind: "pending" };
  const code = codeOf(readJsonObject(body));
  if (status === 409 && code === "RESOURCE_ALREADY_EXIST") return { kind: "pending" };
  const isFinal = (status >= 400 && status < 500) || configurationCodes.has(code);
  // A 401 means that the key is wrong, not that the payer cannot pay.
  if (code === "" || !isFinal || status === 401 || status === 429) return unknown(status);
  return failed(code);
}

function readStatus({ status, body }: OutgoingResponse): TransferQueryOutcome {
  const answer = readJsonObject(body);
  if (status === 404 && codeOf(answer) === "RESOURCE_NOT_FOUND") return { kind: "not_found" };
  const amount = parseDecimal(answer.amount, answer.currency);
  if (status !== 200 || amount === null) return unknown(status);
  const { status: word, financialTransactionId: transactionId } = answer;
  if (word === "SUCCESSFUL" && typeof transactionId === "string") {
    return { kind: "succeeded", transactionId, amount, handle: { financialTransactionId: transactionId } };
  }
  if (word === "FAILED") return failed(codeOf(answer.reason));
  return word === "PENDING" || word === "CREATED" ? { kind: "pending" } : unknown(status);
}

/** An error's code: the text itself, or an object's `code`. */
function codeOf(error: unknown): string {
  if (typeof error === "string") return error;
  const code = typeof error === "object" && error !== null && "code" in error ? error.code : "";
  return typeof code === "string" ? code : "";
}

function failed(code: string) {
  const failureCode = failureCodeOf[code] ?? "UNKNOWN";
  return { kind: "failed", failureCode, providerCode: code } as const;
}

function unknown(status: number) {
  return { kind: "unknown", reason: `http_${status}` } as const;
}

/** Letters, digits and spaces: other characters are refused. */
function plainText(text: string): string {
  const plain = text
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .replace(/[^A-Za-z0-9 ]+/g, " ");
  return plain.slice(0, 128).trim();
}
