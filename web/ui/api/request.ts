import type { Mode } from "../../../server/src/kit/payment-terms.ts";
import { ApiProblem, NO_ANSWER, NOT_AN_ANSWER } from "./problem.ts";

export type Audience = "merchant" | "operator";

/** For whom the page acts. Operators choose no merchant. */
export interface Scope {
  readonly audience: Audience;
  readonly merchantId: string | null;
  readonly mode: Mode | null;
}

export interface PageMeta {
  readonly total: number | null;
  readonly hasMore: boolean;
  readonly nextCursor: string | null;
}

export interface Answer<Data> {
  readonly data: Data;
  /** Of lists only. */
  readonly meta: PageMeta | null;
}

export interface Sent {
  readonly method: "POST" | "PATCH" | "PUT" | "DELETE";
  readonly body?: unknown;
  /** The same key for the same act, however often it is sent: made when its form opens. */
  readonly idempotencyKey?: string;
}

const API = "/api/v1";
export const apiPath = (path: string): string => `${API}${path}`;

/** What says for whom a request is made, and that a page of ours makes it. */
export function headersOf({ merchantId, mode }: Scope): Record<string, string> {
  return {
    // Other sites cannot send this header, so their pages cannot act with the reader's cookie.
    "cauris-request": "1",
    accept: "application/json",
    // Answers that hold texts have them in the language of the page.
    "accept-language": document.documentElement.lang,
    ...(merchantId === null ? {} : { "cauris-merchant": merchantId }),
    ...(mode === null ? {} : { "cauris-mode": mode }),
  };
}

/**
 * Asks the public API with the cookie of the log-in. `path` follows `/api/v1`. Throws an `ApiProblem` for every refusal,
 * and with NO_ANSWER when the service could not be reached.
 */
export async function request<Data>(
  scope: Scope,
  path: string,
  sent?: Sent,
  signal?: AbortSignal,
): Promise<Answer<Data>> {
  const response = await fetch(apiPath(path), {
    method: sent?.method ?? "GET",
    credentials: "same-origin",
    headers: {
      ...headersOf(scope),
      ...(sent?.body === undefined ? {} : { "content-type": "application/json" }),
      ...(sent?.idempotencyKey === undefined ? {} : { "idempotency-key": sent.idempotencyKey }),
    },
    ...(sent?.body === undefined ? {} : { body: JSON.stringify(sent.body) }),
    ...(signal === undefined ? {} : { signal }),
  }).catch((cause: unknown) => {
    if (signal?.aborted === true) throw cause;
    throw new ApiProblem(NO_ANSWER, 0, "The service could not be reached.", {}, { cause });
  });
  return readAnswer<Data>(response);
}

/** A file of the API. POST where giving it out is an act. Throws as `request` does. */
export async function requestFile(scope: Scope, path: string, method: "GET" | "POST" = "GET"): Promise<Blob> {
  const response = await fetch(apiPath(path), {
    method,
    credentials: "same-origin",
    headers: headersOf(scope),
  }).catch((cause: unknown) => {
    throw new ApiProblem(NO_ANSWER, 0, "The service could not be reached.", {}, { cause });
  });
  if (!response.ok) await readAnswer(response);
  return response.blob();
}

interface Envelope {
  readonly success: boolean;
  readonly data: unknown;
  readonly error: {
    readonly code: string;
    readonly message: string;
    readonly details: Record<string, unknown>;
  } | null;
  readonly meta: PageMeta | null;
}

/** What the service answered. Throws an `ApiProblem` for a refusal, and for what is no answer of the service. */
export async function readAnswer<Data>(response: Response): Promise<Answer<Data>> {
  const envelope = (await response.json().catch(() => null)) as Envelope | null;
  if (envelope === null || typeof envelope.success !== "boolean")
    throw new ApiProblem(
      NOT_AN_ANSWER,
      response.status,
      `The answer has the status ${response.status} and no content.`,
      {
        requestId: response.headers.get("request-id"),
      },
    );
  if (envelope.success) return { data: envelope.data as Data, meta: envelope.meta };
  const { code, message, details } = envelope.error ?? { code: NOT_AN_ANSWER, message: "", details: {} };
  throw new ApiProblem(code, response.status, message, details);
}

/** A key of 128 random bits. Unlike `crypto.randomUUID` it is there on plain HTTP too. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** A query string without empty values; an array is one value with commas. */
export function queryOf(
  values: Readonly<Record<string, string | number | readonly string[] | null | undefined>>,
): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) {
    const text = Array.isArray(value) ? value.join(",") : String(value ?? "");
    if (text !== "") query.set(name, text);
  }
  const text = query.toString();
  return text === "" ? "" : `?${text}`;
}
