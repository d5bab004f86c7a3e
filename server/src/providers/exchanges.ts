import type { Clock } from "../kit/clock.ts";
import { type HttpOut, HttpOutError } from "../kit/http-out.ts";
import type { ProviderAccount, ProviderCall, ProviderHttpRequest, ProviderTerms } from "./provider.ts";
import type { ExchangeRecord } from "./recorder.ts";

/** A slow operator is no reason to keep the payer's request open: the rest is asked for by query. */
const TIMEOUT_MS = 10_000;
const ANSWER_BYTES_MAX = 64 * 1024;
/** A call takes one or two; what a connector does beyond this is not noted. */
const EXCHANGES_NOTED_MAX = 10;
/** Where providers put their own name for a request. */
const requestIdHeaders = ["request-id", "x-request-id", "x-correlation-id", "x-amzn-requestid"];

/** The context of one call, and what went over the wire in it so far. */
export interface CallWatch {
  readonly call: ProviderCall;
  exchanges(): readonly ExchangeRecord[];
}

/** Opens the context of a call through an account: its time-outs apply, and each exchange is noted. */
export function watchCall(
  { httpOut, clock }: { readonly httpOut: HttpOut; readonly clock: Clock },
  { settings: declared }: Pick<ProviderTerms, "settings">,
  account: ProviderAccount,
): CallWatch {
  const noted: ExchangeRecord[] = [];
  const { timeoutMs: chosen } = account.settings;
  const wholeMs = chosen === undefined ? TIMEOUT_MS : Number(chosen);
  const secrets = declared.flatMap(({ name, secret }) => (secret ? (account.settings[name] ?? []) : []));

  const http = async (request: ProviderHttpRequest) => {
    const { method, url, headers, body, responseBytesMax = ANSWER_BYTES_MAX } = request;
    const timeoutMs = Math.min(request.timeoutMs ?? wholeMs, wholeMs);
    const startedMs = clock.nowMs();
    const note = (status: number | null, failure: string | null, theirRequestId: string | null): void => {
      if (noted.length === EXCHANGES_NOTED_MAX) return;
      const durationMs = clock.nowMs() - startedMs;
      const path = request.notedPath ?? safePath(url, secrets);
      noted.push({ method, path, status, failure, durationMs, theirRequestId });
    };
    try {
      const response = await httpOut({
        method,
        url,
        headers,
        ...(body === undefined ? {} : { body }),
        timeoutMs,
        responseBytesMax,
      });
      const named = requestIdHeaders.find((name) => response.headers[name] !== undefined);
      note(response.status, null, named === undefined ? null : (response.headers[named] ?? null));
      return response;
    } catch (error) {
      note(null, error instanceof HttpOutError ? error.reason : "fault", null);
      throw error;
    }
  };

  return { call: { account, nowMs: clock.nowMs(), http }, exchanges: () => [...noted] };
}

/** Path and names of the query, without the values of the query and without any secret of the account. Pure. */
export function safePath(url: string, secrets: readonly string[]): string {
  if (!URL.canParse(url)) return "";
  const { pathname, searchParams } = new URL(url);
  const names = [...searchParams.keys()].map((name) => `${name}=…`);
  const path = names.length === 0 ? pathname : `${pathname}?${names.join("&")}`;
  return secrets
    .flatMap((secret) => [secret, encodeURIComponent(secret)])
    .filter((secret) => secret !== "")
    .reduce((text, secret) => text.replaceAll(secret, "[secret]"), path);
}
