import type { OutgoingResponse } from "../../kit/http-out.ts";
import { readJsonObject } from "../../kit/json-object.ts";
import type { ProviderCall } from "../provider.ts";
import { accessOf } from "./settings.ts";
import { type Failure, requestFailure } from "./status-map.ts";

/** A day's list of a busy wallet is long. */
const LIST_BYTES_MAX = 4 * 1_024 * 1_024;

export interface WaveRequest {
  readonly method: "GET" | "POST";
  /** With its query. */
  readonly path: string;
  readonly body?: object;
  readonly idempotencyKey?: string;
}

export type Fields = Readonly<Record<string, unknown>>;

/** What an answer means, whatever was asked. */
export type WaveAnswer =
  /** A 2xx with a JSON object, or without a body. */
  | { readonly kind: "done"; readonly fields: Fields }
  /** A definite refusal: nothing was done. */
  | { readonly kind: "refused"; readonly status: number; readonly failure: Failure }
  /** The result is not known; `alarm`: because of the key. */
  | { readonly kind: "unclear"; readonly reason: string };

/** Rejects as `call.http` does when there is no answer. */
export async function ask(call: ProviderCall, request: WaveRequest): Promise<WaveAnswer> {
  const { baseUrl, apiKey } = accessOf(call.account);
  const { method, path, body, idempotencyKey } = request;
  return readAnswer(
    await call.http({
      method,
      url: `${baseUrl}${path}`,
      headers: {
        authorization: `Bearer ${apiKey}`,
        accept: "application/json",
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...(idempotencyKey === undefined ? {} : { "idempotency-key": idempotencyKey }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      responseBytesMax: LIST_BYTES_MAX,
    }),
  );
}

/** These say nothing about what became of the request. */
const unclearStatuses: ReadonlySet<number> = new Set([408, 409, 425, 429]);

function readAnswer({ status, headers, body, cut }: OutgoingResponse): WaveAnswer {
  const unclear = (reason: string): WaveAnswer => ({ kind: "unclear", reason });
  if (cut) return unclear("answer_too_long");
  const fields = readJsonObject(body);
  if (status >= 200 && status < 300) {
    // Expiry and refund answer without a body; a proxy's page with status 200 is no answer of Wave.
    const isEmpty = body.length === 0 && !(headers["content-type"] ?? "").includes("html");
    return isEmpty || Object.keys(fields).length > 0 ? { kind: "done", fields } : unclear("unreadable");
  }
  const code = typeof fields.code === "string" ? fields.code : "";
  if (status < 400 || status >= 500 || unclearStatuses.has(status)) {
    return unclear(code === "" ? `http_${status}` : `http_${status}_${code.slice(0, 60)}`);
  }
  // A refusal without a code is not Wave's; a key may be refused by whatever stands in front of it.
  if (code === "" && status !== 401 && status !== 403) return unclear(`http_${status}`);
  return { kind: "refused", status, failure: requestFailure(status, code, body.toString("utf8")) };
}

/** A question whose answer is a refusal: the key is at fault, or the thing asked about is not there. */
export function unknownAfter(answer: Exclude<WaveAnswer, { readonly kind: "done" }>) {
  if (answer.kind === "unclear") return { kind: "unknown", reason: answer.reason } as const;
  const { providerCode } = answer.failure;
  return { kind: "unknown", reason: `${answer.status}_${providerCode}`, alarm: true } as const;
}
