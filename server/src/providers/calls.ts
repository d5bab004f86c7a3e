import type { Clock } from "../kit/clock.ts";
import { type HttpOut, HttpOutError } from "../kit/http-out.ts";
import type { Logger } from "../kit/logger.ts";
import type { FailureCode } from "../kit/payment-terms.ts";
import { providerOperationSeconds } from "../metrics/table.ts";
import type { Tracing } from "../tracing/tracing.ts";
import { failedTest, testThrough } from "./account-test.ts";
import { beginCallSpan, type CallSpan } from "./call-span.ts";
import type { CallbackVerdict, IncomingCallback } from "./callback.ts";
import { type CallWatch, callTerms, watchCall } from "./exchanges.ts";
import type { Pauses } from "./pauses.ts";
import type {
  AccountTest,
  BalanceOutcome,
  NameQuestion,
  NameVerdict,
  PaymentOutcome,
  PaymentQuestion,
  PayoutRequest,
  Provider,
  ProviderAccount,
  ProviderCall,
  ProviderHandle,
  ProviderTerms,
  QueryOutcome,
  RefundQuestion,
  RefundRequest,
  StartRequest,
  StatementOutcome,
  TransferOutcome,
  TransferQueryOutcome,
  TransferQuestion,
} from "./provider.ts";
import { HANDLE_BYTES_MAX, OutcomeUnknown } from "./provider.ts";
import {
  type CallAction,
  type ProviderCallRecord,
  type ProviderCallRecorder,
  shortText,
} from "./recorder.ts";

export interface CallDeps {
  readonly httpOut: HttpOut;
  readonly clock: Clock;
  readonly log: Logger;
  readonly recorder: ProviderCallRecorder;
  readonly pauses: Pauses;
  /** Absent: traces are off. */
  readonly tracing?: Tracing | undefined;
}

/**
 * The calls to a provider through one account. Nothing here throws or rejects: what cannot be determined is `unknown`,
 * a name check, a statement or a balance `unavailable`. Call it outside any transaction, because a call may last as long as the
 * account's timeout.
 */
export interface AccountCalls {
  readonly provider: ProviderTerms;
  start(request: StartRequest): Promise<PaymentOutcome>;
  query(question: PaymentQuestion): Promise<QueryOutcome>;
  /** `unknown` when the provider has no cancel: nothing is sent. */
  cancel(question: PaymentQuestion): Promise<QueryOutcome>;
  /** `failed` when the rail cannot refund: nothing is sent. */
  refund(request: RefundRequest): Promise<TransferOutcome>;
  queryRefund(question: RefundQuestion): Promise<TransferQueryOutcome>;
  /** `failed` when the provider cannot pay out: nothing is sent. */
  payout(request: PayoutRequest): Promise<TransferOutcome>;
  queryPayout(question: TransferQuestion): Promise<TransferQueryOutcome>;
  verifyBeneficiary(question: NameQuestion): Promise<NameVerdict>;
  /** The provider's book of `[fromMs, toMs)`. */
  statement(fromMs: number, toMs: number): Promise<StatementOutcome>;
  /**
   * Whether the account works. No money moves. `nothing`: a payment that does not exist, for connectors without a test of
   * their own to ask about.
   */
  test(nothing?: PaymentQuestion): Promise<AccountTest>;
  /** What the account holds at the provider now. */
  balance(): Promise<BalanceOutcome>;
  verifyCallback(callback: IncomingCallback): Promise<CallbackVerdict>;
}

/** Calls about money, by their name in the metrics. */
const operations: Readonly<Partial<Record<CallAction, string>>> = {
  start: "pay",
  query: "query",
  query_refund: "query",
  query_payout: "query",
  refund: "refund",
  payout: "payout",
};

const NOT_OFFERED = "the provider does not offer this";
const HELD_BACK = "held back: the provider asked for a pause";
const cannotTell = (reason: string, alarm = false) =>
  ({ kind: "unknown", reason, ...(alarm ? { alarm } : {}) }) as const;
const unavailable = (reason: string) => ({ kind: "unavailable", reason }) as const;
const notSent: TransferOutcome = {
  kind: "failed",
  failureCode: "PROVIDER_UNAVAILABLE",
  providerCode: "NOT_OFFERED",
};

/** The only place that calls a connector: with the account's timeouts and certificate, recorded, and never throwing. */
export function createAccountCalls(
  deps: CallDeps,
  provider: Provider,
  account: ProviderAccount,
): AccountCalls {
  const { clock, log, pauses, tracing } = deps;
  const about = { accountId: account.id, provider: provider.name };
  const terms = callTerms(provider, account);

  /**
   * `told`: the result when the connector fails, or when the provider has asked for a pause that is not over. The
   * connector's own errors are logged: they are bugs.
   */
  const make = async <Outcome extends { readonly kind: string }>(
    action: CallAction,
    reference: string | null,
    ask: ((call: ProviderCall) => Promise<Outcome>) | null,
    told: (reason: string, alarm?: boolean) => Outcome,
    settle: (outcome: Outcome, watch: CallWatch) => Outcome = (outcome) => outcome,
  ): Promise<Outcome> => {
    if (ask === null) {
      log.error("provider.call.not_offered", { ...about, action });
      return told(NOT_OFFERED);
    }
    const span = tracing === undefined ? null : beginCallSpan(tracing, reference);
    const watch = watchCall(deps, terms, span?.traceparent);
    const heldBackMs = pauses.leftMs(account.id, action, watch.call.nowMs);
    if (heldBackMs > 0) {
      const held = withPause(told(HELD_BACK), heldBackMs);
      record(watch, action, reference, held, false, span);
      return held;
    }
    let byProvider = true;
    const outcome = await ask(watch.call).catch((error: unknown) => {
      if (error instanceof OutcomeUnknown) return told(error.reason, error.alarm);
      if (error instanceof HttpOutError) return told(error.reason);
      log.error("provider.call.failed", { ...about, action, reference, error });
      byProvider = false;
      return told("the call failed on our side");
    });
    const checked = withinBounds(outcome, () =>
      log.error("provider.handle.refused", { ...about, action, reference }),
    );
    const settled = settle(checked, watch);
    record(watch, action, reference, settled, byProvider, span);
    const pauseMs = watch.pauseMs();
    if (pauseMs === null) return settled;
    log.warn("provider.call.paused", { ...about, action, seconds: Math.ceil(pauseMs / 1_000) });
    pauses.begin(account.id, action, clock.nowMs() + pauseMs);
    return withPause(settled, pauseMs);
  };

  const record = (
    { call, exchanges }: CallWatch,
    action: CallAction,
    reference: string | null,
    outcome: { readonly kind: string; readonly alarm?: boolean; readonly failureCode?: FailureCode },
    byProvider: boolean,
    span: CallSpan | null,
  ): void => {
    const durationMs = clock.nowMs() - call.nowMs;
    const operation = operations[action];
    if (operation !== undefined) {
      providerOperationSeconds.observe(
        { provider: provider.name, account: account.id, operation, outcome: outcome.kind },
        durationMs / 1_000,
      );
    }
    try {
      const made: ProviderCallRecord = {
        ...about,
        action,
        reference,
        startedAtMs: call.nowMs,
        durationMs,
        outcome: outcome.kind,
        byProvider,
        failureCode: outcome.failureCode ?? null,
        alarm: outcome.alarm === true,
        code: codeOf(outcome),
        exchanges: exchanges(),
      };
      deps.recorder.record(made);
      span?.end(made);
    } catch (error) {
      // The outcome of a payment matters more than its record.
      log.error("provider.call.not_recorded", { ...about, action, reference, error });
    }
  };

  /** The connector's function with its context; null when it has none. */
  const bound = <Rest extends readonly unknown[], Outcome>(
    one: ((call: ProviderCall, ...rest: Rest) => Promise<Outcome>) | undefined,
    ...rest: Rest
  ) => (one === undefined ? null : async (call: ProviderCall) => one.call(provider, call, ...rest));

  return {
    provider,
    start: (request) =>
      make<PaymentOutcome>(
        "start",
        request.reference,
        bound(provider.start, request),
        cannotTell,
        neverStarted,
      ),
    query: (question) => make("query", question.reference, bound(provider.query, question), cannotTell),
    cancel: (question) => make("cancel", question.reference, bound(provider.cancel, question), cannotTell),
    refund: (request) => {
      const told = provider.refund === undefined ? () => notSent : cannotTell;
      return make<TransferOutcome>("refund", request.reference, bound(provider.refund, request), told);
    },
    queryRefund: (question) =>
      make("query_refund", question.reference, bound(provider.queryRefund, question), cannotTell),
    payout: (request) => {
      const told = provider.payout === undefined ? () => notSent : cannotTell;
      return make<TransferOutcome>("payout", request.reference, bound(provider.payout, request), told);
    },
    queryPayout: (question) =>
      make("query_payout", question.reference, bound(provider.queryPayout, question), cannotTell),
    verifyBeneficiary: (question) =>
      make("verify_beneficiary", null, bound(provider.verifyBeneficiary, question), unavailable),
    statement: (fromMs, toMs) =>
      make<StatementOutcome>("statement", null, bound(provider.statement, fromMs, toMs), unavailable),
    test: (nothing) =>
      make<AccountTest>("test", null, (call) => testThrough(provider, call, nothing ?? null), failedTest),
    balance: () => make<BalanceOutcome>("balance", null, bound(provider.balance), unavailable),
    verifyCallback: (callback) =>
      make("verify_callback", null, bound(provider.verifyCallback, callback), unavailable),
  };
}

/**
 * A handle that is too long is refused, and the outcome is used without it: the result of the money is known anyway.
 */
function withinBounds<Outcome extends { readonly kind: string }>(
  outcome: Outcome & { readonly handle?: ProviderHandle },
  onRefused: () => void,
): Outcome {
  const { handle, ...rest } = outcome;
  if (handle === undefined || Buffer.byteLength(JSON.stringify(handle)) <= HANDLE_BYTES_MAX) return outcome;
  onRefused();
  return rest as unknown as Outcome;
}

/** The provider asked for a pause: what is unknown is asked about when it is over. */
function withPause<Outcome extends { readonly kind: string }>(outcome: Outcome, askAfterMs: number): Outcome {
  return outcome.kind === "unknown" ? { ...outcome, askAfterMs } : outcome;
}

/**
 * A start of which no byte has left took no money, so its failure is definite: the payer may try again at once. Anything
 * but an unknown outcome is the connector's own verdict, and stays.
 */
function neverStarted(outcome: PaymentOutcome, watch: CallWatch): PaymentOutcome {
  if (outcome.kind !== "unknown" || !watch.nothingLeft()) return outcome;
  const { kind: _unknown, reason, ...rest } = outcome;
  return {
    ...rest,
    kind: "failed",
    failureCode: "PROVIDER_UNAVAILABLE",
    providerCode: `NOT_SENT: ${reason}`,
    notSent: true,
  };
}

/** The provider's own code, or why nothing is known. */
function codeOf(outcome: { readonly kind: string }): string | null {
  if ("providerCode" in outcome && typeof outcome.providerCode === "string")
    return shortText(outcome.providerCode);
  return "reason" in outcome && typeof outcome.reason === "string" ? shortText(outcome.reason) : null;
}
