import type { Stripe } from "stripe";
import { HttpOutError } from "../../kit/http-out.ts";
import { readJsonObject } from "../../kit/json-object.ts";
import { OutcomeUnknown, type ProviderCall } from "../provider.ts";
import { isOfOtherMode, settingsOf } from "./settings.ts";
import type { StripeFault } from "./status-map.ts";

/**
 * The version of Stripe's interface that this connector was written for: Stripe answers in its forms, whatever the
 * account's default is. It is the one that the client's types describe, so both change together.
 */
export const API_VERSION = "2026-10-28.endive";

export const WRONG_ENVIRONMENT = "wrong_environment";

/** A hundred payments with their charges. */
const ANSWER_BYTES_MAX = 2 * 1024 * 1024;

/** What the client may send of its own headers: no description of this machine, and no measurements. */
const sentHeaders: ReadonlySet<string> = new Set([
  "accept",
  "authorization",
  "content-type",
  "idempotency-key",
  "stripe-version",
]);

/** A definite answer: the object, or why the request was refused and not executed. */
export type StripeAnswer<Answer> =
  | { readonly kind: "answered"; readonly answer: Answer }
  | ({ readonly kind: "refused"; readonly status: number } & StripeFault);

/**
 * One request to Stripe through its own client. Rejects with `HttpOutError` or `OutcomeUnknown` when there is no
 * definite answer: then the request may have been executed.
 */
export async function ask<Answer extends object>(
  call: ProviderCall,
  request: (stripe: Stripe) => Promise<Answer>,
): Promise<StripeAnswer<Answer>> {
  const { secretKey } = settingsOf(call.account);
  if (isOfOtherMode(call.account, secretKey))
    return { kind: "refused", status: 401, code: WRONG_ENVIRONMENT };
  // Loaded when an account first needs it: most installations have none, and it takes 20 MB.
  const { default: Client } = await import("stripe");
  const stripe = new Client(secretKey, {
    apiVersion: API_VERSION,
    telemetry: false,
    maxNetworkRetries: 0,
    httpClient: transport(call),
  });
  try {
    return { kind: "answered", answer: await request(stripe) };
  } catch (error) {
    if (!(error instanceof Client.errors.StripeError)) throw error;
    return refusalOf(error);
  }
}

/** Whether the key is at fault: refused, of the other environment, or without this permission. */
export function isKeyFault({ status }: { readonly status: number }): boolean {
  return status === 401 || status === 403;
}

/**
 * The answer to a question, or null when Stripe has no such object. Throws `OutcomeUnknown` for every other refusal: it
 * says nothing about the payment.
 */
export function answerOf<Answer>(asked: StripeAnswer<Answer>): Answer | null {
  if (asked.kind === "answered") return asked.answer;
  if (asked.status === 404) return null;
  throw new OutcomeUnknown(asked.code ?? `http_${asked.status}`, { alarm: isKeyFault(asked) });
}

/**
 * Checks what the client's types promise of an answer, and that it is of the account's environment. Throws
 * `OutcomeUnknown`.
 */
export function checkObject(
  { account }: ProviderCall,
  found: { readonly object: string; readonly id: string; readonly livemode?: boolean },
  object: string,
): void {
  if (found.object !== object || typeof found.id !== "string") throw new OutcomeUnknown("unreadable");
  // Play money must not be booked as real, nor the reverse.
  if (found.livemode !== undefined && found.livemode !== (account.mode === "LIVE"))
    throw new OutcomeUnknown(WRONG_ENVIRONMENT, { alarm: true });
}

/** Refusals that are definite; Stripe executes nothing of such a request. */
const refusingStatuses: ReadonlySet<number> = new Set([400, 401, 402, 403, 404]);

function refusalOf(error: Stripe.errors.StripeError): StripeAnswer<never> {
  const { detail, statusCode: status = 0, code, decline_code, param, rawType: type } = error;
  if (detail instanceof HttpOutError || detail instanceof OutcomeUnknown) throw detail;
  // The key was used before with other parameters: what that request did is not in this answer.
  if (type === "idempotency_error") throw new OutcomeUnknown("idempotency_error");
  if (!refusingStatuses.has(status)) throw new OutcomeUnknown(status === 0 ? "unreadable" : `http_${status}`);
  return { kind: "refused", status, type, code, decline_code, param };
}

/**
 * The client's way to the network: our egress, with the account's timeouts, and recorded. It passes on only what the
 * client can be trusted with. The client takes a 500 without an error object for a success, leaves a call without an end
 * when the answer is a JSON text, and prints a header of the answer to the error output.
 */
function transport(call: ProviderCall): NonNullable<Stripe.StripeConfig["httpClient"]> {
  const { baseUrl } = settingsOf(call.account);
  return {
    getClientName: () => "cauris",
    makeRequest: async (_host, _port, path, method, headers, body) => {
      if (method !== "GET" && method !== "POST") throw new Error(`no request is a ${method}`);
      const sent = Object.entries(headers).filter(([name]) => sentHeaders.has(name.toLowerCase()));
      const {
        status,
        headers: received,
        ...response
      } = await call.http({
        method,
        url: `${baseUrl}${path}`,
        headers: Object.fromEntries(sent.map(([name, value]) => [name.toLowerCase(), String(value)])),
        ...(method === "POST" ? { body } : {}),
        responseBytesMax: ANSWER_BYTES_MAX,
      });
      const json = readJsonObject(response.body);
      const isReadable = status < 300 ? json.object !== undefined : json.error !== undefined;
      if (response.cut || !isReadable) throw new OutcomeUnknown(`http_${status}`);
      const requestId = received["request-id"];
      return {
        getStatusCode: () => status,
        getHeaders: () => (requestId === undefined ? {} : { "request-id": requestId }),
        getRawResponse: () => ({}),
        toStream: () => {
          throw new Error("no answer is a stream");
        },
        toJSON: async () => json,
      };
    },
  };
}
