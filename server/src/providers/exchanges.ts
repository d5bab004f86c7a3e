import type { Clock } from "../kit/clock.ts";
import { type ClientCertificate, type HttpOut, HttpOutError } from "../kit/http-out.ts";
import { parseUrl } from "../kit/url.ts";
import { pauseMsOf } from "./pauses.ts";
import type { ProviderAccount, ProviderCall, ProviderHttpRequest, ProviderTerms } from "./provider.ts";
import { type ExchangeRecord, shortText } from "./recorder.ts";

/** A slow operator must not keep the payer's request open: a later query gets the rest. */
const TIMEOUT_MS = 10_000;
const CONNECT_TIMEOUT_MS = 3_000;
const ANSWER_BYTES_MAX = 64 * 1024;
const TOO_MANY_REQUESTS = 429;
/** A call needs one or two; further exchanges are not recorded. */
const EXCHANGES_NOTED_MAX = 10;
/** The headers in which providers send their own request ids. */
const requestIdHeaders = ["request-id", "x-request-id", "x-correlation-id", "x-amzn-requestid"];

/** The context of one call, and its exchanges so far. */
export interface CallWatch {
  readonly call: ProviderCall;
  exchanges(): readonly ExchangeRecord[];
  /** There was a request, and of none has a byte left. */
  nothingLeft(): boolean;
  /** The longest pause that an answer with status 429 asked for, in milliseconds; null without such an answer. */
  pauseMs(): number | null;
}

/** What is the same for all calls through an account. */
export interface CallTerms {
  readonly account: ProviderAccount;
  readonly wholeMs: number;
  readonly connectTimeoutMs: number;
  readonly shown: ClientCertificate | null;
  /** The path of an address as it is recorded. */
  pathOf(url: string): string;
}

export function callTerms(
  { settings: declared, clientCertificate }: Pick<ProviderTerms, "settings" | "clientCertificate">,
  account: ProviderAccount,
): CallTerms {
  const secrets = declared.flatMap(({ name, secret }) => (secret ? (account.settings[name] ?? []) : []));
  // Payments are started at one address, so the path of the last one is kept.
  let last = { url: "", path: "" };
  return {
    account,
    wholeMs: numberOf(account.settings.timeoutMs, TIMEOUT_MS),
    connectTimeoutMs: numberOf(account.settings.connectTimeoutMs, CONNECT_TIMEOUT_MS),
    shown: certificateOf(clientCertificate, account.settings),
    pathOf: (url) => {
      if (url !== last.url) last = { url, path: shortText(safePath(url, secrets)) };
      return last.path;
    },
  };
}

/**
 * Opens the context of a call through an account: its timeouts apply, and each exchange is recorded. `traceparent` is sent
 * with each request; null: none is.
 */
export function watchCall(
  { httpOut, clock }: { readonly httpOut: HttpOut; readonly clock: Clock },
  { account, wholeMs, connectTimeoutMs, shown, pathOf }: CallTerms,
  traceparent: string | null = null,
): CallWatch {
  const noted: ExchangeRecord[] = [];
  let requests = 0;
  let requestsSent = 0;
  let pauseMs: number | null = null;
  const callStartedMs = clock.nowMs();

  const http = async (request: ProviderHttpRequest) => {
    const { method, url, headers, body, responseBytesMax = ANSWER_BYTES_MAX } = request;
    const startedMs = clock.nowMs();
    // All exchanges of a call share its time: a slow token leaves less time for the request it is for.
    const leftMs = wholeMs - Math.max(0, startedMs - callStartedMs);
    const timeoutMs = Math.max(1, Math.min(request.timeoutMs ?? wholeMs, leftMs));
    requests += 1;
    const note = (
      status: number | null,
      failure: HttpOutError["reason"] | "fault" | null,
      sent: boolean,
      theirRequestId: string | null,
    ): void => {
      if (sent) requestsSent += 1;
      if (noted.length === EXCHANGES_NOTED_MAX) return;
      const durationMs = clock.nowMs() - startedMs;
      const { notedPath } = request;
      const path = notedPath === undefined ? pathOf(url) : shortText(notedPath);
      const theirs = theirRequestId === null ? null : shortText(theirRequestId);
      noted.push({ method, path, status, failure, sent, durationMs, theirRequestId: theirs });
    };
    try {
      const response = await httpOut({
        method,
        url,
        headers: traceparent === null ? headers : { ...headers, traceparent },
        ...(body === undefined ? {} : { body }),
        timeoutMs,
        connectTimeoutMs: Math.min(connectTimeoutMs, timeoutMs),
        responseBytesMax,
        ...(shown === null ? {} : { clientCertificate: shown }),
      });
      const named = requestIdHeaders.find((name) => response.headers[name] !== undefined);
      note(response.status, null, true, named === undefined ? null : (response.headers[named] ?? null));
      if (response.status === TOO_MANY_REQUESTS) {
        pauseMs = Math.max(pauseMs ?? 0, pauseMsOf(response.headers["retry-after"], clock.nowMs()));
      }
      return response;
    } catch (error) {
      const known = error instanceof HttpOutError ? error : null;
      note(null, known?.reason ?? "fault", known?.sent ?? true, null);
      throw error;
    }
  };

  return {
    call: { account, nowMs: callStartedMs, http },
    exchanges: () => [...noted],
    nothingLeft: () => requests > 0 && requestsSent === 0,
    pauseMs: () => pauseMs,
  };
}

function numberOf(text: string | undefined, otherwise: number): number {
  return text === undefined ? otherwise : Number(text);
}

/** The account's client certificate for its provider; null when it has none. */
function certificateOf(
  names: ProviderTerms["clientCertificate"],
  settings: ProviderAccount["settings"],
): ClientCertificate | null {
  if (names === undefined) return null;
  const [certificate, privateKey] = [settings[names.certificate], settings[names.privateKey]];
  return certificate === undefined || privateKey === undefined ? null : { certificate, privateKey };
}

/** Path and query names, without query values and without any secret of the account. Pure. */
export function safePath(url: string, secrets: readonly string[]): string {
  const parsed = parseUrl(url);
  if (parsed === null) return "";
  const { pathname, searchParams } = parsed;
  const names = [...searchParams.keys()].map((name) => `${name}=…`);
  const path = names.length === 0 ? pathname : `${pathname}?${names.join("&")}`;
  return secrets
    .flatMap((secret) => [secret, encodeURIComponent(secret)])
    .filter((secret) => secret !== "")
    .reduce((text, secret) => text.replaceAll(secret, "[secret]"), path);
}
