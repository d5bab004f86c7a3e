import type { Logger } from "../kit/logger.ts";

export type CallAction =
  | "start"
  | "query"
  | "cancel"
  | "refund"
  | "query_refund"
  | "payout"
  | "query_payout"
  | "verify_beneficiary"
  | "statement"
  | "verify_callback";

/** One request to a provider and what came back. No body, no header but one, no value of a query, no secret. */
export interface ExchangeRecord {
  readonly method: string;
  readonly path: string;
  /** Null when no answer came: `failure` then says why. */
  readonly status: number | null;
  readonly failure: string | null;
  readonly durationMs: number;
  /** The provider's own name for the request, where its answer has one. */
  readonly theirRequestId: string | null;
}

/** One call of a connector: what was asked, what it said, and the exchanges it took. */
export interface ProviderCallRecord {
  readonly accountId: string;
  readonly provider: string;
  readonly action: CallAction;
  /** Ours; null where the call is about no operation. */
  readonly reference: string | null;
  readonly startedAtMs: number;
  readonly durationMs: number;
  /** The kind of the outcome. */
  readonly outcome: string;
  /** The provider's raw code of a failure, or the reason why nothing is known. */
  readonly code: string | null;
  /** In order; the first ones only, when there were very many. */
  readonly exchanges: readonly ExchangeRecord[];
}

/** Where calls are noted. It is told after each call and has to return at once. */
export interface ProviderCallRecorder {
  record(call: ProviderCallRecord): void;
}

const TEXT_CHARACTERS_MAX = 200;
const short = (text: string | null): string | null => text?.slice(0, TEXT_CHARACTERS_MAX) ?? null;

/** Notes each call as one line of the log, of bounded length, at level debug. */
export function createLogRecorder(log: Logger): ProviderCallRecorder {
  return {
    record: ({ exchanges, code, ...call }) =>
      log.debug("provider.call", {
        ...call,
        code: short(code),
        exchanges: exchanges.map(({ method, path, status, failure, durationMs, theirRequestId }) => ({
          method,
          path: short(path),
          status,
          failure,
          durationMs,
          theirRequestId: short(theirRequestId),
        })),
      }),
  };
}
