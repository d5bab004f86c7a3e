import type { OutgoingResponse } from "../../kit/http-out.ts";
import { HttpOutError } from "../../kit/http-out.ts";
import { readJsonObject } from "../../kit/json-object.ts";
import { sha256 } from "../../kit/secret.ts";
import { OutcomeUnknown, type ProviderCall } from "../provider.ts";
import { createTokens } from "../tokens.ts";
import { accessOf } from "./settings.ts";

const LIST_BYTES_MAX = 1_024 * 1_024;

export interface SonatelRequest {
  readonly method: "GET" | "POST";
  /** With its query. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: object;
}

/** What an answer means, whatever was asked. */
export type SonatelAnswer =
  | { readonly kind: "done"; readonly value: unknown }
  /** A definite refusal: nothing was done. `text`: the whole answer. */
  | { readonly kind: "refused"; readonly status: number; readonly code: string; readonly text: string }
  /** The result is not known. */
  | { readonly kind: "unclear"; readonly reason: string };

export interface SonatelApi {
  /** Rejects with `OutcomeUnknown` without a token, and as `call.http` does. */
  ask(call: ProviderCall, request: SonatelRequest): Promise<SonatelAnswer>;
  /** The token's refusal in words, or null: for the test of an account. */
  tokenFault(call: ProviderCall): Promise<string | null>;
}

/** Nothing was sent but the request for a token or a key. */
export class NoAccess extends OutcomeUnknown {}

/** The interface, with its tokens of about five minutes. A refused token is renewed once. */
export function createSonatelApi(): SonatelApi {
  const tokens = createTokens();

  const tokenOf = async (
    call: ProviderCall,
  ): Promise<{ readonly value: string; readonly drop: () => void }> => {
    const { baseUrl, clientId, clientSecret } = accessOf(call.account);
    const key = sha256(`${call.account.id} ${baseUrl} ${clientId} ${clientSecret}`).toString("hex");
    const value = await tokens.get(key, call.nowMs, async () => {
      const response = await fetchToken(call);
      const { access_token: token, expires_in: seconds } = readJsonObject(response.body);
      if (response.status === 200 && typeof token === "string" && typeof seconds === "number") {
        return { value: token, expiresAtMs: call.nowMs + seconds * 1_000 };
      }
      const isRefused = response.status === 400 || response.status === 401 || response.status === 403;
      throw new NoAccess(`token_http_${response.status}`, { alarm: isRefused });
    });
    return { value, drop: () => tokens.drop(key, value) };
  };

  const send = (call: ProviderCall, request: SonatelRequest, token: string) => {
    const { method, path, headers = {}, body } = request;
    return call.http({
      method,
      url: `${accessOf(call.account).baseUrl}${path}`,
      headers: {
        ...headers,
        authorization: `Bearer ${token}`,
        accept: "application/json",
        // Orange answers 415 to a GET without it.
        "content-type": "application/json",
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      responseBytesMax: LIST_BYTES_MAX,
    });
  };

  return {
    ask: async (call, request) => {
      const token = await tokenOf(call);
      const response = await send(call, request, token.value);
      if (response.status !== 401) return readAnswer(response);
      // A 401 had no effect: the request is sent once more with a new token.
      token.drop();
      return readAnswer(await send(call, request, (await tokenOf(call)).value));
    },
    tokenFault: async (call) => {
      const { status, body } = await fetchToken(call);
      const { access_token: token, error } = readJsonObject(body);
      if (status === 200 && typeof token === "string") return null;
      return typeof error === "string" ? error.slice(0, 60) : `http_${status}`;
    },
  };
}

async function fetchToken(call: ProviderCall): Promise<OutgoingResponse> {
  const { baseUrl, clientId, clientSecret } = accessOf(call.account);
  const form = { client_id: clientId, client_secret: clientSecret, grant_type: "client_credentials" };
  try {
    return await call.http({
      method: "POST",
      url: `${baseUrl}/oauth/v1/token`,
      headers: { "content-type": "application/x-www-form-urlencoded", accept: "application/json" },
      body: new URLSearchParams(form).toString(),
    });
  } catch (error) {
    if (error instanceof HttpOutError) throw new NoAccess(`token_${error.reason}`);
    throw error;
  }
}

/** These say nothing about what became of the request. */
const unclearStatuses: ReadonlySet<number> = new Set([408, 409, 425]);

function readAnswer({ status, body, cut }: OutgoingResponse): SonatelAnswer {
  const unclear = (reason: string): SonatelAnswer => ({ kind: "unclear", reason });
  const text = body.toString("utf8");
  if (cut) return unclear("answer_too_long");
  if (status >= 200 && status < 300) {
    const value = parseJson(text);
    return typeof value === "object" && value !== null ? { kind: "done", value } : unclear("unreadable");
  }
  const fields = readJsonObject(body);
  const code = typeof fields.code === "string" && fields.code !== "" ? fields.code.slice(0, 20) : null;
  // The outcome of code 51 is open, whatever its status.
  if (status < 400 || status >= 500 || unclearStatuses.has(status) || code === "51") {
    return unclear(code === null ? `http_${status}` : `http_${status}_${code}`);
  }
  const known = code ?? codeOfStatus.get(status);
  return known === undefined ? unclear(`http_${status}`) : { kind: "refused", status, code: known, text };
}

/**
 * Keys and limits are checked before a request is read, perhaps by something in front of Orange that knows no codes. Any
 * other answer without a code is not Orange's.
 */
const codeOfStatus = new Map([
  [401, "10"],
  [403, "11"],
  [429, "9"],
]);

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** A question whose answer is a refusal: the key is at fault, or the thing asked about is not there. */
export function unknownAfter(answer: Exclude<SonatelAnswer, { readonly kind: "done" }>) {
  if (answer.kind === "unclear") return { kind: "unknown", reason: answer.reason } as const;
  const reason = `http_${answer.status}_${answer.code}`;
  return answer.code === "9"
    ? ({ kind: "unknown", reason } as const)
    : ({ kind: "unknown", reason, alarm: true } as const);
}
