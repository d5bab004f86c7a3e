import { fingerprintOf } from "../../http/canonical-json.ts";
import type { AskedBy } from "../../http/limits/index.ts";
import type { PaymentMethod } from "../../kit/payment-terms.ts";
import { RETURN_MARK } from "../../kit/return-mark.ts";
import { formatSessionId, type SessionKey } from "../../kit/session-id.ts";
import {
  type Attempt,
  attemptsRemaining,
  type CheckoutSession,
  type CompleteRefusal,
  checkUrl,
  decideAttempt,
  failureMessage,
  judgeComplete,
  type LoadedSession,
  type PaymentEngine,
  type PlannedAttempt,
  promptOpenUntilMs,
  readPaymentDetails,
} from "../payments/index.ts";
import { readCustomFieldValues } from "./custom-fields.ts";
import type { CheckoutDeps } from "./deps.ts";
import { checkoutErrors } from "./errors.ts";
import { createLoadPublicSession } from "./load-session.ts";
import type { OpenedSessions } from "./opened-sessions.ts";
import type { CompleteBody } from "./schemas.ts";
import { sessionUrl } from "./view.ts";

const DECISIONS_MAX = 20;

export type CompleteSession = (
  key: SessionKey,
  body: CompleteBody,
  by: AskedBy,
  /** The scenario of the provider simulator. */
  scenario?: string | null,
) => Promise<LoadedSession>;

/**
 * The payer pays: checks, a new attempt committed as PROCESSING, then the provider call, then its answer. After a crash
 * or a silence in between, the resolver queries the attempt by its own reference; nothing is sent twice under another
 * name. Refuses with the errors of interface 4.3; a definite refusal by the provider is PAYMENT_FAILED.
 */
export function createCompleteSession(
  deps: CheckoutDeps,
  opened: Pick<OpenedSessions, "take">,
  { writer, plan, run }: Pick<PaymentEngine, "writer" | "plan" | "run">,
): CompleteSession {
  const { clock, keyring } = deps;
  const load = createLoadPublicSession(deps.batchWriters);

  /** After the payer has left an attempt: the phone that it asked is asked again only when it can no longer be approved. */
  const refuseSecondPrompt = async (
    { session, intent }: LoadedSession,
    { payerPhoneMac }: Attempt,
  ): Promise<void> => {
    if (intent === null || payerPhoneMac === null) return;
    const openUntilMs = await promptOpenUntilMs(deps.db, intent, payerPhoneMac, clock.nowMs());
    if (openUntilMs === null) return;
    throw checkoutErrors.CHECKOUT_SESSION_NOT_OPEN(
      {
        reason: "PROMPT_STILL_OPEN",
        status: session.status,
        failureCode: "PAYMENT_IN_PROGRESS",
        failureMessage: failureMessage("PAYMENT_IN_PROGRESS", session.detail.locale),
      },
      Math.ceil((openUntilMs - clock.nowMs()) / 1_000),
    );
  };

  return async (key, body, by, scenario = null) => {
    const method = body.paymentMethod;
    const details = readPaymentDetails(method, body.paymentDetails);
    // Method and details identify the attempt; the answers to the merchant's own questions do not.
    const fingerprint = fingerprintOf({ method, details: body.paymentDetails });
    const fresh = opened.take(key, clock.nowMs());
    for (let decision = 0; decision < DECISIONS_MAX; decision += 1) {
      const isFresh = decision === 0 && fresh !== null;
      const loaded = isFresh ? fresh : await load(key);
      const { session } = loaded;
      const values = readCustomFieldValues(session.detail.customFields, body.customFieldValues ?? {});
      if (details.returnUrl !== null) {
        const { mode } = await deps.merchants.profile(session.merchantNo);
        checkUrl(details.returnUrl, "paymentDetails.returnUrl", mode);
      }
      await deps.merchants.gate(session.merchantNo, "payer");
      const verdict = judgeComplete(
        session,
        loaded.charge?.requestFingerprint ?? null,
        fingerprint,
        clock.nowMs(),
      );
      if (verdict.kind === "refused") throw completeRefusal(verdict.reason, session);
      if (verdict.kind === "same_attempt") return loaded;

      const pageUrl = sessionUrl(deps.publicUrl, formatSessionId(keyring, session));
      const planned = await plan(session, {
        method,
        details,
        returnUrl: details.returnUrl ?? `${pageUrl}?${RETURN_MARK}=1`,
        customFieldValues: values,
        fingerprint,
        by,
        scenario,
      });
      if (planned.kind !== "planned") {
        // Read again first: what has happened to the session since takes precedence.
        if (isFresh) continue;
        throw notOffered(planned, method);
      }
      const { attempt } = planned;
      await refuseSecondPrompt(loaded, attempt);
      const change = decideAttempt(loaded, attempt, clock.nowMs());
      const written = await writer.write(change);
      if (written === "conflict") continue;
      if (written === "link_full" && session.paymentLinkId !== null) {
        throw await deps.linkRefusal(session.merchantNo, session.paymentLinkId);
      }
      const after = await run(change, planned);
      return failedOr(after ?? (await load(key)), attempt.chargeId);
    }
    throw new Error("the session kept changing while it was completed");
  };
}

function notOffered(planned: Exclude<PlannedAttempt, { kind: "planned" }>, method: PaymentMethod) {
  return planned.kind === "no_methods"
    ? checkoutErrors.CHECKOUT_NO_PAYMENT_METHODS()
    : checkoutErrors.METHOD_NOT_ALLOWED_FOR_SESSION({
        paymentMethod: method,
        allowedMethods: planned.offered,
      });
}

/**
 * A definite refusal within the call is reported at once; the outcome of another attempt does not concern this caller.
 */
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

function completeRefusal(reason: CompleteRefusal, session: CheckoutSession) {
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
