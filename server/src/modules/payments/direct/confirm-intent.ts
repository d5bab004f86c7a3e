import { fingerprintOf } from "../../../http/canonical-json.ts";
import { decideAttempt } from "../attempt/decide-attempt.ts";
import { readPaymentDetails } from "../attempt/payment-details.ts";
import type { PlanAttempt } from "../attempt/plan-attempt.ts";
import type { RunAttempt } from "../attempt/run-attempt.ts";
import type { ChangeWriter } from "../change/write-change.ts";
import type { PaymentDeps } from "../deps.ts";
import { failureMessage } from "../failure-messages.ts";
import { type CompleteRefusal, judgeComplete } from "../session/rules.ts";
import { intentStatusAt } from "../view.ts";
import { directErrors, type IntentRefusal } from "./errors.ts";
import { type IntentKey, type LoadIntent, loadGuard } from "./load-intent.ts";
import { readReturnUrl } from "./return-url.ts";
import type { ConfirmIntentBody } from "./schemas.ts";

const DECISIONS_MAX = 20;

const refusals: { readonly [reason in CompleteRefusal]: IntentRefusal } = {
  EXPIRED: "EXPIRED",
  ALREADY_COMPLETED: "SUCCEEDED",
  CANCELLED: "CANCELLED",
  ATTEMPTS_EXHAUSTED: "ATTEMPTS_EXHAUSTED",
  ATTEMPT_IN_PROGRESS: "ATTEMPT_IN_PROGRESS",
};

export type ConfirmIntent = (
  key: IntentKey,
  body: ConfirmIntentBody,
  /** The scenario of the provider simulator. */
  scenario: string | null,
) => Promise<void>;

/**
 * An attempt of an intent without a session, by the rules of a session's completion: the same method and details during
 * an attempt mean that attempt. The intent shows the provider's answer; a refusal is not an error.
 */
export function createConfirmIntent(
  deps: PaymentDeps,
  writer: ChangeWriter,
  plan: PlanAttempt,
  run: RunAttempt,
  load: LoadIntent,
): ConfirmIntent {
  const { clock, merchants } = deps;
  return async (key, body, scenario) => {
    const method = body.paymentMethod;
    const details = readPaymentDetails(method, body.paymentDetails);
    const { mode } = await merchants.profile(key.merchantNo);
    const returnUrl = readReturnUrl(body.returnUrl, method, details, mode);
    const fingerprint = fingerprintOf({ method, details: body.paymentDetails });
    const gate = () => merchants.gate(key.merchantNo);
    for (let decision = 0; decision < DECISIONS_MAX; decision += 1) {
      const loaded = await loadGuard(load, key, directErrors.PAYMENT_INTENT_NOT_CONFIRMABLE, gate);
      const { session, intent, charge } = loaded;
      const nowMs = clock.nowMs();
      const verdict = judgeComplete(session, charge?.requestFingerprint ?? null, fingerprint, nowMs);
      if (verdict.kind === "same_attempt") return;
      if (verdict.kind === "refused") {
        const { locale } = session.detail;
        throw directErrors.PAYMENT_INTENT_NOT_CONFIRMABLE({
          reason: refusals[verdict.reason],
          status: intentStatusAt(intent, nowMs),
          ...(verdict.reason === "ATTEMPT_IN_PROGRESS"
            ? {
                failureCode: "PAYMENT_IN_PROGRESS",
                failureMessage: failureMessage("PAYMENT_IN_PROGRESS", locale),
              }
            : {}),
        });
      }
      const planned = await plan(session, {
        method,
        details,
        returnUrl,
        customFieldValues: {},
        by: null,
        fingerprint,
        scenario,
      });
      if (planned.kind !== "planned") {
        throw directErrors.PAYMENT_METHOD_NOT_AVAILABLE({
          paymentMethod: method,
          allowedMethods: planned.kind === "not_offered" ? planned.offered : [],
        });
      }
      const change = decideAttempt(loaded, planned.attempt, nowMs);
      if ((await writer.write(change)) === "conflict") continue;
      await run(change, planned);
      return;
    }
    throw new Error("the payment kept changing while it was confirmed");
  };
}
