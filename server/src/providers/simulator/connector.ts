import { isoTime } from "../../kit/clock.ts";
import { type HttpOut, HttpOutError, type OutgoingResponse } from "../../kit/http-out.ts";
import { money } from "../../kit/money.ts";
import type {
  CallbackVerdict,
  NameVerdict,
  NextStep,
  PaymentOutcome,
  Provider,
  ProviderAccount,
  ProviderReference,
  QueryOutcome,
  StatementLine,
  TransferOutcome,
  TransferQueryOutcome,
} from "../provider.ts";
import type { ProviderSetting } from "../settings.ts";
import {
  type NameAnswer,
  type NameCheck,
  type NextAnswer,
  type OperationAnswer,
  type PaymentRequest,
  type PayoutOrder,
  parseJson,
  type RefundOrder,
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

/** A slow operator is no reason to keep the payer's request open: the rest is asked for by query. */
export const CALL_TIMEOUT_MS = 10_000;
/** A merchant waits for the answer; without one the check is made later. */
const NAME_CHECK_TIMEOUT_MS = 4_000;
const ANSWER_BYTES_MAX = 64 * 1024;
const STATEMENT_BYTES_MAX = 8 * 1024 * 1024;
export const POLL_AFTER_MS = 2_000;
const TITLE_CHARACTERS_MAX = 128;

/** What operators choose. The address is known to the service, and no operator's business. */
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

/** What a call told us, before it means anything for a payment. */
type Reading =
  | { readonly kind: "answered"; readonly answer: OperationAnswer }
  | { readonly kind: "refused"; readonly code: string }
  | { readonly kind: "not_found" }
  | { readonly kind: "unknown"; readonly reason: string };

/**
 * The simulator seen as a provider. Settings of its accounts: `baseUrl` (where the simulator is mounted), `apiKey`,
 * `callbackSecret`. Everything short of the simulator's own word is `unknown`: time-outs, resets, 5xx, 401, 409 and
 * answers that cannot be read.
 */
export function createSimulatorConnector(deps: {
  readonly httpOut: HttpOut;
  readonly callTimeoutMs?: number;
}): Provider {
  const timeoutMs = deps.callTimeoutMs ?? CALL_TIMEOUT_MS;

  const call = async (
    account: ProviderAccount,
    method: "GET" | "POST",
    path: string,
    body?: PaymentRequest | RefundOrder | PayoutOrder,
  ): Promise<Reading> => {
    const { baseUrl, apiKey } = readSettings(account);
    try {
      const response = await deps.httpOut({
        method,
        url: `${baseUrl}/v1${path}`,
        headers: {
          authorization: `Bearer ${apiKey}`,
          accept: "application/json",
          ...(body === undefined ? {} : { "content-type": "application/json" }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        timeoutMs,
        responseBytesMax: ANSWER_BYTES_MAX,
      });
      return read(response);
    } catch (error) {
      // `blocked` and `refused` sent nothing this time, but an earlier try under the same reference may have arrived.
      if (error instanceof HttpOutError) return { kind: "unknown", reason: error.reason };
      throw error;
    }
  };

  const pay = async (...args: Parameters<typeof call>): Promise<QueryOutcome> =>
    toPayment(await call(...args));
  const transfer = async (...args: Parameters<typeof call>): Promise<TransferQueryOutcome> =>
    toTransfer(await call(...args));

  return {
    name: SIMULATOR,
    modes: ["SANDBOX"],
    settings: simulatorSettings,
    canRefund: true,
    start: async (account, request) => {
      const { payer } = request;
      const outcome = await pay(account, "POST", "/payments", {
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
        title: cleanTitle(request.title),
        locale: request.locale,
        returnUrl: request.returnUrl,
        callbackUrl: request.callbackUrl,
        expiresAt: isoTime(request.expiresAtMs),
        ...scenarioOf(request),
      });
      return knownOnly(outcome);
    },
    query: (account, reference) => pay(account, "GET", `/payments/${encodeURIComponent(reference)}`),
    cancel: (account, reference) => pay(account, "POST", `/payments/${encodeURIComponent(reference)}/cancel`),
    refund: async (account, request) =>
      knownOnly(
        await transfer(account, "POST", "/refunds", {
          reference: request.refundReference,
          paymentReference: request.chargeReference,
          amount: request.amount.minor.toString(),
          currency: request.amount.currency,
          ...scenarioOf(request),
        }),
      ),
    queryRefund: (account, reference) =>
      transfer(account, "GET", `/refunds/${encodeURIComponent(reference)}`),
    payout: async (account, request) =>
      knownOnly(
        await transfer(account, "POST", "/payouts", {
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
    queryPayout: (account, reference) =>
      transfer(account, "GET", `/payouts/${encodeURIComponent(reference)}`),
    verifyBeneficiary: async (account, question) => {
      const { baseUrl, apiKey } = readSettings(account);
      const { name, currency, phone, iban, walletId } = question;
      const check: NameCheck = { name: name.slice(0, 140), currency, phone, iban, walletId };
      try {
        const response = await deps.httpOut({
          method: "POST",
          url: `${baseUrl}/v1/name-checks`,
          headers: {
            authorization: `Bearer ${apiKey}`,
            accept: "application/json",
            "content-type": "application/json",
          },
          body: JSON.stringify(check),
          timeoutMs: Math.min(timeoutMs, NAME_CHECK_TIMEOUT_MS),
          responseBytesMax: ANSWER_BYTES_MAX,
        });
        const answer =
          response.status === 200 && !response.cut ? readNameAnswer(parseJson(response.body)) : null;
        return answer === null
          ? { kind: "unavailable", reason: `http_${response.status}` }
          : toVerdict(answer);
      } catch (error) {
        if (error instanceof HttpOutError) return { kind: "unavailable", reason: error.reason };
        throw error;
      }
    },
    statement: async (account, fromMs, toMs) => {
      const { baseUrl, apiKey } = readSettings(account);
      const period = new URLSearchParams({
        from: new Date(fromMs).toISOString(),
        to: new Date(toMs).toISOString(),
      });
      try {
        const response = await deps.httpOut({
          method: "GET",
          url: `${baseUrl}/v1/statement?${period}`,
          headers: { authorization: `Bearer ${apiKey}`, accept: "application/json" },
          timeoutMs,
          responseBytesMax: STATEMENT_BYTES_MAX,
        });
        const answer =
          response.status === 200 && !response.cut ? readStatementAnswer(parseJson(response.body)) : null;
        if (answer === null) return { kind: "unavailable", reason: `http_${response.status}` };
        return { kind: "lines", lines: answer.lines.map(toStatementLine) };
      } catch (error) {
        if (error instanceof HttpOutError) return { kind: "unavailable", reason: error.reason };
        throw error;
      }
    },
    verifyCallback: (account, callback) => {
      const { callbackSecret } = readSettings(account);
      const { headers, rawBody, nowMs } = callback;
      const fault = signatureFault(callbackSecret, headers[SIGNATURE_HEADER], rawBody, nowMs);
      if (fault !== null) return { kind: "refused", reason: fault };
      return readSubject(rawBody);
    },
  };
}

function scenarioOf({ scenario }: { readonly scenario?: string }): { readonly scenario?: string } {
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
  return { kind: "accepted", subject: body.subject, reference: body.reference as ProviderReference };
}

function readSettings({ settings }: ProviderAccount): Settings {
  const { baseUrl, apiKey, callbackSecret } = settings;
  if (baseUrl === undefined || apiKey === undefined || callbackSecret === undefined) {
    throw new Error("a simulator account needs baseUrl, apiKey and callbackSecret");
  }
  return { baseUrl: baseUrl.replace(/\/+$/, ""), apiKey, callbackSecret };
}

/** Letters, marks, digits, punctuation and spaces: control characters would be refused at the other end. */
function cleanTitle(title: string): string {
  return title.replace(/\p{C}/gu, " ").slice(0, TITLE_CHARACTERS_MAX).trim();
}

function read(response: OutgoingResponse): Reading {
  const { status } = response;
  const value = response.cut ? undefined : parseJson(response.body);
  if (status === 200 || status === 202) {
    const answer = readOperationAnswer(value);
    return answer === null ? { kind: "unknown", reason: "unreadable" } : { kind: "answered", answer };
  }
  const code = readErrorAnswer(value)?.error.code;
  // A proxy's 404 is no word of the simulator: only its own counts.
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
  // A success that cannot be found again in the provider's book is not one we may act on.
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
