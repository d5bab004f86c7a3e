import { fingerprintOf } from "../../http/canonical-json.ts";
import { money } from "../../kit/money.ts";
import type { FailureCode, PaymentMethod } from "../../kit/payment-terms.ts";
import { formatSessionId, type SessionKey } from "../../kit/session-id.ts";
import { failureMessage, phoneMac, sealPayer } from "../payments/index.ts";
import { chooseRoute, routableMethods } from "../routing/index.ts";
import type { ProviderCaller } from "./ask-provider.ts";
import { readCustomFieldValues } from "./custom-fields.ts";
import { type Attempt, decideAttempt } from "./decide-attempt.ts";
import type { CheckoutDeps } from "./deps.ts";
import { checkoutErrors } from "./errors.ts";
import { createLoadSession } from "./load-session.ts";
import { type ReadDetails, readPaymentDetails } from "./payment-details.ts";
import type { OutcomeRecorder } from "./record-outcome.ts";
import { attemptsRemaining, type CompleteRefusal, checkDelayMs, judgeComplete } from "./rules.ts";
import type { CompleteBody } from "./schemas.ts";
import { scheduleCheck } from "./store/due.ts";
import type { CheckoutSession, LoadedSession } from "./types.ts";
import { checkUrl } from "./urls.ts";
import { sessionUrl } from "./view.ts";
import type { ChangeWriter } from "./write-change.ts";

const DECISIONS_MAX = 20;

export type CompleteSession = (key: SessionKey, body: CompleteBody) => Promise<LoadedSession>;

/**
 * The payer pays: checks, a new attempt committed as PROCESSING, then the provider, then what it answered. A crash or a
 * silence in between leaves an attempt that the resolver asks about by its own reference; nothing is sent twice under
 * another name. Refuses with the errors of interface 4.3; a definite refusal of the provider is PAYMENT_FAILED.
 */
export function createCompleteSession(
  deps: CheckoutDeps,
  writer: ChangeWriter,
  provider: ProviderCaller,
  outcomes: OutcomeRecorder,
): CompleteSession {
  const { clock, ids, keyring } = deps;

  const load = createLoadSession(deps.lanes);
  /** The new attempt, or the failure code with which our own rules refuse it. Refuses what the session does not offer. */
  const plan = async (
    session: CheckoutSession,
    method: PaymentMethod,
    details: ReadDetails,
    values: Readonly<Record<string, string>>,
    fingerprint: Buffer,
  ): Promise<{ readonly attempt: Attempt; readonly refused: FailureCode | null }> => {
    const nowMs = clock.nowMs();
    const profile = await deps.merchants.profile(session.merchantNo);
    const snapshot = await deps.routing.snapshotFor(profile.tenantId, profile.mode);
    const amount = money(session.amount, session.currency);
    const walletCurrencies = profile.wallets.map((wallet) => wallet.currency);
    const route = chooseRoute(
      snapshot,
      { method, amount, country: details.country, operator: details.operator },
      nowMs,
    );
    const wallet = profile.wallets.find((each) => each.currency === session.currency);
    const offered = routableMethods({
      snapshot,
      amount,
      walletCurrencies,
      sessionMethods: session.allowedMethods,
      nowMs,
    });
    const boundsRefuse = "refused" in route && route.refused !== "PROVIDER_UNAVAILABLE";
    const inSession = session.allowedMethods === null || session.allowedMethods.includes(method);
    if (wallet === undefined || (offered.length === 0 && !boundsRefuse)) {
      throw checkoutErrors.CHECKOUT_NO_PAYMENT_METHODS();
    }
    if (!offered.includes(method) && !(inSession && boundsRefuse)) {
      throw checkoutErrors.METHOD_NOT_ALLOWED_FOR_SESSION({ paymentMethod: method, allowedMethods: offered });
    }
    const chargeId = ids.next("charge");
    const pageUrl = sessionUrl(deps.publicUrl, formatSessionId(keyring, session));
    return {
      refused: "refused" in route ? route.refused : null,
      attempt: {
        chargeId,
        walletId: wallet.id,
        paymentMethod: method,
        methodDetails: details.shown,
        payer: sealPayer(keyring, chargeId, {
          payer: details.payer,
          returnUrl: details.returnUrl ?? pageUrl,
          customFieldValues: values,
        }),
        payerPhoneMac: details.payer.phone === null ? null : phoneMac(keyring, details.payer.phone),
        requestFingerprint: fingerprint,
        route:
          "refused" in route
            ? null
            : { providerAccountId: route.providerAccountId, provider: route.provider },
      },
    };
  };

  return async (key, body) => {
    const method = body.paymentMethod;
    const details = readPaymentDetails(method, body.paymentDetails);
    // Method and details make the same attempt, not the answers to the merchant's own questions.
    const fingerprint = fingerprintOf({ method, details: body.paymentDetails });
    for (let decision = 0; decision < DECISIONS_MAX; decision += 1) {
      const loaded = await load(key);
      const { session } = loaded;
      const values = readCustomFieldValues(session.detail.customFields, body.customFieldValues ?? {});
      if (details.returnUrl !== null) {
        const { mode } = await deps.merchants.profile(session.merchantNo);
        checkUrl(details.returnUrl, "paymentDetails.returnUrl", mode);
      }
      await deps.merchants.gate(session.merchantNo);
      const verdict = judgeComplete(
        session,
        loaded.charge?.requestFingerprint ?? null,
        fingerprint,
        clock.nowMs(),
      );
      if (verdict.kind === "refused") throw completeRefusal(verdict.reason, session);
      if (verdict.kind === "same_attempt") return loaded;

      const { attempt, refused } = await plan(session, method, details, values, fingerprint);
      const change = decideAttempt(loaded, attempt, clock.nowMs());
      const written = await writer.write(change);
      if (written === "conflict") continue;
      if (written === "link_full" && session.paymentLinkId !== null) {
        throw await deps.linkRefusal(session.merchantNo, session.paymentLinkId);
      }
      const { charge } = change;
      if (charge === null) throw new Error("an attempt has a charge");
      const outcome =
        refused === null
          ? await provider.start(change.session, charge)
          : ({ kind: "failed", failureCode: refused, providerCode: "OWN_RULES" } as const);
      const chargeKey = { merchantNo: key.merchantNo, sessionId: key.id, chargeId: charge.id };
      await outcomes.record(chargeKey, outcome, "answer");
      // Asked soon: the first check was set for a call that might still be under way.
      if (outcome.kind === "unknown")
        await scheduleCheck(deps.db, chargeKey, clock.nowMs() + checkDelayMs(0));
      return failedOr(await load(key), attempt.chargeId);
    }
    throw new Error("the session kept changing while it was completed");
  };
}

/** A definite refusal within the call is told at once; another attempt's fate is not this caller's. */
function failedOr(loaded: LoadedSession, chargeId: Attempt["chargeId"]): LoadedSession {
  const { session, charge } = loaded;
  if (session.status !== "FAILED" || session.failureCode === null || charge?.id !== chargeId) return loaded;
  throw checkoutErrors.PAYMENT_FAILED({
    failureCode: session.failureCode,
    failureMessage: failureMessage(session.failureCode, session.detail.locale),
    retryable: session.retryable,
    attemptsRemaining: attemptsRemaining(session),
  });
}

export function completeRefusal(reason: CompleteRefusal, session: CheckoutSession) {
  switch (reason) {
    case "EXPIRED":
      return checkoutErrors.CHECKOUT_SESSION_EXPIRED();
    case "ALREADY_COMPLETED":
      return checkoutErrors.CHECKOUT_SESSION_ALREADY_COMPLETED();
    case "CANCELLED":
    case "ATTEMPTS_EXHAUSTED":
      return checkoutErrors.CHECKOUT_SESSION_NOT_OPEN({ reason, status: session.status });
    case "ATTEMPT_IN_PROGRESS":
      return checkoutErrors.CHECKOUT_SESSION_NOT_OPEN({
        reason,
        status: session.status,
        failureCode: "PAYMENT_IN_PROGRESS",
        failureMessage: failureMessage("PAYMENT_IN_PROGRESS", session.detail.locale),
      });
  }
}
