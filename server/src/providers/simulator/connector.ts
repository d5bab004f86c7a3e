import { isoTime } from "../../kit/clock.ts";
import type { OutgoingResponse } from "../../kit/http-out.ts";
import { money } from "../../kit/money.ts";
import { failureCodes, paymentMethods } from "../../kit/payment-terms.ts";
import type { CallbackVerdict } from "../callback.ts";
import type {
  NameVerdict,
  NextStep,
  PaymentOutcome,
  Provider,
  ProviderAccount,
  ProviderCall,
  QueryOutcome,
  StartRequest,
  StatementLine,
  TransferOutcome,
  TransferQueryOutcome,
} from "../provider.ts";
import type { ProviderSetting } from "../settings.ts";
import { addWorkingDays } from "../working-days.ts";
import {
  type NameAnswer,
  type NameCheck,
  type NextAnswer,
  type OperationAnswer,
  type PaymentRequest,
  type PayoutOrder,
  parseJson,
  type RefundOrder,
  readBalanceAnswer,
  readCallbackBody,
  readErrorAnswer,
  readNameAnswer,
  readOperationAnswer,
  readStatementAnswer,
  type StatementAnswer,
} from "./protocol.ts";
import { SIGNATURE_HEADER, signatureFault } from "./signature.ts";
import { toFailureCode } from "./status-map.ts";

export const SIMULATOR = "simulator";

/** A merchant waits for the answer; without one the check is repeated later. */
const NAME_CHECK_TIMEOUT_MS = 4_000;
const STATEMENT_BYTES_MAX = 8 * 1024 * 1024;
const POLL_AFTER_MS = 2_000;
const TEXT_CHARACTERS_MAX = 128;
/** As many as a bank account of ours gives when its settings say nothing else. */
const TRANSFER_WORKING_DAYS = 3;

/** Settings for operators. The service knows the address, which operators do not set. */
const simulatorSettings: readonly ProviderSetting[] = [
  {
    name: "apiKey",
    description: "What the service shows the simulator: any text of yours that no other account uses.",
    secret: true,
    required: true,
    kind: "TEXT",
    minLength: 8,
    maxLength: 200,
  },
  {
    name: "callbackSecret",
    description: "What the simulator signs its callbacks with: any text of yours.",
    secret: true,
    required: true,
    kind: "TEXT",
    minLength: 8,
    maxLength: 200,
  },
];

interface Settings {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly callbackSecret: string;
}

/** The answer of a call, before it is interpreted for a payment. */
type Reading =
  | { readonly kind: "answered"; readonly answer: OperationAnswer }
  | { readonly kind: "refused"; readonly code: string }
  | { readonly kind: "not_found" }
  | { readonly kind: "unknown"; readonly reason: string };

/**
 * The simulator as a provider. Settings of its accounts: `baseUrl` (the simulator's address), `apiKey`,
 * `callbackSecret`. Everything but the simulator's own clear answer is `unknown`: timeouts, resets, 5xx, 401, 409 and
 * unreadable answers.
 */
export function createSimulatorConnector(): Provider {
  return {
    name: SIMULATOR,
    modes: ["SANDBOX"],
    failsOnRequest: true,
    capabilities: {
      callbacks: "SIGNED",
      calls: true,
      cancel: true,
      refund: "PARTIAL",
      payout: true,
      nameCheck: true,
      statement: true,
      balance: true,
      methods: paymentMethods,
      countries: "ANY",
      currencies: "ANY",
      failureCodes,
    },
    referenceForm: "OURS",
    settings: simulatorSettings,
    start: async (call, request) => {
      const { payer } = request;
      const outcome = await pay(call, "POST", "/payments", {
        reference: request.reference,
        method: request.method,
        amount: request.amount.minor.toString(),
        currency: request.amount.currency,
        phone: payer.phone,
        operator: payer.operator,
        country: payer.countryCode,
        otp: payer.otp,
        walletId: payer.walletId,
        cardToken: payer.cardToken,
        qrScheme: payer.qrScheme,
        title: cleanText(request.title),
        merchantName: cleanText(request.merchantName),
        locale: request.locale,
        returnUrl: request.returnUrl,
        callbackUrl: request.callbackUrl,
        expiresAt: isoTime(payerTimeEndsMs(request)),
        ...scenarioOf(request),
      });
      return knownOnly(outcome);
    },
    query: (call, { reference }) => pay(call, "GET", `/payments/${encodeURIComponent(reference)}`),
    cancel: (call, { reference }) => pay(call, "POST", `/payments/${encodeURIComponent(reference)}/cancel`),
    refund: async (call, request) =>
      knownOnly(
        await transfer(call, "POST", "/refunds", {
          reference: request.reference,
          paymentReference: request.payment.reference,
          amount: request.amount.minor.toString(),
          currency: request.amount.currency,
          ...scenarioOf(request),
        }),
      ),
    queryRefund: (call, { reference }) => transfer(call, "GET", `/refunds/${encodeURIComponent(reference)}`),
    payout: async (call, request) =>
      knownOnly(
        await transfer(call, "POST", "/payouts", {
          reference: request.reference,
          amount: request.amount.minor.toString(),
          currency: request.amount.currency,
          phone: request.phone,
          operator: request.operator,
          country: request.countryCode,
          iban: request.iban,
          walletId: request.walletId,
          name: request.name.slice(0, 140),
          callbackUrl: request.callbackUrl,
          ...scenarioOf(request),
        }),
      ),
    queryPayout: (call, { reference }) => transfer(call, "GET", `/payouts/${encodeURIComponent(reference)}`),
    verifyBeneficiary: async (call, question) => {
      const { name, currency, phone, iban, walletId } = question;
      const check: NameCheck = { name: name.slice(0, 140), currency, phone, iban, walletId };
      const response = await send(call, "POST", "/name-checks", check, { timeoutMs: NAME_CHECK_TIMEOUT_MS });
      const answer =
        response.status === 200 && !response.cut ? readNameAnswer(parseJson(response.body)) : null;
      return answer === null ? { kind: "unavailable", reason: `http_${response.status}` } : toVerdict(answer);
    },
    statement: async (call, fromMs, toMs) => {
      const period = new URLSearchParams({
        from: new Date(fromMs).toISOString(),
        to: new Date(toMs).toISOString(),
      });
      const limits = { responseBytesMax: STATEMENT_BYTES_MAX };
      const response = await send(call, "GET", `/statement?${period}`, undefined, limits);
      if (response.status === 413) return { kind: "too_long" };
      const answer =
        response.status === 200 && !response.cut ? readStatementAnswer(parseJson(response.body)) : null;
      if (answer === null) return { kind: "unavailable", reason: `http_${response.status}` };
      return { kind: "lines", lines: answer.lines.map(toStatementLine) };
    },
    balance: async (call) => {
      const response = await send(call, "GET", "/balance");
      const answer =
        response.status === 200 && !response.cut ? readBalanceAnswer(parseJson(response.body)) : null;
      if (answer === null) return { kind: "unavailable", reason: `http_${response.status}` };
      const balances = answer.balances.map(({ currency, amount }) => ({
        available: money(BigInt(amount), currency),
        wallet: null,
      }));
      return { kind: "balances", balances };
    },
    verifyCallback: async ({ account }, { headers, rawBody, nowMs }) => {
      const { callbackSecret } = readSettings(account);
      const fault = signatureFault(callbackSecret, headers[SIGNATURE_HEADER], rawBody, nowMs);
      if (fault !== null) return { kind: "refused", reason: fault };
      return readSubject(rawBody);
    },
  };
}

type Body = PaymentRequest | RefundOrder | PayoutOrder | NameCheck;

/** One request to the simulator. */
function send(
  { account, http }: ProviderCall,
  method: "GET" | "POST",
  path: string,
  body?: Body,
  limits: { readonly timeoutMs?: number; readonly responseBytesMax?: number } = {},
): Promise<OutgoingResponse> {
  const { baseUrl, apiKey } = readSettings(account);
  return http({
    method,
    url: `${baseUrl}/v1${path}`,
    headers: {
      authorization: `Bearer ${apiKey}`,
      accept: "application/json",
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...limits,
  });
}

const pay = async (...args: Parameters<typeof send>): Promise<QueryOutcome> =>
  toPayment(read(await send(...args)));
const transfer = async (...args: Parameters<typeof send>): Promise<TransferQueryOutcome> =>
  toTransfer(read(await send(...args)));

/** The simulator's scenario requested by a test. */
function scenarioOf({ providerOptions }: Pick<StartRequest, "providerOptions">): {
  readonly scenario?: string;
} {
  const scenario = providerOptions?.scenario;
  return scenario === undefined ? {} : { scenario };
}

function toVerdict({ result, registeredName }: NameAnswer): NameVerdict {
  switch (result) {
    case "MATCH":
      return { kind: "match" };
    case "CLOSE_MATCH":
      return { kind: "close_match", registeredName: registeredName ?? "" };
    case "MISMATCH":
      return { kind: "mismatch" };
    case "NO_ACCOUNT":
      return { kind: "no_account" };
    case "NOT_KNOWN":
      return { kind: "not_known" };
  }
}

function toStatementLine(line: StatementAnswer["lines"][number]): StatementLine {
  const { type, reference, transactionId, status } = line;
  const amount = money(BigInt(line.amount), line.currency);
  return { type, reference, transactionId, status, amount, occurredAtMs: Date.parse(line.occurredAt) };
}

function readSubject(rawBody: Buffer): CallbackVerdict {
  const body = readCallbackBody(parseJson(rawBody));
  if (body === null) return { kind: "refused", reason: "unreadable" };
  return {
    kind: "accepted",
    subject: body.subject,
    names: { by: "reference", value: body.reference },
  };
}

function readSettings({ settings }: ProviderAccount): Settings {
  const { baseUrl, apiKey, callbackSecret } = settings;
  if (baseUrl === undefined || apiKey === undefined || callbackSecret === undefined) {
    throw new Error("a simulator account needs baseUrl, apiKey and callbackSecret");
  }
  return { baseUrl: baseUrl.replace(/\/+$/, ""), apiKey, callbackSecret };
}

/**
 * When the payer's time ends, in epoch milliseconds. A transfer takes days, so the session's time would end it before it can
 * arrive. Counted from the session's time, it is the same each time the payment is sent.
 */
function payerTimeEndsMs({ method, expiresAtMs }: StartRequest): number {
  return method === "BANK_TRANSFER" ? addWorkingDays(expiresAtMs, TRANSFER_WORKING_DAYS, "UTC") : expiresAtMs;
}

/** Letters, marks, digits, punctuation and spaces: the other side would refuse control characters. */
function cleanText(text: string): string {
  return text.replace(/\p{C}/gu, " ").slice(0, TEXT_CHARACTERS_MAX).trim();
}

function read(response: OutgoingResponse): Reading {
  const { status } = response;
  const value = response.cut ? undefined : parseJson(response.body);
  if (status === 200 || status === 202) {
    const answer = readOperationAnswer(value);
    return answer === null ? { kind: "unknown", reason: "unreadable" } : { kind: "answered", answer };
  }
  const code = readErrorAnswer(value)?.error.code;
  // A proxy's 404 is not the simulator's answer: only its own counts.
  if (status === 404 && code === "NOT_FOUND") return { kind: "not_found" };
  if ((status === 422 || status === 400) && code !== undefined) return { kind: "refused", code };
  return { kind: "unknown", reason: `http_${status}` };
}

function toPayment(reading: Reading): QueryOutcome {
  if (reading.kind === "refused") return failed(reading.code);
  if (reading.kind !== "answered") return reading;
  const { answer } = reading;
  if (answer.status === "FAILED") return failed(answer.code ?? "UNSPECIFIED");
  if (answer.status === "PENDING") return { kind: "pending", nextStep: toNextStep(answer.next) };
  const base = succeeded(answer);
  if (base.kind !== "succeeded" || answer.card === null) return base;
  return { ...base, method: answer.card };
}

function toTransfer(reading: Reading): TransferQueryOutcome {
  if (reading.kind === "refused") return failed(reading.code);
  if (reading.kind !== "answered") return reading;
  const { answer } = reading;
  if (answer.status === "FAILED") return failed(answer.code ?? "UNSPECIFIED");
  return answer.status === "PENDING" ? { kind: "pending" } : succeeded(answer);
}

function succeeded(answer: OperationAnswer) {
  const { amount, currency, transactionId } = answer;
  // A success that cannot be found in the provider's book may not be used.
  if (transactionId === null) return { kind: "unknown" as const, reason: "no_transaction_id" };
  return {
    kind: "succeeded" as const,
    transactionId,
    amount: money(BigInt(amount), currency),
  };
}

function failed(code: string) {
  return { kind: "failed" as const, failureCode: toFailureCode(code), providerCode: code };
}

function toNextStep(next: NextAnswer | null): NextStep {
  if (next?.kind === "REDIRECT" && next.url !== null) return { kind: "REDIRECT", actionUrl: next.url };
  if (next?.kind === "QR" && next.qrPayload !== null) {
    return {
      kind: "DISPLAY_QR",
      qrPayload: next.qrPayload,
      pollAfterMs: POLL_AFTER_MS,
      actionUrl: next.url,
    };
  }
  return {
    kind: "POLL",
    pollAfterMs: POLL_AFTER_MS,
    instructions: next?.transfer ?? null,
    ...(typeof next?.url === "string" ? { sandboxUrl: next.url } : {}),
  };
}

/** A start is never answered with `not_found`; a proxy in between might, and then nothing is known. */
function knownOnly<T extends PaymentOutcome | TransferOutcome>(
  outcome: T | { readonly kind: "not_found" },
): T | { readonly kind: "unknown"; readonly reason: string } {
  return outcome.kind === "not_found" ? { kind: "unknown", reason: "http_404" } : outcome;
}
