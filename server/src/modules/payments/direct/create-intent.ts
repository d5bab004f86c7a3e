import { IdempotencyKeyTaken, sealAnswer } from "../../../http/idempotency.ts";
import type { IdempotencyClaim } from "../../../http/route.ts";
import { formatActor, type MerchantActor } from "../../../kit/actor.ts";
import type { MerchantNo } from "../../../kit/ids.ts";
import { parseAmount } from "../../../kit/money.ts";
import { decideOpening } from "../attempt/decide-attempt.ts";
import type { ChangeWriter } from "../change/write-change.ts";
import type { PaymentDeps } from "../deps.ts";
import { sealCustomer } from "../payer.ts";
import { readCustomer, readExpiry } from "../session/read-terms.ts";
import { intentWithStepView, type ViewContext } from "../view.ts";
import { newGuard } from "./guard.ts";
import type { CreateIntentBody } from "./schemas.ts";

const LIFETIME_MS_DEFAULT = 24 * 60 * 60_000;
const ATTEMPTS_DEFAULT = 5;

export interface IntentRequest {
  readonly merchantNo: MerchantNo;
  readonly by: MerchantActor;
  readonly body: CreateIntentBody;
  readonly idempotency: IdempotencyClaim | null;
}

export type CreateIntent = (request: IntentRequest) => Promise<ReturnType<typeof intentWithStepView>>;

/**
 * Makes a payment intent that waits for its first attempt. Refuses with VALIDATION_ERROR and MERCHANT_KYB_NOT_APPROVED;
 * throws IdempotencyKeyTaken when a twin request was faster.
 */
export function createCreateIntent(deps: PaymentDeps, writer: ChangeWriter): CreateIntent {
  const { clock, ids, keyring, merchants } = deps;
  return async ({ merchantNo, by, body, idempotency }) => {
    const nowMs = clock.nowMs();
    const profile = await merchants.profile(merchantNo);
    const expiresAtMs = readExpiry(body.expiresAt, nowMs, LIFETIME_MS_DEFAULT);
    const customer = body.customer === undefined ? null : readCustomer(body.customer, profile.countryCode);
    await merchants.gate(merchantNo);

    const amount = parseAmount(body.amount, body.currency);
    if (amount === null) throw new Error("the schema has checked the amount");
    const paymentIntentId = ids.next("paymentIntent");
    const guard = newGuard(
      {
        merchantNo,
        paymentIntentId,
        amount: amount.minor,
        currency: amount.currency,
        allowedMethods: body.allowedMethods ?? null,
        customer: customer === null ? null : sealCustomer(keyring, merchantNo, paymentIntentId, customer),
        reference: body.reference ?? null,
        description: body.description ?? null,
        metadata: body.metadata ?? {},
        merchantName: profile.displayName,
        locale: profile.locale,
        maxAttempts: body.maxAttempts ?? ATTEMPTS_DEFAULT,
        latePaymentPolicy: body.latePaymentPolicy ?? "ACCEPT",
        expiresAtMs,
      },
      nowMs,
    );
    const change = decideOpening(guard, null, nowMs);
    if (change.intent === null) throw new Error("an opening has its intent");
    const { mode, merchantId, locale } = profile;
    const context: ViewContext = { keyring, mode, merchantId, locale };
    const view = intentWithStepView(change.intent, [], context, nowMs);
    const answer = { status: 201, data: view };
    const key =
      idempotency === null
        ? null
        : { ...idempotency, status: 201, answer: sealAnswer(keyring, merchantNo, idempotency, answer) };
    if ((await writer.open(change, key)) === "key_taken") throw new IdempotencyKeyTaken();
    deps.trace?.note(guard, { kind: "CREATED", by: formatActor(by) });
    return view;
  };
}
