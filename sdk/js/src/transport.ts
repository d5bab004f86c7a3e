import type { CallOptions, OperationTerms } from "./call.ts";
import { CaurisError, errorOf, noAnswer } from "./errors.ts";
import { waitBeforeRetry } from "./retries.ts";

/** One try of a request, for your log. It holds no key, body or answer. */
export interface RequestNote {
  readonly method: string;
  readonly path: string;
  /** Null without an answer. */
  readonly status: number | null;
  readonly requestId: string | null;
  readonly durationMs: number;
  /** 1 for the first. */
  readonly attempt: number;
  /** Milliseconds until it is repeated; null: it is not. */
  readonly retryInMs: number | null;
}

export interface ClientOptions {
  /** Where the service is, such as `https://pay.example.com`; with or without `/api/v1`. */
  readonly baseUrl: string;
  /** A secret key (`sk_…`). Never in a browser. Absent: only the payer's public operations work. */
  readonly apiKey?: string;
  /** The merchant's id, for the operations below `/merchant/merchants/{merchantId}`. */
  readonly merchantId?: string;
  /** Milliseconds for each try; 30 000 when absent. */
  readonly timeoutMs?: number;
  /** How often a request is repeated when that is safe; 3 when absent. */
  readonly retries?: number;
  /** Told of each try. */
  readonly onRequest?: (note: RequestNote) => void;
  readonly fetch?: typeof fetch;
  /** Waits between tries; tests replace it. */
  readonly sleep?: (ms: number, signal?: AbortSignal) => Promise<void>;
}

/** The envelope of an answer, or a file's bytes. */
export type Answer =
  | { readonly kind: "json"; readonly data: unknown; readonly meta: Readonly<Record<string, unknown>> | null }
  | { readonly kind: "file"; readonly bytes: Uint8Array };

export interface Input {
  readonly terms: OperationTerms;
  /** With its ids filled in. */
  readonly path: string;
  readonly query: Readonly<Record<string, unknown>> | undefined;
  readonly body: unknown;
  readonly options: CallOptions;
}

export type Send = (input: Input) => Promise<Answer>;

const TIMEOUT_MS = 30_000;
const RETRIES = 3;

/** Sends requests, and repeats those that can be repeated safely. Rejects with a CaurisError. */
export function createTransport(settings: ClientOptions): Send {
  const { apiKey, retries = RETRIES, onRequest, sleep = sleepFor } = settings;
  const send = settings.fetch ?? globalThis.fetch;
  const base = apiOf(settings.baseUrl);

  return async ({ terms, path, query, body, options }) => {
    const url = `${base}${path}${queryText(query)}`;
    const key = terms.idempotent === true ? (options.idempotencyKey ?? crypto.randomUUID()) : undefined;
    const isRepeatable = terms.verb === "GET" || key !== undefined;
    const headers: Record<string, string> = {
      ...(apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }),
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...(key === undefined ? {} : { "idempotency-key": key }),
      ...(options.scenario === undefined ? {} : { "sandbox-scenario": options.scenario }),
    };
    const text = body === undefined ? undefined : JSON.stringify(body);
    for (let attempt = 1; ; attempt += 1) {
      options.signal?.throwIfAborted();
      const startedMs = performance.now();
      const note = (status: number | null, requestId: string | null, retryInMs: number | null): void =>
        onRequest?.({
          method: terms.verb,
          path,
          status,
          requestId,
          durationMs: Math.round(performance.now() - startedMs),
          attempt,
          retryInMs,
        });
      try {
        const { answer, status, requestId } = await once(send, url, {
          method: terms.verb,
          headers,
          ...(text === undefined ? {} : { body: text }),
          signal: options.signal,
          timeoutMs: options.timeoutMs ?? settings.timeoutMs ?? TIMEOUT_MS,
          mayBeFile: terms.answer === "file" || terms.answer === "either",
        });
        note(status, requestId, null);
        return answer;
      } catch (error) {
        if (!(error instanceof CaurisError)) throw error;
        const waitMs = waitBeforeRetry(error, { triesMade: attempt, isRepeatable, unit: Math.random() });
        const retryInMs = attempt > retries ? null : waitMs;
        note(error.status, error.requestId, retryInMs);
        if (retryInMs === null) throw error;
        await sleep(retryInMs, options.signal);
      }
    }
  };
}

/** Where the API's paths begin. Throws TypeError for what is no address, such as a variable that is not set. */
function apiOf(baseUrl: string): string {
  if (!/^https?:\/\/[^/]/.test(String(baseUrl)))
    throw new TypeError(
      `baseUrl is ${JSON.stringify(baseUrl)}: give the service's address, such as https://pay.example.com`,
    );
  return `${baseUrl.replace(/\/+$/, "").replace(/\/api\/v1$/, "")}/api/v1`;
}

interface Try {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly signal: AbortSignal | undefined;
  readonly timeoutMs: number;
  readonly mayBeFile: boolean;
}

async function once(
  send: typeof fetch,
  url: string,
  { method, headers, body, signal, timeoutMs, mayBeFile }: Try,
): Promise<{ readonly answer: Answer; readonly status: number; readonly requestId: string | null }> {
  const late = AbortSignal.timeout(timeoutMs);
  try {
    const response = await send(url, {
      method,
      headers,
      ...(body === undefined ? {} : { body }),
      redirect: "error",
      signal: signal === undefined ? late : AbortSignal.any([signal, late]),
    });
    const { status } = response;
    const requestId = response.headers.get("request-id");
    if (mayBeFile && response.ok && !isJson(response)) {
      return {
        answer: { kind: "file", bytes: new Uint8Array(await response.arrayBuffer()) },
        status,
        requestId,
      };
    }
    const answer = readEnvelope(await response.text(), response);
    return { answer, status, requestId };
  } catch (error) {
    if (error instanceof CaurisError) throw error;
    if (signal?.aborted === true) throw signal.reason;
    throw noAnswer(late.aborted ? `no answer within ${timeoutMs} ms` : "the service did not answer", error);
  }
}

/** Throws the error of the answer, if it is one. */
function readEnvelope(text: string, { status, headers }: Response): Answer {
  const retryAfterMs = retryAfterOf(headers.get("retry-after"));
  const requestId = headers.get("request-id");
  const { success, data, meta, error } = objectIn(text);
  if (isObject(error) && typeof error.code === "string") {
    const details = isObject(error.details) ? error.details : {};
    const own = typeof details.requestId === "string" ? details.requestId : requestId;
    const message = typeof error.message === "string" ? error.message : "";
    throw errorOf({ code: error.code, message, status, details, requestId: own, retryAfterMs });
  }
  if (success !== true) {
    // A proxy's page: what became of the request is not known.
    const message = `the answer with status ${status} is not the service's`;
    const asked = status >= 400 ? status : 502;
    throw errorOf({ code: "NOT_JSON", message, status: asked, details: {}, requestId, retryAfterMs });
  }
  return { kind: "json", data, meta: isObject(meta) ? meta : null };
}

function objectIn(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isJson({ headers }: Response): boolean {
  return /^application\/json\b/.test(headers.get("content-type") ?? "");
}

function retryAfterOf(header: string | null): number | null {
  return header !== null && /^\d{1,6}$/.test(header) ? Number(header) * 1_000 : null;
}

function queryText(query: Readonly<Record<string, unknown>> | undefined): string {
  const pairs = Object.entries(query ?? {}).filter(([, value]) => value !== undefined && value !== null);
  return pairs.length === 0
    ? ""
    : `?${new URLSearchParams(pairs.map(([name, value]) => [name, String(value)] as [string, string]))}`;
}

function sleepFor(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", stop);
      resolve();
    }, ms);
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    signal?.addEventListener("abort", stop, { once: true });
  });
}
