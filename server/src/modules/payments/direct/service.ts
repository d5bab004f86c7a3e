import { errors } from "../../../http/errors.ts";
import type { KeepAnswer } from "../../../http/keep-answer.ts";
import type { IdempotencyClaim } from "../../../http/route.ts";
import { type MerchantNo, parsePublicId } from "../../../kit/ids.ts";
import type { PlanAttempt } from "../attempt/plan-attempt.ts";
import type { RunAttempt } from "../attempt/run-attempt.ts";
import type { ChangeWriter } from "../change/write-change.ts";
import type { PaymentDeps } from "../deps.ts";
import { readIntents } from "../read-payments.ts";
import { intentWithStepView, type ViewContext } from "../view.ts";
import { createCancelIntent } from "./cancel-intent.ts";
import { createConfirmIntent } from "./confirm-intent.ts";
import { createCreateCharge } from "./create-charge.ts";
import { createCreateIntent } from "./create-intent.ts";
import { createLoadIntent, type IntentKey } from "./load-intent.ts";
import type { ConfirmIntentBody } from "./schemas.ts";

export type DirectPayments = ReturnType<typeof createDirectPayments>;

interface Path {
  readonly writer: ChangeWriter;
  readonly plan: PlanAttempt;
  readonly run: RunAttempt;
  readonly keep: KeepAnswer;
}

/** Payments made by a merchant's server: charges, and intents that it confirms and cancels. */
export function createDirectPayments(deps: PaymentDeps, { writer, plan, run, keep }: Path) {
  const { db, clock, keyring, merchants } = deps;
  const load = createLoadIntent(deps);
  const confirm = createConfirmIntent(deps, writer, plan, run, load);
  const cancel = createCancelIntent(clock, writer, load);

  const viewOf = async ({ merchantNo, id }: IntentKey) => {
    const [found] = await readIntents(db, merchantNo, [id]);
    if (found === undefined) throw errors.RESOURCE_NOT_FOUND();
    const { mode, merchantId, locale } = await merchants.profile(merchantNo);
    const context: ViewContext = { keyring, mode, merchantId, locale };
    return intentWithStepView(found.intent, found.charges, context, clock.nowMs());
  };

  const keyOf = (merchantNo: MerchantNo, text: string): IntentKey => {
    const id = parsePublicId("paymentIntent", text);
    if (id === null) throw errors.RESOURCE_NOT_FOUND();
    return { merchantNo, id };
  };

  return {
    createCharge: createCreateCharge(deps, writer, plan, run),
    createIntent: createCreateIntent(deps, writer),
    confirm: async (
      merchantNo: MerchantNo,
      intentId: string,
      body: ConfirmIntentBody,
      claim: IdempotencyClaim | null,
      scenario: string | null,
    ) => {
      const key = keyOf(merchantNo, intentId);
      await confirm(key, body, scenario);
      return keep(key, claim, await viewOf(key));
    },
    cancel: async (merchantNo: MerchantNo, intentId: string, claim: IdempotencyClaim | null) => {
      const key = keyOf(merchantNo, intentId);
      await cancel(key);
      return keep(key, claim, await viewOf(key));
    },
  };
}
