import type { Logger } from "../kit/logger.ts";
import type { FailureCode } from "../kit/payment-terms.ts";

export const callActions = [
  "start",
  "query",
  "cancel",
  "refund",
  "query_refund",
  "payout",
  "query_payout",
  "verify_beneficiary",
  "statement",
  "verify_callback",
  "balance",
  "test",
] as const;
export type CallAction = (typeof callActions)[number];

/** One request to a provider and its answer. Texts are short. No body, no header except one, no query value, no secret. */
export interface ExchangeRecord {
  readonly method: string;
  readonly path: string;
  /** Null without an answer: `failure` then says why. */
  readonly status: number | null;
  readonly failure: string | null;
  /** False: no byte of the request has left. */
  readonly sent: boolean;
  readonly durationMs: number;
  /** The provider's own id of the request, if its answer has one. */
  readonly theirRequestId: string | null;
}

/** One call of a connector: the request, the result, and its exchanges. Texts of the provider are short. */
export interface ProviderCallRecord {
  readonly accountId: string;
  readonly provider: string;
  readonly action: CallAction;
  /** Ours; null when the call is not about an operation. */
  readonly reference: string | null;
  readonly startedAtMs: number;
  readonly durationMs: number;
  /** The kind of the outcome. */
  readonly outcome: string;
  /**
   * Whether the provider has decided the outcome. It has not when we held the call back, when the connector does not offer
   * it, or when the connector itself is broken.
   */
  readonly byProvider: boolean;
  /** Ours, of a failure; else null. */
  readonly failureCode: FailureCode | null;
  /** The cause is a setting, a key or the balance of the account. */
  readonly alarm: boolean;
  /** The provider's raw code of a failure, or the reason why nothing is known. */
  readonly code: string | null;
  /** In order; only the first ones when there were very many. */
  readonly exchanges: readonly ExchangeRecord[];
}

/** Records calls. It is called after each one and must return at once. */
export interface ProviderCallRecorder {
  record(call: ProviderCallRecord): void;
}

const TEXT_CHARACTERS_MAX = 200;

/** A text of a provider's, of limited length. */
export function shortText(text: string): string {
  return text.length <= TEXT_CHARACTERS_MAX ? text : text.slice(0, TEXT_CHARACTERS_MAX);
}

/** Records each call as one line of the log at level debug. */
export function createLogRecorder(log: Logger): ProviderCallRecorder {
  return { record: (call) => log.debug("provider.call", { ...call }) };
}
